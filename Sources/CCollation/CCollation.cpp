#include "CCollation.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>
#include <unicode/alphaindex.h>
#include <unicode/coll.h>
#include <unicode/normalizer2.h>
#include <unicode/tblcoll.h>
#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/uloc.h>

struct besties_collator {
  std::unique_ptr<icu::Collator> collator;
  // The same rules, for which case and marks don't count.
  std::unique_ptr<icu::Collator> primary;
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

// The letter of a character in upper case and without marks, as far as the collator holds that to be the same letter.
icu::UnicodeString letter(const icu::Collator &primary, UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString own(c), base(c);
  const icu::Normalizer2 *nfkd = icu::Normalizer2::getNFKDInstance(status);
  if (U_SUCCESS(status)) base = icu::UnicodeString(nfkd->normalize(own, status).char32At(0));
  for (UChar32 candidate : {u_toupper(base.char32At(0)), base.char32At(0), u_toupper(c)}) {
    // Katakana and hiragana are one letter to the collator.
    if (candidate >= 0x30A1 && candidate <= 0x30F6) candidate -= 0x60;
    icu::UnicodeString text(candidate);
    if (U_SUCCESS(status) && primary.compare(text, own, status) == UCOL_EQUAL) return text;
  }
  return own;
}

// The first letter of text that stands in no bucket with a letter: so written that what the collator holds to be one
// letter has one section, and no section is interrupted by another.
icu::UnicodeString ownInitial(const icu::Collator &primary, const icu::UnicodeString &text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2 *nfkc = icu::Normalizer2::getNFKCInstance(status);
  icu::UnicodeString composed = U_SUCCESS(status) ? nfkc->normalize(text, status) : text;
  for (int32_t i = 0; i < composed.length();) {
    UChar32 c = composed.char32At(i);
    i += U16_LENGTH(c);
    if (u_isUWhiteSpace(c) || u_iscntrl(c)) continue;
    // What does not count at first when sorting (marks, invisible characters) does not stand first in an index.
    if (primary.compare(icu::UnicodeString(c), icu::UnicodeString(), status) == UCOL_EQUAL) continue;
    return letter(primary, c);
  }
  return icu::UnicodeString("#");
}

// The letter of a bucket, for text that stands in it. Chinese has two buckets of one letter, apart from each other: Han
// characters by their sound, then the Latin letters; the first have wide letters.
icu::UnicodeString bucketLetter(
    const icu::Collator &primary, const icu::AlphabeticIndex::Bucket &bucket, const icu::UnicodeString &text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString &label = bucket.getLabel();
  UChar32 c = label.char32At(0);
  bool isLatin = c >= 'A' && c <= 'Z' && label.length() == 1;
  if (isLatin && primary.compare(text, label, status) == UCOL_LESS) return icu::UnicodeString(c - 'A' + 0xFF21);
  return label;
}

// The names of all locales that ICU has or has another name for.
const std::vector<std::string> &localeNames() {
  static const std::vector<std::string> names = [] {
    UErrorCode status = U_ZERO_ERROR;
    std::vector<std::string> names;
    UEnumeration *available = uloc_openAvailableByType(ULOC_AVAILABLE_WITH_LEGACY_ALIASES, &status);
    while (const char *name = uenum_next(available, nullptr, &status)) names.emplace_back(name);
    uenum_close(available);
    std::sort(names.begin(), names.end());
    return names;
  }();
  return names;
}

// Whether a locale has an order of this name.
bool hasOrder(const icu::Locale &locale, const std::string &order) {
  UErrorCode status = U_ZERO_ERROR;
  UEnumeration *orders = ucol_getKeywordValuesForLocale("collation", locale.getBaseName(), false, &status);
  bool found = false;
  while (const char *name = uenum_next(orders, nullptr, &status)) found = found || order == name;
  uenum_close(orders);
  return found;
}

besties_collator *open(const icu::Locale &locale) {
  UErrorCode status = U_ZERO_ERROR;
  auto result = std::make_unique<besties_collator>();
  result->collator.reset(icu::Collator::createInstance(locale, status));
  if (U_FAILURE(status)) return nullptr;
  result->collator->setAttribute(UCOL_NORMALIZATION_MODE, UCOL_ON, status);
  result->collator->setAttribute(UCOL_NUMERIC_COLLATION, UCOL_ON, status);
  auto *ruled = dynamic_cast<icu::RuleBasedCollator *>(result->collator.get());
  if (U_FAILURE(status) || !ruled) return nullptr;

  result->primary.reset(ruled->clone());
  result->primary->setStrength(icu::Collator::PRIMARY);

  // The index takes the collator over, so it gets a copy.
  icu::AlphabeticIndex letters(static_cast<icu::RuleBasedCollator *>(ruled->clone()), status);
  letters.setMaxLabelCount(2000, status);
  letters.addLabels(locale, status);
  for (const char *language : letterLocales) letters.addLabels(icu::Locale(language), status);
  result->index.reset(letters.buildImmutableIndex(status));
  if (U_FAILURE(status) || !result->index) return nullptr;
  return result.release();
}

}  // namespace

besties_collator *besties_collator_open(const char *name) {
  icu::Locale locale = *name ? icu::Locale(name) : icu::Locale::getRoot();
  besties_collator *collator = locale.isBogus() ? nullptr : open(locale);
  // Another tool may have written the name of no locale into the store.
  return collator ? collator : open(icu::Locale::getRoot());
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
    case U_ALPHAINDEX_NORMAL: return write(bucketLetter(*collator->primary, *bucket, name), initial, capacity);
    case U_ALPHAINDEX_UNDERFLOW: return write(icu::UnicodeString("#"), initial, capacity);
    default: return write(ownInitial(*collator->primary, name), initial, capacity);
  }
}

int32_t besties_locale_name(const char *spelling, char *name, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale = std::strchr(spelling, '-') && !std::strchr(spelling, '@')
                           ? icu::Locale::forLanguageTag(spelling, status)
                           : icu::Locale::createCanonical(spelling);
  if (U_FAILURE(status) || locale.isBogus()) return -1;
  const auto &names = localeNames();
  bool isRoot = !*locale.getBaseName();
  if (isRoot && *spelling) return -1;
  if (!isRoot && !std::binary_search(names.begin(), names.end(), locale.getBaseName())) return -1;
  std::string order = locale.getKeywordValue<std::string>("collation", status);
  if (U_SUCCESS(status) && !order.empty() && !hasOrder(locale, order)) return -1;
  int32_t length = static_cast<int32_t>(std::strlen(locale.getName()));
  if (length <= capacity) std::memcpy(name, locale.getName(), length);
  return length;
}

const char *besties_locale_at(int32_t index) {
  const auto &names = localeNames();
  return index >= 0 && static_cast<size_t>(index) < names.size() ? names[index].c_str() : nullptr;
}

void besties_collator_version(const besties_collator *collator, uint8_t version[4]) {
  UVersionInfo info;
  collator->collator->getVersion(info);
  std::memcpy(version, info, 4);
}
