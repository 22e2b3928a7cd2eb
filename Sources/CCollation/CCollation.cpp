#include "CCollation.h"

#include <cstring>
#include <memory>
#include <string>
#include <unicode/alphaindex.h>
#include <unicode/coll.h>
#include <unicode/normalizer2.h>
#include <unicode/tblcoll.h>
#include <unicode/uchar.h>

struct besties_collator {
  std::unique_ptr<icu::Collator> collator;
  std::unique_ptr<icu::AlphabeticIndex::ImmutableIndex> index;
};

namespace {

// Languages that bring the letters of one script each; the store's own locale comes first and decides how they sort.
const char *const letterLocales[] = {"en", "ru", "el", "hy", "ka", "he", "ar", "hi", "bn", "ta", "te",
                                     "kn", "ml", "gu", "pa", "or", "si", "th", "lo", "km", "my", "am",
                                     "ja", "ko"};

icu::UnicodeString fromUTF8(const char *text, int32_t length) {
  return icu::UnicodeString::fromUTF8(icu::StringPiece(text, length));
}

int32_t write(const icu::UnicodeString &text, char *buffer, int32_t capacity) {
  std::string utf8;
  text.toUTF8String(utf8);
  int32_t length = static_cast<int32_t>(utf8.size());
  if (length <= capacity) std::memcpy(buffer, utf8.data(), utf8.size());
  return length;
}

// The first letter of text that stands in no bucket with a letter: its base letter, in upper case, without marks, so
// that what the collator holds to be one letter has one section.
icu::UnicodeString ownInitial(const icu::UnicodeString &text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2 *nfkd = icu::Normalizer2::getNFKDInstance(status);
  icu::UnicodeString decomposed = U_SUCCESS(status) ? nfkd->normalize(text, status) : text;
  for (int32_t i = 0; i < decomposed.length();) {
    UChar32 c = decomposed.char32At(i);
    i += U16_LENGTH(c);
    if (u_isUWhiteSpace(c) || u_getIntPropertyValue(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || u_iscntrl(c)) continue;
    icu::UnicodeString letter(u_toupper(c));
    // Katakana and hiragana are one letter to the collator.
    if (c >= 0x30A1 && c <= 0x30F6) letter = icu::UnicodeString(static_cast<UChar32>(c - 0x60));
    return letter;
  }
  return icu::UnicodeString("#");
}

}  // namespace

besties_collator *besties_collator_open(const char *name) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale = *name ? icu::Locale(name) : icu::Locale::getRoot();
  auto result = std::make_unique<besties_collator>();
  result->collator.reset(icu::Collator::createInstance(locale, status));
  if (U_FAILURE(status)) return nullptr;
  result->collator->setAttribute(UCOL_NORMALIZATION_MODE, UCOL_ON, status);
  result->collator->setAttribute(UCOL_NUMERIC_COLLATION, UCOL_ON, status);
  auto *ruled = dynamic_cast<icu::RuleBasedCollator *>(result->collator.get());
  if (U_FAILURE(status) || !ruled) return nullptr;

  // The index takes the collator over, so it gets a copy.
  icu::AlphabeticIndex letters(static_cast<icu::RuleBasedCollator *>(ruled->clone()), status);
  letters.setMaxLabelCount(2000, status);
  letters.addLabels(locale, status);
  for (const char *language : letterLocales) letters.addLabels(icu::Locale(language), status);
  result->index.reset(letters.buildImmutableIndex(status));
  if (U_FAILURE(status) || !result->index) return nullptr;
  return result.release();
}

void besties_collator_close(besties_collator *collator) { delete collator; }

int32_t besties_collator_sort_key(
    const besties_collator *collator, const char *text, int32_t length, uint8_t *key, int32_t capacity) {
  int32_t written = collator->collator->getSortKey(fromUTF8(text, length), key, capacity);
  return written > 0 ? written - 1 : -1;
}

int32_t besties_collator_initial(
    const besties_collator *collator, const char *text, int32_t length, char *initial, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString name = fromUTF8(text, length);
  int32_t number = collator->index->getBucketIndex(name, status);
  const auto *bucket = U_SUCCESS(status) ? collator->index->getBucket(number) : nullptr;
  if (!bucket) return -1;
  switch (bucket->getLabelType()) {
    case U_ALPHAINDEX_NORMAL: return write(bucket->getLabel(), initial, capacity);
    case U_ALPHAINDEX_UNDERFLOW: return write(icu::UnicodeString("#"), initial, capacity);
    default: return write(ownInitial(name), initial, capacity);
  }
}

void besties_collator_version(const besties_collator *collator, uint8_t version[4]) {
  UVersionInfo info;
  collator->collator->getVersion(info);
  std::memcpy(version, info, 4);
}
