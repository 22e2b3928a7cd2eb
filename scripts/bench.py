#!/usr/bin/env python3
"""One table: each figure beside its peer's, from one run on one machine.

    scripts/bench.py --rows 1000000 --runs 5 --json bench.json
    scripts/bench.py --short                     for what is found, not for how fast

Invented friends from a fixed seed go into a store; the figures inside the process come from `benchmarks`, those from
outside are taken at a pty of 120×40, where fzf, if it is there, stands beside it on the same names. Every run of ours is
followed by one of the peer's; the table has the medians. The status is 1 if ours and a peer did not find the same.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from bench_figures import Figures, machine, table
from bench_imports import imports_beside
from bench_lists import lists
from bench_terminal import Terminal

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# None begins as another does: fzf remembers what it has found, and would only have to look through that.
TERMS = [("one letter", "a"), ("two letters", "ko"), ("four letters", "mari"), ("a rare term", "kerlus")]
REFINED, AHEAD = "kerlusa", "walste"


class Bench:
    """What is measured, with what."""

    def __init__(self, arguments, folder):
        self.rows, self.runs, self.fzf, self.folder = arguments.rows, arguments.runs, arguments.fzf, folder
        self.besties = os.path.join(arguments.binaries, "besties")
        self.benchmarks = os.path.join(arguments.binaries, "benchmarks")
        # The short form takes it that a program which has said nothing for a moment has answered.
        self.quiet, self.idle = (0.25, 0.5) if arguments.short else (1.0, 10)
        # How many friends the peer's store has for each term.
        self.counts = {}
        # What is typed a letter at a time.
        self.beginnings = []

    def path(self, name):
        return os.path.join(self.folder, name)

    def answer(self, app, term, *parts, **options):
        """Types what completes a term, and waits for as many friends as the peer's store has for it."""
        expected = self.counts[term]
        answer = app.type(*parts, until=lambda status: is_exactly(expected, status), **options)
        if not is_exactly(expected, answer.status):
            raise SystemExit(f"bench: “{term}” is {expected} friends in the peer's store; ours says “{answer.status}”")
        return answer


# Ours and fzf at a terminal


def count_of_besties(lines):
    """The top line, whose count has an ellipsis until it is exact."""
    return lines[0]


def count_of_fzf(lines):
    """The line of matches and candidates, which a percentage follows until it is exact."""
    found = (re.match(r"\s*\S?\s*(\d+/\d+( \(\d+%\))?)", line) for line in lines)
    return next((match.group(1) for match in found if match), "")


def numbers(status):
    return [int(text.replace(",", "")) for text in re.findall(r"[\d,]*\d", status)]


def is_exactly(count, status):
    return "…" not in status and numbers(status)[:1] == [count]


def start_besties(bench, store):
    command = [bench.besties, "--store", store, "--no-animation"]
    return Terminal(command, count_of_besties, {"XDG_STATE_HOME": bench.folder}, quiet=bench.quiet)


def start_fzf(bench, names):
    environment = {"FZF_DEFAULT_OPTS": "", "SHELL": "/bin/sh"}
    return Terminal([bench.fzf, "--exact"], count_of_fzf, environment, stdin=names, quiet=bench.quiet)


def keep(file):
    """Has the system hold all of a file in memory: it may have let go of some, which would time the disk."""
    with open(file, "rb") as bytes:
        while bytes.read(1 << 20):
            pass


def let_go(file):
    """Has the system hold nothing of a file."""
    with open(file, "rb") as bytes:
        os.fsync(bytes.fileno())
        os.posix_fadvise(bytes.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def browse(bench, figures, store):
    """One session of ours: start, search, move, fold, sort, change."""
    keep(store)
    app = start_besties(bench, store)
    start = app.answer(until=lambda status: is_exactly(bench.rows, status))
    times = {"start": start.filled(min(30, bench.rows)), "loaded": start.exact}
    if not is_exactly(bench.rows, start.status):
        raise SystemExit(f"bench: the screen says “{start.status}” of {bench.rows} friends")
    time.sleep(bench.quiet)

    app.type(b"/")
    for name, term in TERMS:
        answer = bench.answer(app, term, term.encode())
        times[name] = answer.exact
        figures.note(f"{name} “{term}”: rows on the screen", answer.first, milliseconds=16)
        if name == "a rare term":
            times["refined"] = bench.answer(app, REFINED, REFINED[len(term) :].encode()).exact
        answer = app.type(b"\x15")
        figures.note("search cleared: on the screen", answer.first, milliseconds=16)
    keystrokes(bench, figures, app)
    times["typed"] = bench.answer(app, AHEAD, *[letter.encode() for letter in AHEAD], pause=0.03).frame
    app.type(b"\x15")
    app.type(b"\r")

    for name, key in [
        ("a page down", b"\x06"), ("a page up", b"\x02"), ("to the last", b"G"), ("to the first", b"g"),
        ("fold all", b"C"), ("to the last header", b"G"), ("unfold all", b"E"), ("a row down", b"j"),
    ]:
        figures.note(f"{name}: frame", app.type(key).frame, milliseconds=16)
    answer = app.type(b"S")
    figures.note("reverse the sort: screenful", answer.first, milliseconds=16)
    figures.note("reverse the sort: all", answer.exact, milliseconds=400)
    app.type(b"S")

    app.type(b"g")
    answer = app.type(b"D")
    figures.note("a friend deleted: on the screen", answer.first, milliseconds=16)
    figures.note("a friend deleted: settled", answer.frame, milliseconds=400)
    undone = app.type(b"u")
    figures.note("undone: settled", undone.exact, milliseconds=400)
    if not is_exactly(bench.rows - 1, answer.status) or not is_exactly(bench.rows, undone.status):
        raise SystemExit(f"bench: a friend deleted left “{answer.status}”, undone “{undone.status}”")
    time.sleep(0.5)
    figures.note("resident memory, peak", app.memory(), milliseconds=100, unit="MB")
    figures.note("idle: wakes in ten seconds", app.wakes(bench.idle), unit="")
    app.close()
    return times


def keystrokes(bench, figures, app):
    """Types the beginnings of names that are there, a letter at a time."""
    times = []
    for name in bench.beginnings:
        for letter in name:
            answer = app.type(letter.encode(), quiet=0.15)
            times.append(answer.first or answer.frame)
        app.type(b"\x15", quiet=0.15)
    times.sort()
    name = f"{len(times)} keystrokes: rows on the screen"
    figures.note(f"{name}, half of them", times[len(times) // 2], milliseconds=16)
    figures.note(f"{name}, 99 of 100", times[len(times) * 99 // 100 - 1], milliseconds=16)


def start_from_disk(bench, figures, store, names):
    """Starts when nothing of the files is in memory."""
    let_go(store)
    app = start_besties(bench, store)
    ours = app.answer(until=lambda status: is_exactly(bench.rows, status))
    app.close()
    peer, name = None, None
    if bench.fzf:
        let_go(names)
        app = start_fzf(bench, names)
        peer, name = app.answer(), "fzf --exact"
        app.close()
    figures.note("start from disk: first screenful", ours.filled(min(30, bench.rows)), peer and peer.filled(30), name)
    figures.note("start from disk: exact sections", ours.exact, peer and peer.exact, name)


def filter_names(bench, names):
    """One session of fzf: start and search."""
    keep(names)
    app = start_fzf(bench, names)
    start = app.answer()
    times = {"start": start.filled(30), "loaded": start.exact}
    for name, term in TERMS:
        times[name] = app.type(term.encode()).exact
        if name == "a rare term":
            times["refined"] = app.type(REFINED[len(term) :].encode()).exact
        app.type(b"\x15")
    times["typed"] = app.type(*[letter.encode() for letter in AHEAD], pause=0.03).frame
    memory = app.memory()
    app.close()
    return times, memory


def at_the_terminal(bench, figures, store, names):
    reaches = {
        "start": ("start: first screenful", {"milliseconds": 60}),
        "loaded": ("start: exact sections", {"milliseconds": 400}),
        "one letter": ("one letter “a”: exact", {"ratio": 0.75}),
        "two letters": ("two letters “ko”: exact", {"ratio": 0.75}),
        "four letters": ("four letters “mari”: exact", {"ratio": 0.15}),
        "a rare term": ("a rare term “kerlus”: exact", {"ratio": 0.15}),
        "refined": ("it refined, “kerlusa”: exact", {"ratio": 0.5}),
        "typed": ("“walste” typed ahead: last letter to exact", {}),
    }
    fzf = bench.fzf
    for _ in range(bench.runs):
        ours = browse(bench, figures, store)
        peer, memory = filter_names(bench, names) if fzf else ({}, None)
        for key, (name, reach) in reaches.items():
            figures.note(name, ours.get(key), peer.get(key), "fzf --exact" if fzf else None, **reach)
        figures.note("resident memory, peak", None, memory)
        if fzf:
            figures.all["resident memory, peak"]["peerName"] = "fzf --exact"
        start_from_disk(bench, figures, store, names)


# Imports


def measured(command):
    """Runs a command to its end: seconds, seconds of processor, peak megabytes."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"bench: {' '.join(command)} failed: {message.decode()}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def imports(bench, figures, csv):
    """Imports by ours and by the loop in C; returns the store of the last run of ours."""
    ours, peer = bench.path("ours.sqlite"), bench.path("peer.sqlite")
    for _ in range(bench.runs):
        remove(ours)
        remove(peer)
        a = measured([bench.besties, "--store", ours, "import", csv])
        b = measured([bench.benchmarks, "import", csv, peer])
        figures.note("import", a[0], b[0], "loop in C", ratio=1.5, unit="s")
        figures.note("import, processor time", a[1], b[1], "loop in C", unit="s")
        figures.note("import, peak memory", a[2], b[2], "loop in C", unit="MB")
    if derived_rows(ours) != derived_rows(peer):
        raise SystemExit("bench: the two imports have not written the same")
    for term in [term for _, term in TERMS] + [REFINED, AHEAD]:
        bench.counts[term] = count(peer, term)
    remove(peer)
    return ours


def smaller(bench, csv, rows):
    """A store of the first friends of a file."""
    part, store = bench.path("part.csv"), bench.path("part.sqlite")
    with open(csv) as whole, open(part, "w") as file:
        file.writelines(line for line, _ in zip(whole, range(rows + 1)))
    measured([bench.besties, "--store", store, "import", part])
    return store


def derived_rows(store):
    """The sum of what was derived, but for the time of importing."""
    digest = hashlib.md5()
    columns = "pk, name_sort, meeting_place_sort, meeting_date_sort, name_initial, search_text, detail_text"
    rows = f"SELECT {columns} FROM friend_derived JOIN friend_text USING (pk) ORDER BY pk"
    for row in sqlite3.connect(store).execute(rows):
        digest.update(repr(row).encode())
    return digest.hexdigest()


def count(store, term):
    """How many friends a store has whose text holds a term."""
    statement = "SELECT count(*) FROM friend_text WHERE instr(search_text, ?) > 0"
    return sqlite3.connect(store).execute(statement, [term]).fetchone()[0]


def remove(store):
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(store + suffix):
            os.remove(store + suffix)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, help="how many friends (default: 1,000,000)")
    parser.add_argument("--runs", type=int, help="how many times (default: 5)")
    parser.add_argument("--short", action="store_true", help="2,000 friends, once, and little patience")
    parser.add_argument("--binaries", default=os.path.join(ROOT, ".build", "release"), help="where ours were built")
    parser.add_argument("--json", metavar="FILE", help="also write everything as JSON")
    parser.add_argument("--fzf", default=shutil.which("fzf"), help="the peer at the terminal (default: the one on the PATH)")
    arguments = parser.parse_args()
    arguments.rows = arguments.rows or (2000 if arguments.short else 1_000_000)
    arguments.runs = arguments.runs or (1 if arguments.short else 5)

    figures = Figures()
    information = {"rows": arguments.rows, "runs": arguments.runs, **machine()}
    with tempfile.TemporaryDirectory(prefix="besties-bench-") as folder:
        bench = Bench(arguments, folder)
        csv, names = bench.path("friends.csv"), bench.path("names.txt")
        subprocess.run([bench.benchmarks, "csv", str(bench.rows), csv], check=True)
        with open(csv) as rows, open(names, "w") as file:
            next(rows)
            file.writelines(row.split(",", 1)[0] + "\n" for row in rows)
        with open(names) as file:
            every = max(1, bench.rows // 20)
            bench.beginnings = [name[:5].lower() for number, name in enumerate(file) if number % every == 0][:20]
        store = imports(bench, figures, csv)

        def inside(*command):
            process = subprocess.run([bench.benchmarks, *command], stdout=subprocess.PIPE, text=True)
            if process.returncode:
                raise SystemExit(f"bench: {' '.join(command)} failed")
            figures.take(json.loads(process.stdout))

        at_the_terminal(bench, figures, store, names)
        inside("list", store, str(bench.runs))
        rows = min(bench.rows, 100_000)
        imports_beside(bench, figures, csv, rows)
        part = smaller(bench, csv, rows)
        lists(bench, figures, part)
        inside("changes", part, str(rows), str(bench.runs))
        information["load"] += " → " + machine()["load"]

    print("; ".join(f"{key} {value}" for key, value in information.items()), end="\n\n")
    print(table(figures.all.values()))
    if not arguments.fzf:
        print("\nfzf is not there; its column is empty. The PyPI package iterfzf carries one.")
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"machine": information, "figures": list(figures.all.values())}, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    sys.exit(main())
