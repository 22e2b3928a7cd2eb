// A collator and its index of letters, both ICU's, behind types that are ours alone: the Swift toolchain's
// Foundation brings an ICU of its own into scope, and the two sets of ICU headers do not mix.
#ifndef BESTIES_CCOLLATION_H
#define BESTIES_CCOLLATION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct besties_collator besties_collator;

// Opens the collator of an ICU locale ("sv_SE"; "" is ICU's root): tertiary strength, normalizing, numbers by value.
// NULL if ICU can't.
besties_collator *besties_collator_open(const char *locale);
void besties_collator_close(besties_collator *collator);

// Writes the sort key of UTF-8 text, without ICU's closing zero; returns its length, which may exceed the capacity
// (then call again with room), or -1.
int32_t besties_collator_sort_key(
    const besties_collator *collator, const char *text, int32_t length, uint8_t *key, int32_t capacity);

// Writes the section letter of UTF-8 text as UTF-8; returns its length, which may exceed the capacity, or -1.
int32_t besties_collator_initial(
    const besties_collator *collator, const char *text, int32_t length, char *initial, int32_t capacity);

// Writes ICU's name of a locale that may be spelled as POSIX or BCP 47 do ("de_DE.UTF-8", "de-u-co-phonebk"; "" is ICU's
// root); returns its length, which may exceed the capacity, or -1 if ICU has no such locale or no such order in it.
int32_t besties_locale_name(const char *spelling, char *name, int32_t capacity);

// The names of ICU's locales, in order; NULL behind the last.
const char *besties_locale_at(int32_t index);

// The version of the collator's rules and data: sort keys of two versions can't be compared.
void besties_collator_version(const besties_collator *collator, uint8_t version[4]);

#ifdef __cplusplus
}
#endif
#endif
