#include "CPeers.h"

#include <CCollation.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longestKey = 4096, foldedScalars = 0x250 };

typedef struct {
  sqlite3 *database;
  sqlite3_stmt *friend, *derived, *text, *link, *tag;
  besties_collator *collator;
  const char *const *folded;
} import;

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  return statement;
}

static int run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

static void bindText(sqlite3_stmt *statement, int index, const char *text) {
  if (*text) sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
  else sqlite3_bind_null(statement, index);
}

static void bindKey(import *import, int index, const char *text, uint8_t *buffer) {
  int length = *text ? besties_collator_sort_key(import->collator, text, (int)strlen(text), buffer, longestKey) : -1;
  if (length >= 0) sqlite3_bind_blob(import->derived, index, buffer, length, SQLITE_STATIC);
  else sqlite3_bind_null(import->derived, index);
}

// Appends the folded text; scalars beyond the table stay as they are, those of two bytes are looked up.
static char *fold(import *import, const char *text, char *out) {
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    unsigned scalar = *c;
    int length = scalar < 0x80 ? 1 : scalar < 0xE0 ? 2 : scalar < 0xF0 ? 3 : 4;
    if (length == 2) scalar = (scalar & 0x1F) << 6 | (c[1] & 0x3F);
    if (length <= 2 && scalar < foldedScalars) {
      const char *letters = import->folded[scalar];
      while (*letters) *out++ = *letters++;
    } else {
      memcpy(out, c, length);
      out += length;
    }
    c += length;
  }
  return out;
}

static int insert(import *import, char *name, char *place, char *date, char *tags, const char *now) {
  static uint8_t nameKey[longestKey], placeKey[longestKey];
  static char search[16 * longestKey], initial[64];
  bindText(import->friend, 1, name);
  bindText(import->friend, 2, place);
  bindText(import->friend, 3, date);
  bindText(import->friend, 4, now);
  int code = run(import->friend);
  if (code) return code;
  sqlite3_int64 key = sqlite3_last_insert_rowid(import->database);

  char *end = fold(import, name, search);
  *end++ = '\n';
  end = fold(import, place, end);
  int position = 0;
  for (char *tag = strtok(tags, ";"); tag; tag = strtok(NULL, ";")) {
    *end++ = '\n';
    end = fold(import, tag, end);
    bindText(import->tag, 1, tag);
    sqlite3_bind_int64(import->link, 1, key);
    bindText(import->link, 2, tag);
    sqlite3_bind_int(import->link, 3, position++);
    if ((code = run(import->tag)) || (code = run(import->link))) return code;
  }

  int length = besties_collator_initial(import->collator, name, (int)strlen(name), initial, sizeof initial);
  sqlite3_bind_int64(import->derived, 1, key);
  bindKey(import, 2, name, nameKey);
  bindKey(import, 3, place, placeKey);
  bindText(import->derived, 4, date);
  bindText(import->derived, 5, now);
  sqlite3_bind_text(import->derived, 6, initial, length, SQLITE_STATIC);
  if ((code = run(import->derived))) return code;

  sqlite3_bind_int64(import->text, 1, key);
  sqlite3_bind_text(import->text, 2, search, (int)(end - search), SQLITE_STATIC);
  sqlite3_bind_text(import->text, 3, date, -1, SQLITE_STATIC);
  return run(import->text);
}

// The next cell of a line; the line goes on behind it.
static char *cell(char **line) {
  char *text = strsep(line, ",");
  return text ? text : "";
}

int64_t besties_peer_import(
    const char *csv, const char *store, const char *indexes, const char *const *folded, char *message, int capacity) {
  import import = {.folded = folded, .collator = besties_collator_open("")};
  FILE *file = fopen(csv, "r");
  int code = sqlite3_open(store, &import.database);
  if (!code)
    code = sqlite3_exec(
        import.database, "PRAGMA journal_mode = WAL; PRAGMA cache_size = -65536; BEGIN IMMEDIATE", NULL, NULL, NULL);
  import.friend = prepare(
      import.database, "INSERT INTO friend (name, meeting_place, meeting_date, added_at) VALUES (?, ?, ?, ?)");
  import.derived = prepare(
      import.database,
      "INSERT INTO friend_derived (pk, name_sort, meeting_place_sort, meeting_date_sort, added_at_sort, name_initial) "
      "VALUES (?, ?, ?, ?, ?, ?)");
  import.text = prepare(import.database, "INSERT INTO friend_text (pk, search_text, detail_text) VALUES (?, ?, ?)");
  import.link = prepare(import.database, "INSERT INTO friend_tag (friend, tag, position) VALUES (?, ?, ?)");
  import.tag = prepare(import.database, "INSERT OR IGNORE INTO tag (name) VALUES (?)");

  int64_t count = 0;
  char *line = NULL;
  size_t size = 0;
  if (file) getline(&line, &size, file);
  while (!code && file && getline(&line, &size, file) > 0) {
    char *rest = line;
    line[strcspn(line, "\n")] = 0;
    char *name = cell(&rest), *place = cell(&rest), *date = cell(&rest), *tags = cell(&rest);
    code = insert(&import, name, place, date, tags, "2026-11-30T12:00:00.000Z");
    count++;
  }
  if (!code) code = sqlite3_exec(import.database, indexes, NULL, NULL, NULL);
  if (!code) code = sqlite3_exec(import.database, "COMMIT", NULL, NULL, NULL);
  if (code || !file) snprintf(message, capacity, "%s", file ? sqlite3_errmsg(import.database) : "there is no such file");

  free(line);
  if (file) fclose(file);
  sqlite3_stmt *statements[] = {import.friend, import.derived, import.text, import.link, import.tag};
  for (int i = 0; i < 5; i++) sqlite3_finalize(statements[i]);
  sqlite3_close(import.database);
  if (import.collator) besties_collator_close(import.collator);
  return code || !file ? -1 : count;
}
