#!/usr/bin/env python3
"""Proves the store's schema on a million generated friends, before anything is built on it.

    ./prove.py [--rows N] [--seed N] [--store FILE]

Every sort is run in both directions, plain and filtered, as a first screenful of 60 rows and as all
ids with their sections. Each result is compared with a sort done in Python, each plan is asserted to
be free of temporary B-trees, and each step is timed. Python 3.9 and SQLite 3.40 or newer are enough;
with a C compiler and sqlite3.h there, one more way is measured through the C API.

Times of whole scans are the engine's: the ordered statement is wrapped in an aggregate that reads
both of its columns, so that no row crosses into Python (`LIMIT -1` keeps its ORDER BY alive).
"""

import argparse
import bisect
import itertools
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import unicodedata

# The tables ---------------------------------------------------------------------------------------

MILLISECONDS = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"

# A UUIDv7: 48 bits of time, then version, variant and chance. `printf` is all it needs, so that a
# plain INSERT from any tool gets one.
NEW_ID = f"""printf('%08x-%04x-7%03x-%04x-%012x', {MILLISECONDS} >> 16, {MILLISECONDS} & 65535,
    random() & 4095, 32768 | (random() & 16383), random() & 281474976710655)"""

TABLES = f"""
CREATE TABLE friend (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE DEFAULT ({NEW_ID}),
  name TEXT NOT NULL,
  meeting_place TEXT,
  meeting_date TEXT,
  birthday TEXT,
  phones TEXT NOT NULL DEFAULT '[]',
  emails TEXT NOT NULL DEFAULT '[]',
  note TEXT NOT NULL DEFAULT '',
  added_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')));
CREATE TABLE tag (name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE friend_tag (
  friend INTEGER NOT NULL,
  tag TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (friend, tag)) WITHOUT ROWID;
CREATE INDEX friend_tag_tag ON friend_tag (tag);
CREATE TABLE friend_derived (
  pk INTEGER PRIMARY KEY,
  name_sort BLOB NOT NULL,
  name_initial TEXT NOT NULL,
  meeting_place_sort BLOB,
  meeting_date_sort TEXT,
  added_at_sort TEXT,
  search_text TEXT NOT NULL);
CREATE TABLE friend_pending (pk INTEGER PRIMARY KEY);
CREATE TABLE change_counter (table_name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO change_counter VALUES ('friend', 0);
"""

INDEXES = {
    "place": "(meeting_place_sort, name_sort)",
    "place_desc": "(meeting_place_sort DESC, name_sort)",
    "date": "(meeting_date_sort, name_sort)",
    "date_desc": "(meeting_date_sort DESC, name_sort)",
    "name": "(name_sort, name_initial)",
    "name_desc": "(name_sort DESC, name_initial)",
    "added": "(added_at_sort)",
    "added_desc": "(added_at_sort DESC)",
}

COUNT_CHANGE = "UPDATE change_counter SET value = value + 1 WHERE table_name = 'friend';"

# What a tool that knows nothing of us sets off. A derived row is only ever deleted here: making one
# takes the collator, which SQL has not. No trigger may lean on OR IGNORE or OR REPLACE: the conflict
# clause of the statement that fires it takes their place.
PEND_NEW = """INSERT INTO friend_pending SELECT new.pk
    WHERE NOT EXISTS (SELECT 1 FROM friend_pending WHERE pk = new.pk);"""

DERIVED_TRIGGERS = f"""
CREATE TRIGGER friend_inserted AFTER INSERT ON friend BEGIN
  DELETE FROM friend_derived WHERE pk = new.pk;
  {PEND_NEW}
  {COUNT_CHANGE}
END;
CREATE TRIGGER friend_updated AFTER UPDATE ON friend BEGIN
  DELETE FROM friend_derived WHERE pk IN (old.pk, new.pk);
  DELETE FROM friend_pending WHERE pk = old.pk;
  {PEND_NEW}
  {COUNT_CHANGE}
END;
CREATE TRIGGER friend_deleted AFTER DELETE ON friend BEGIN
  DELETE FROM friend_derived WHERE pk = old.pk;
  DELETE FROM friend_pending WHERE pk = old.pk;
  {COUNT_CHANGE}
END;
"""

# REPLACE removes the row in its way without firing a delete trigger. It can still be seen just before.
# Its tags go first: losing one marks the friend as pending.
CLEAR_THE_WAY = """
  DELETE FROM friend_tag WHERE friend = (SELECT pk FROM friend WHERE id = new.id);
  DELETE FROM friend_derived WHERE pk = (SELECT pk FROM friend WHERE id = new.id);
  DELETE FROM friend_pending WHERE pk = (SELECT pk FROM friend WHERE id = new.id);"""
REPLACE_TRIGGERS = f"""
CREATE TRIGGER friend_replaced BEFORE INSERT ON friend
WHEN EXISTS (SELECT 1 FROM friend WHERE id = new.id AND pk <> new.pk) BEGIN{CLEAR_THE_WAY}
END;
CREATE TRIGGER friend_displaced BEFORE UPDATE OF id ON friend
WHEN EXISTS (SELECT 1 FROM friend WHERE id = new.id AND pk <> old.pk) BEGIN{CLEAR_THE_WAY}
END;
"""


def mark(friend):
    """The statements that send a friend's derived row back to be made, if there is such a friend."""
    return f"""
  DELETE FROM friend_derived WHERE pk = {friend};
  INSERT INTO friend_pending SELECT pk FROM friend WHERE pk = {friend}
    AND NOT EXISTS (SELECT 1 FROM friend_pending WHERE pk = {friend});
  {COUNT_CHANGE}"""


KEEP_NEW_TAG = """
  INSERT INTO tag SELECT new.tag WHERE NOT EXISTS (SELECT 1 FROM tag WHERE name = new.tag);"""
FORGET_OLD_TAG = """
  DELETE FROM tag WHERE name = old.tag
    AND NOT EXISTS (SELECT 1 FROM friend_tag WHERE tag = old.tag);"""

TAG_TRIGGERS = f"""
CREATE TRIGGER friend_tag_inserted AFTER INSERT ON friend_tag BEGIN{KEEP_NEW_TAG}{mark("new.friend")}
END;
CREATE TRIGGER friend_tag_deleted AFTER DELETE ON friend_tag BEGIN{FORGET_OLD_TAG}{mark("old.friend")}
END;
CREATE TRIGGER friend_tag_updated AFTER UPDATE ON friend_tag BEGIN
  {KEEP_NEW_TAG}{FORGET_OLD_TAG}{mark("old.friend")}{mark("new.friend")}
END;
CREATE TRIGGER friend_deleted_tags AFTER DELETE ON friend BEGIN
  DELETE FROM friend_tag WHERE friend = old.pk;
END;
CREATE TRIGGER friend_renumbered AFTER UPDATE OF pk ON friend WHEN old.pk <> new.pk BEGIN
  UPDATE friend_tag SET friend = new.pk WHERE friend = old.pk;
END;
CREATE TRIGGER tag_deleted AFTER DELETE ON tag BEGIN
  DELETE FROM friend_tag WHERE tag = old.name;
END;
CREATE TRIGGER tag_renamed AFTER UPDATE OF name ON tag WHEN old.name <> new.name BEGIN
  DELETE FROM friend_tag WHERE tag = old.name
    AND EXISTS (SELECT 1 FROM friend_tag f WHERE f.friend = friend_tag.friend AND f.tag = new.name);
  UPDATE friend_tag SET tag = new.name WHERE tag = old.name;
END;
"""

# The statements -----------------------------------------------------------------------------------

# Sort, the column that is its section, its order, the index it must be read from.
SORTS = [
    ("place", "meeting_place_sort", "meeting_place_sort ASC NULLS LAST, name_sort, pk", "place"),
    ("-place", "meeting_place_sort", "meeting_place_sort DESC NULLS LAST, name_sort, pk",
     "place_desc"),
    ("date", "meeting_date_sort", "meeting_date_sort ASC NULLS LAST, name_sort, pk", "date"),
    ("-date", "meeting_date_sort", "meeting_date_sort DESC NULLS LAST, name_sort, pk", "date_desc"),
    ("name", "name_initial", "name_sort, name_initial, pk", "name"),
    ("-name", "name_initial", "name_sort DESC, name_initial, pk", "name_desc"),
    ("added", "added_at_sort", "added_at_sort, pk", "added"),
    ("-added", "added_at_sort", "added_at_sort DESC, pk", "added_desc"),
]


def statement(section, order, filtered=False, limit=None, index=None):
    text = f"SELECT pk, {section} FROM friend_derived"
    if index:
        text += f" INDEXED BY {index}"
    if filtered:
        text += " WHERE instr(search_text, :term) > 0"
    text += f" ORDER BY {order}"
    return text if limit is None else f"{text} LIMIT {limit}"


def engine_only(text, section):
    """The same rows in the same order, read to the end without handing them to Python."""
    return f"SELECT sum(pk), sum(length({section})) FROM ({text} LIMIT -1)"


def plan(connection, text):
    rows = connection.execute("EXPLAIN QUERY PLAN " + text, {"term": "an"}).fetchall()
    return "; ".join(row[3] for row in rows)


def milliseconds(run, times=5):
    """The median of several runs, after one that warms the cache."""
    run()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def once(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


# What an app can do that SQL alone cannot: note the keys that match in a set of bits, then read the
# order from its index and keep what is in the set. Rows are stepped through the C API, sections told
# apart by comparing bytes, as an app has to.
BITS_IN_C = r"""
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned char *bits;
static sqlite3 *db;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void member(sqlite3_context *context, int count, sqlite3_value **values) {
  sqlite3_int64 pk = sqlite3_value_int64(values[0]);
  (void)count;
  sqlite3_result_int(context, bits[pk >> 3] >> (pk & 7) & 1);
}

/* Steps a statement to its end; prints milliseconds, rows and a sum that tells their order. */
static void run(const char *sql, const char *term, int note) {
  sqlite3_stmt *statement;
  unsigned char last[256];
  int last_length = -1;
  long rows = 0, sections = 0;
  unsigned long order = 0;
  double start = now();
  if (sqlite3_prepare_v2(db, sql, -1, &statement, 0)) {
    fprintf(stderr, "%s\n", sqlite3_errmsg(db));
    exit(1);
  }
  if (term) sqlite3_bind_text(statement, 1, term, -1, SQLITE_STATIC);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    sqlite3_int64 pk = sqlite3_column_int64(statement, 0);
    rows++;
    if (note) {
      bits[pk >> 3] |= 1 << (pk & 7);
    } else {
      const void *key = sqlite3_column_blob(statement, 1);
      int length = sqlite3_column_bytes(statement, 1);
      order = (order * 31 + (unsigned long)pk) % 1000000007;
      if (length != last_length || memcmp(key, last, length)) {
        sections++;
        last_length = length;
        if (length) memcpy(last, key, length);
      }
    }
  }
  sqlite3_finalize(statement);
  printf("%.2f %ld %ld %lu\n", now() - start, rows, sections, order);
}

/* store, greatest key, scan, ordered statement, the same with member(), term; an empty term: no filter */
int main(int count, char **words) {
  (void)count;
  size_t size = strtoul(words[2], 0, 10) / 8 + 1;
  bits = calloc(size, 1);
  if (sqlite3_open_v2(words[1], &db, SQLITE_OPEN_READONLY, 0)) return 1;
  sqlite3_exec(db, "PRAGMA mmap_size = 2000000000", 0, 0, 0);
  sqlite3_create_function(db, "member", 1, SQLITE_UTF8, 0, member, 0, 0);
  for (int times = 0; times < 4; times++) {
    memset(bits, 0, size);
    if (*words[6]) {
      run(words[3], words[6], 1);
      run(words[5], 0, 0);
    } else {
      run(words[4], 0, 0);
    }
  }
  return 0;
}
"""

# The friends --------------------------------------------------------------------------------------

SYLLABLES = ("an ar be bo ca cha da de do el en fa fi ga gre ha he in is ja jo ka ki la le li lo ma me "
             "mi mo na ne ni no ol pa pe ra re ri ro sa se so ta te ti to va ve vi wa we yo za").split()
ACCENTS = {"a": "áàäå", "e": "éèê", "i": "íï", "o": "óöø", "u": "úü", "n": "ñ", "c": "ç", "l": "ł"}
FOLDED = str.maketrans("øł", "ol")


def folded(text):
    plain = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in plain if not unicodedata.combining(c)).translate(FOLDED)


def words(chance, count):
    """Distinct made-up names, one in eight with an accent."""
    made = {}
    while len(made) < count:
        word = "".join(chance.choices(SYLLABLES, k=chance.choice((2, 3, 3, 4))))
        if chance.random() < 0.125:
            at = [i for i, letter in enumerate(word) if letter in ACCENTS]
            if at:
                i = chance.choice(at)
                word = word[:i] + chance.choice(ACCENTS[word[i]]) + word[i + 1:]
        made[word.capitalize()] = None
    return list(made)


def sort_key(text):
    """Stands in for a collator's key: as long as one, ordered by the folded text, then by marks."""
    plain = folded(text)
    marks = sum(1 << (i % 16) for i, (a, b) in enumerate(zip(text.lower(), plain)) if a != b)
    return plain.encode() + b"\x01" + marks.to_bytes(2, "big") + b"\x01" + bytes([len(plain) & 255])


def day(number):
    return time.strftime("%Y-%m-%d", time.gmtime(number * 86400))


def friends(rows, seed):
    """Yields `rows` records and the derived row of each, always the same for one seed."""
    chance = random.Random(seed)
    first, last = words(chance, 2000), words(chance, 2000)
    places = [f"{a} {b}" for a, b in zip(words(chance, 4800), itertools.cycle(
        ("Café", "Gym", "Airport", "School", "Bar", "Park", "Library", "Office")))]
    place_keys = [sort_key(place) for place in places]
    place_weights = list(itertools.accumulate(1 / (rank + 10) for rank in range(len(places))))
    days = [day(number) for number in range(20000)]
    tags = ["climbing", "work", "school", "family", "chess", "music", "running", "neighbours"]
    keys, plain = {}, {}
    for word in itertools.chain(first, last, places):
        keys[word], plain[word] = sort_key(word), folded(word)
    for pk in range(1, rows + 1):
        a, b = chance.choice(first), chance.choice(last)
        name = f"{a} {b}"
        place = place_key = None
        if chance.random() >= 0.02:
            at = bisect.bisect(place_weights, chance.random() * place_weights[-1])
            at = min(at, len(places) - 1)
            place, place_key = places[at], place_keys[at]
        date = days[int(chance.random() * 20000)]
        known = chance.random()
        date = None if known < 0.03 else date[:4] if known < 0.06 else date[:7] if known < 0.1 else date
        tag = chance.choice(tags) if chance.random() < 0.2 else None
        added = 1_700_000_000_000 + pk // 7     # several a millisecond, as an import makes them
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(added // 1000)) + ".%03dZ" % (added % 1000)
        identity = "%08x-%04x-7%03x-%04x-%012x" % (
            added >> 16, added & 65535, chance.getrandbits(12), 32768 | chance.getrandbits(14),
            chance.getrandbits(48))
        name_plain = f"{plain[a]} {plain[b]}"
        name_key = f"{name_plain}".encode() + b"\x01" + keys[a][-4:-2] + keys[b][-4:-2] + b"\x01" + bytes(
            [len(name_plain) & 255])
        text = "\n".join(filter(None, (name_plain, plain[place] if place else "", tag)))
        yield ((pk, identity, name, place, date, moment), tag,
               (pk, name_key, name_plain[0].upper(), place_key, date, moment, text))


INSERT_FRIEND = ("INSERT INTO friend (pk, id, name, meeting_place, meeting_date, added_at)"
                 " VALUES (?, ?, ?, ?, ?, ?)")
INSERT_DERIVED = "INSERT INTO friend_derived VALUES (?, ?, ?, ?, ?, ?, ?)"


def open_store(path, cache=True):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if cache:
        connection.execute("PRAGMA mmap_size = 2000000000")
    return connection


# The proof ----------------------------------------------------------------------------------------

class Proof:
    def __init__(self, path, rows, seed):
        self.path, self.rows, self.seed = path, rows, seed
        self.store = open_store(path)
        self.derived = []

    def title(self, text):
        print(f"\n## {text}\n", flush=True)

    def row(self, *cells):
        print("| " + " | ".join(f"{c:,.2f}" if isinstance(c, float) else str(c) for c in cells) + " |",
              flush=True)

    def head(self, *cells):
        self.row(*cells)
        self.row(*("---" for _ in cells))

    def fill(self):
        self.store.executescript(TABLES)
        self.title("Filling")
        made = list(friends(self.rows, self.seed))
        self.derived = [derived for _, _, derived in made]
        self.store.execute("BEGIN")
        took = once(lambda: self.store.executemany(INSERT_FRIEND, (record for record, _, _ in made)))
        print(f"friend: {self.rows / took:,.0f} rows/s, no trigger, Python's loop included")
        took = once(lambda: self.store.executemany(INSERT_DERIVED, self.derived))
        print(f"friend_derived: {self.rows / took:,.0f} rows/s, no index yet")
        self.store.executemany("INSERT INTO friend_tag (friend, tag) VALUES (?, ?)",
                               ((record[0], tag) for record, tag, _ in made if tag))
        self.store.execute("COMMIT")
        print(f"sections: {len({d[3] for d in self.derived}):,} places, "
              f"{len({d[4] for d in self.derived}):,} dates")
        keys = [len(d[1]) for d in self.derived]
        print(f"name key: {min(keys)} to {max(keys)} bytes, mean {statistics.mean(keys):.1f}")

    def build_indexes(self):
        self.title("Indexes")
        self.head("index", "columns", "built in s", "MB")
        for name, columns in INDEXES.items():
            took = once(lambda: self.store.execute(f"CREATE INDEX {name} ON friend_derived {columns}"))
            self.row(name, columns, took, self.size(name))
        for name in ("friend", "sqlite_autoindex_friend_1", "friend_derived"):
            self.row(name, "(table)" if "auto" not in name else "(id)", "", self.size(name))
        self.store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.row("the whole file", "", "", os.path.getsize(self.path) / 1e6)

    def size(self, name):
        return self.store.execute("SELECT sum(pgsize) FROM dbstat WHERE name = ?", (name,)).fetchone()[0] / 1e6

    def expected(self, sort):
        """All (pk, section) in order, by Python."""
        at = {"place": 3, "date": 4, "name": 1, "added": 5}[sort.lstrip("-")]
        section = 2 if at == 1 else at
        rows = sorted(self.derived, key=lambda d: (d[1], d[0]) if at != 5 else d[0])
        known = [d for d in rows if d[at] is not None]
        # Python's sort is stable, so ties stay by name and age in either direction.
        known.sort(key=lambda d: d[at], reverse=sort.startswith("-"))
        return [(d[0], d[section], d[6]) for d in known + [d for d in rows if d[at] is None]]

    def check_plans(self, label):
        self.title(f"Plans, {label}")
        self.head("sort", "rows", "plain", "filtered")
        bad = []
        for sort, section, order, index in SORTS:
            for limit in (60, None):
                plain = plan(self.store, statement(section, order, limit=limit))
                found = plan(self.store, statement(section, order, True, limit))
                forced = plan(self.store, statement(section, order, True, limit, index))
                if "TEMP B-TREE" in plain or f"COVERING INDEX {index}" not in plain:
                    bad.append((sort, limit, plain))
                if "TEMP B-TREE" in forced or f"INDEX {index}" not in forced:
                    bad.append((sort, limit, forced))
                if "TEMP B-TREE" in found:
                    bad.append((sort, limit, found))
                self.row(sort, limit or "all", plain, found)
        assert not bad, bad

    def check_sorts(self, terms):
        self.title("Sorts, milliseconds")
        self.head("sort", "filter", "matches", "sections", "first 60", "all ids and sections")
        for sort, section, order, index in SORTS:
            everything = self.expected(sort)
            for term in [None, *terms]:
                wanted = [(pk, s) for pk, s, text in everything if term is None or term in text]
                by = index if term else None
                bind = {"term": term} if term else {}
                page = statement(section, order, term is not None, 60, by)
                whole = statement(section, order, term is not None, None, by)
                assert self.store.execute(page, bind).fetchall() == wanted[:60], (sort, term)
                assert self.store.execute(whole, bind).fetchall() == wanted, (sort, term)
                runs = [s for s, _ in itertools.groupby(s for _, s in wanted)]
                assert len(runs) == len(set(runs)), f"{sort}: a section stands twice"
                wrapped = engine_only(whole, section)
                inner = plan(self.store, wrapped)
                assert "TEMP B-TREE" not in inner and f"INDEX {index}" in inner, inner
                self.row(sort, f"`{term}`" if term else "none", len(wanted), len(runs),
                         milliseconds(lambda: self.store.execute(page, bind).fetchall()),
                         milliseconds(lambda: self.store.execute(wrapped, bind).fetchall(), 3))

    def compare_filtered(self, terms):
        """Ways to all the ids of a filtered list, in the order of places."""
        self.title("Filtered, by place, milliseconds")
        section, order = SORTS[0][1], SORTS[0][2]
        for name, columns in (("place_text", f"({section}, name_sort, pk, search_text)"),
                              ("text", "(search_text)")):
            took = once(lambda: self.store.execute(f"CREATE INDEX {name} ON friend_derived {columns}"))
            print(f"{name} {columns}: built in {took:.2f} s, {self.size(name):.1f} MB")
        print()

        def scan(index):
            return f"SELECT pk FROM friend_derived {index} WHERE instr(search_text, :term) > 0"

        ordered = statement(section, order, True, None, "place")
        carrying = statement(section, order, True, None, "place_text")
        unordered = statement(section, order, True).replace(
            "FROM friend_derived", "FROM friend_derived NOT INDEXED")
        laid = (f"SELECT pk, {section} FROM friend_derived INDEXED BY place"
                f" WHERE pk IN ({scan('INDEXED BY text')}) ORDER BY {order}")
        assert "TEMP B-TREE" not in plan(self.store, carrying)
        ways = [
            ("all: index, then row", engine_only(ordered, section)),
            ("all: index carrying the text", engine_only(carrying, section)),
            ("all: table scan, then sort", engine_only(unordered, section)),
            ("all: scan of `text`, laid over the index", engine_only(laid, section)),
            ("pks alone: table scan", f"SELECT sum(pk) FROM ({scan('NOT INDEXED')})"),
            ("pks alone: scan of `text`", f"SELECT sum(pk) FROM ({scan('INDEXED BY text')})"),
            ("first 60: index, then row", ordered + " LIMIT 60"),
            ("first 60: index carrying the text", carrying + " LIMIT 60"),
            ("first 60: table scan, then sort", unordered + " LIMIT 60"),
        ]
        self.head("way", *(f"`{term}`" for term in terms))
        for label, text in ways:
            self.row(label, *(milliseconds(lambda: self.store.execute(text, {"term": term}).fetchall(), 3)
                              for term in terms))
        print("\nThe plans:\n")
        for label, text in ways[:6]:
            print(f"* {label}: {plan(self.store, text)}")
        print(f"* without a filter, with these two indexes there: {plan(self.store, statement(section, order))}")
        for index in ("place_text", "text"):
            self.store.execute(f"DROP INDEX {index}")

    def compare_bits(self, terms, folder):
        """The matching keys as bits, the order from its index, through the C API."""
        compiler = shutil.which("cc")
        program = os.path.join(folder, "bits")
        if not compiler or subprocess.run([compiler, "-O2", "-x", "c", "-", "-o", program, "-lsqlite3"],
                                          input=BITS_IN_C.encode(), check=False).returncode:
            print("\n(no C compiler with sqlite3.h: the set of bits is not measured)")
            return
        self.title("Filtered, the keys as bits, then the order; through the C API, milliseconds")
        self.head("sort", "filter", "rows", "sections", "scan into bits", "walk of the index", "together")
        scan = "SELECT pk FROM friend_derived NOT INDEXED WHERE instr(search_text, ?) > 0"
        for sort, section, order, index in (SORTS[0], SORTS[2], SORTS[4]):
            everything = self.expected(sort)
            whole = statement(section, order)
            kept = (f"SELECT pk, {section} FROM friend_derived INDEXED BY {index} WHERE member(pk)"
                    f" ORDER BY {order}")
            self.store.create_function("member", 1, lambda pk: 1)
            found = plan(self.store, kept)
            assert "TEMP B-TREE" not in found and f"COVERING INDEX {index}" in found, found
            for term in ("", *terms):
                lines = subprocess.run([program, self.path, str(self.rows), scan, whole, kept, term],
                                       check=True, capture_output=True, text=True).stdout.splitlines()
                runs = [line.split() for line in lines]
                scans, walks = (runs[::2], runs[1::2]) if term else ([], runs)
                sum_of_order = 0
                wanted = [pk for pk, _, text in everything if term in text]
                for pk in wanted:
                    sum_of_order = (sum_of_order * 31 + pk) % 1000000007
                assert int(walks[0][3]) == sum_of_order and int(walks[0][1]) == len(wanted), (sort, term)
                scanned, walked = (statistics.median(float(run[0]) for run in part[1:]) if part else 0.0
                                   for part in (scans, walks))
                self.row(sort, f"`{term}`" if term else "none", len(wanted), walks[0][2],
                         scanned if term else "", walked, scanned + walked)

    def compare_sections(self):
        """Descending without an index of its own: sections backwards, rows forwards."""
        self.title("Descending from the ascending index, milliseconds")
        self.head("sort", "sections", "their keys by skipping", "their counts", "first 60", "all",
                  "all, by the DESC index")
        for sort, column, order, index in (SORTS[1], SORTS[3]):
            ascending = index.removesuffix("_desc")
            keys = (f"WITH RECURSIVE key(k) AS (SELECT max({column}) FROM friend_derived UNION ALL"
                    f" SELECT (SELECT max({column}) FROM friend_derived WHERE {column} < k) FROM key"
                    f" WHERE k IS NOT NULL) SELECT k FROM key")
            one = (f"SELECT pk, {column} FROM friend_derived INDEXED BY {ascending}"
                   f" WHERE {column} IS ? ORDER BY name_sort, pk")
            assert "TEMP B-TREE" not in plan(self.store, one.replace("?", ":term"))
            counts = f"SELECT {column}, count(*) FROM friend_derived GROUP BY {column}"

            def walk(limit):
                rows = []
                for (key,) in self.store.execute(keys):   # NULL is the last key, as it should be
                    rows += self.store.execute(one, (key,)).fetchall()
                    if limit and len(rows) >= limit:
                        return rows[:limit]
                return rows

            whole = statement(column, order)
            assert walk(None) == self.store.execute(whole).fetchall()
            self.row(sort, len(self.store.execute(keys).fetchall()),
                     milliseconds(lambda: self.store.execute(keys).fetchall()),
                     milliseconds(lambda: self.store.execute(counts).fetchall()),
                     milliseconds(lambda: walk(60)), milliseconds(lambda: walk(None), 3),
                     milliseconds(lambda: self.store.execute(whole).fetchall(), 3))
        print("\nThe last two columns hand every row to Python, both alike.")

        print("\nOr one statement that reads backwards, and a reader that turns each run of equal keys round:\n")
        self.head("sort", "order of the statement", "engine alone", "with Python turning",
                  "by the DESC index, engine alone", "by the DESC index, in Python")
        for (sort, section, order, _), key, index, backwards in (
                (SORTS[1], "meeting_place_sort", "place", "meeting_place_sort DESC, name_sort DESC, pk DESC"),
                (SORTS[3], "meeting_date_sort", "date", "meeting_date_sort DESC, name_sort DESC, pk DESC"),
                (SORTS[5], "name_sort", "name", "name_sort DESC, name_initial DESC, pk DESC"),
                (SORTS[7], "added_at_sort", "added", "added_at_sort DESC, pk DESC")):
            text = f"SELECT pk, {section}, {key} FROM friend_derived INDEXED BY {index} ORDER BY {backwards}"
            found = plan(self.store, text)
            assert "TEMP B-TREE" not in found and "COVERING INDEX" in found, found

            def turned():
                rows = []
                for _, run in itertools.groupby(self.store.execute(text), lambda row: row[2]):
                    rows += [row[:2] for row in reversed(list(run))]
                return rows

            whole = statement(section, order)
            assert turned() == self.store.execute(whole).fetchall(), sort
            self.row(sort, f"`{backwards}`",
                     milliseconds(lambda: self.store.execute(engine_only(text, section)).fetchall()),
                     milliseconds(turned, 3),
                     milliseconds(lambda: self.store.execute(engine_only(whole, section)).fetchall()),
                     milliseconds(lambda: self.store.execute(whole).fetchall(), 3))

    def compare_settings(self):
        self.title("Page cache and memory map, milliseconds, by place")
        self.head("setting", "all, plain", "all, `an`, index then row", "nothing found, index then row")
        section, order = SORTS[0][1], SORTS[0][2]
        for label, pragmas in (("SQLite's defaults (2 MB cache)", []),
                               ("64 MB cache", ["cache_size = -64000"]),
                               ("mmap", ["mmap_size = 2000000000"])):
            other = open_store(self.path, cache=False)
            for pragma in pragmas:
                other.execute("PRAGMA " + pragma)
            cells = []
            for term in (None, "an", "qqqq"):
                text = engine_only(statement(section, order, term is not None, None,
                                             "place" if term else None), section)
                cells.append(milliseconds(lambda: other.execute(text, {"term": term}).fetchall(), 3))
            self.row(label, *cells)
            other.close()

    def compare_missing(self):
        self.title("Finding what has no derived row, milliseconds, nothing missing")
        self.head("way", "ms")
        for text in ("SELECT count(*) FROM friend_pending",
                     "SELECT pk FROM friend WHERE pk NOT IN (SELECT pk FROM friend_derived)",
                     "SELECT pk FROM friend WHERE NOT EXISTS"
                     " (SELECT 1 FROM friend_derived d WHERE d.pk = friend.pk)",
                     "SELECT pk FROM friend_derived WHERE pk NOT IN (SELECT pk FROM friend)"):
            self.row(f"`{text}`", milliseconds(lambda: self.store.execute(text).fetchall(), 3))

    def compare_triggers(self, folder):
        count = min(self.rows, 200_000)
        self.title(f"Triggers: {count:,} friends in one transaction, and one by one")
        self.head("tables", "µs a friend", "µs a friend, 100 a statement", "µs a derived row, indexes kept up",
                  "one friend a transaction, ms")
        made = list(friends(count, self.seed))
        records = [record for record, _, _ in made]
        hundreds = [tuple(itertools.chain(*records[i:i + 100])) for i in range(0, count - 99, 100)]
        by_hundred = INSERT_FRIEND + ", (?, ?, ?, ?, ?, ?)" * 99
        path = os.path.join(folder, "triggers.sqlite")
        for label, script in (("no trigger", ""), ("derived", DERIVED_TRIGGERS),
                              ("derived, replace", DERIVED_TRIGGERS + REPLACE_TRIGGERS),
                              ("derived, replace, tags", DERIVED_TRIGGERS + REPLACE_TRIGGERS + TAG_TRIGGERS)):
            store = open_store(path)
            store.executescript(TABLES + script)
            for name, columns in INDEXES.items():
                store.execute(f"CREATE INDEX {name} ON friend_derived {columns}")
            store.execute("BEGIN")
            batched = once(lambda: store.executemany(by_hundred, hundreds))
            store.execute("ROLLBACK")
            store.execute("BEGIN")
            singly = once(lambda: store.executemany(INSERT_FRIEND, records))
            derived = once(lambda: store.executemany(INSERT_DERIVED, (row for _, _, row in made)))
            store.execute("DELETE FROM friend_pending")
            store.execute("COMMIT")
            alone = milliseconds(lambda: store.execute("INSERT INTO friend (name) VALUES ('Zoë')"), 200)
            self.row(label, singly / count * 1e6, batched / len(hundreds) * 1e4, derived / count * 1e6, alone)
            store.close()
            for suffix in ("", "-wal", "-shm"):
                if os.path.exists(path + suffix):
                    os.remove(path + suffix)


def prove_defaults():
    """A plain INSERT is enough: the id is a UUIDv7 and grows."""
    store = sqlite3.connect(":memory:", isolation_level=None)
    store.executescript(TABLES + DERIVED_TRIGGERS + REPLACE_TRIGGERS + TAG_TRIGGERS)
    for _ in range(50):
        store.execute("INSERT INTO friend(name) VALUES('Zoë')")
        time.sleep(0.002)
    rows = store.execute("SELECT id, added_at FROM friend ORDER BY pk").fetchall()
    for identity, added in rows:
        parts = identity.split("-")
        assert [len(part) for part in parts] == [8, 4, 4, 4, 12], identity
        assert parts[2][0] == "7" and parts[3][0] in "89ab" and identity == identity.lower()
        taken = int(parts[0] + parts[1], 16)
        assert abs(taken - time.time() * 1000) < 10_000, "the time in the id is not now"
        assert len(added) == 24
    assert [identity for identity, _ in rows] == sorted(identity for identity, _ in rows)
    store.execute("INSERT INTO friend(name) SELECT 'Zoë' FROM friend, friend AS again, friend AS third"
                  " LIMIT 100000")
    distinct, = store.execute("SELECT count(DISTINCT id) = count(*) FROM friend").fetchone()
    assert distinct
    return rows[0][0]


def prove_triggers(recursive):
    """Tags, derived rows and pending rows stay true whatever a tool without foreign keys does."""
    store = sqlite3.connect(":memory:", isolation_level=None)
    store.execute("PRAGMA foreign_keys = OFF")
    store.execute(f"PRAGMA recursive_triggers = {recursive}")
    store.executescript(TABLES + DERIVED_TRIGGERS + REPLACE_TRIGGERS + TAG_TRIGGERS)

    def derive():
        for pk, in store.execute("SELECT pk FROM friend_pending").fetchall():
            store.execute("INSERT INTO friend_derived VALUES (?, x'01', 'A', NULL, NULL, NULL, '')", (pk,))
        store.execute("DELETE FROM friend_pending")

    def state():
        tags = [t for t, in store.execute("SELECT name FROM tag ORDER BY 1")]
        links = store.execute("SELECT friend, tag FROM friend_tag ORDER BY 1, 2").fetchall()
        pending = [p for p, in store.execute("SELECT pk FROM friend_pending ORDER BY 1")]
        both = store.execute("SELECT count(*) FROM friend_pending JOIN friend_derived USING (pk)").fetchone()[0]
        covered, = store.execute(
            "SELECT (SELECT count(*) FROM friend) = (SELECT count(*) FROM friend JOIN"
            " (SELECT pk FROM friend_derived UNION SELECT pk FROM friend_pending) USING (pk))").fetchone()
        orphans, = store.execute(
            "SELECT count(*) FROM (SELECT pk FROM friend_derived UNION ALL SELECT pk FROM friend_pending"
            " UNION ALL SELECT friend FROM friend_tag) WHERE pk NOT IN (SELECT pk FROM friend)").fetchone()
        assert covered and not orphans and not both, "a friend without, or a ghost"
        return tags, links, pending

    def step(text, tags, links, pending):
        before, = store.execute("SELECT value FROM change_counter").fetchone()
        store.execute(text)
        assert state() == (tags, links, pending), (text, state())
        after, = store.execute("SELECT value FROM change_counter").fetchone()
        assert after > before, f"not counted: {text}"
        derive()

    store.execute("INSERT INTO friend(pk, id, name) VALUES (1, 'a', 'Ada'), (2, 'b', 'Bo'), (3, 'c', 'Cy')")
    derive()
    step("INSERT INTO friend_tag(friend, tag) VALUES (1, 'x'), (1, 'y'), (2, 'x')",
         ["x", "y"], [(1, "x"), (1, "y"), (2, "x")], [1, 2])
    step("DELETE FROM friend_tag WHERE friend = 1 AND tag = 'y'", ["x"], [(1, "x"), (2, "x")], [1])
    step("UPDATE tag SET name = 'z'", ["z"], [(1, "z"), (2, "z")], [1, 2])
    step("UPDATE friend_tag SET tag = 'w' WHERE friend = 2", ["w", "z"], [(1, "z"), (2, "w")], [2])
    step("UPDATE friend SET name = 'Ida' WHERE pk = 1", ["w", "z"], [(1, "z"), (2, "w")], [1])
    step("DELETE FROM tag WHERE name = 'w'", ["z"], [(1, "z")], [2])
    step("INSERT INTO friend_tag(friend, tag) VALUES (2, 'z')", ["z"], [(1, "z"), (2, "z")], [2])
    step("DELETE FROM friend WHERE pk = 1", ["z"], [(2, "z")], [])
    step("UPDATE friend SET pk = 9 WHERE pk = 2", ["z"], [(9, "z")], [9])
    step("REPLACE INTO friend(id, name) VALUES ('b', 'Bea')", [], [], [10])
    step("REPLACE INTO friend(pk, id, name) VALUES (10, 'b', 'Bee')", [], [], [10])
    step("INSERT INTO friend(name) VALUES ('Zoë')", [], [], [11])
    step("INSERT INTO friend_tag(friend, tag) VALUES (10, 'v'), (11, 'v')", ["v"], [(10, "v"), (11, "v")],
         [10, 11])
    step("UPDATE OR REPLACE friend SET id = 'b' WHERE pk = 11", ["v"], [(11, "v")], [11])
    for clause in ("ABORT", "FAIL", "IGNORE", "REPLACE", "ROLLBACK"):
        store.execute("INSERT INTO friend_tag(friend, tag) VALUES (11, 'u')")   # leaves her pending
        store.execute(f"UPDATE OR {clause} friend SET note = 'twice pending' WHERE pk = 11")
        step(f"INSERT OR {clause} INTO friend_tag(friend, tag) VALUES (11, 't')",
             ["t", "u", "v"], [(11, "t"), (11, "u"), (11, "v")], [11])
        step(f"UPDATE OR {clause} tag SET name = 's' WHERE name = 't'",
             ["s", "u", "v"], [(11, "s"), (11, "u"), (11, "v")], [11])
        step("DELETE FROM friend_tag WHERE tag IN ('s', 'u')", ["v"], [(11, "v")], [11])
    step("DELETE FROM friend", [], [], [])
    plans = [plan(store, "DELETE FROM tag WHERE name = 'x' AND NOT EXISTS"
                         " (SELECT 1 FROM friend_tag WHERE tag = 'x')"),
             plan(store, "DELETE FROM friend_tag WHERE tag = 'x'"),
             plan(store, "DELETE FROM friend_tag WHERE friend = 1")]
    assert not any("SCAN friend_tag" in text for text in plans), plans


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--store", help="keep the store in this new file")
    given = options.parse_args()
    if sqlite3.sqlite_version_info < (3, 40):
        sys.exit(f"SQLite 3.40 is needed; Python's is {sqlite3.sqlite_version}.")
    if given.store and os.path.exists(given.store):
        sys.exit(f"{given.store} exists already; name a new file.")
    print(f"Python {sys.version.split()[0]}'s sqlite3 module, SQLite {sqlite3.sqlite_version}, "
          f"{given.rows:,} friends, seed {given.seed}")
    print(f"a plain INSERT got the id {prove_defaults()}")
    for recursive in ("OFF", "ON"):
        prove_triggers(recursive)
    print("triggers hold with recursive_triggers off and on, foreign keys off")

    terms = ["a", "an", "mari", "zavewa", "qqqq"]
    with tempfile.TemporaryDirectory() as folder:
        proof = Proof(given.store or os.path.join(folder, "proof.sqlite"), given.rows, given.seed)
        proof.fill()
        proof.build_indexes()
        proof.check_plans("no statistics")
        proof.compare_filtered(terms)
        proof.compare_bits(terms, folder)
        proof.compare_sections()
        proof.compare_settings()
        proof.check_sorts(terms)
        proof.compare_missing()
        print(f"\nANALYZE: {once(lambda: proof.store.execute('ANALYZE')):.2f} s")
        proof.store.close()
        proof.store = open_store(proof.path)
        proof.check_plans("after ANALYZE")
        proof.store.close()
        proof.compare_triggers(folder)
    print("\nall of it held")


if __name__ == "__main__":
    main()
