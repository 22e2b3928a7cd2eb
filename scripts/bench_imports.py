"""Imports into a store that has friends, and what takes them back, beside the import into an empty store."""

import re
import subprocess
import time

# A store that has friends takes seven tenths of the rows a second at least.
RATIO = 1.43


def imports_beside(bench, figures, csv, rows):
    """Each figure beside the import of as many friends into an empty store, in the same run."""
    first, more = bench.path("first.csv"), bench.path("more.csv")
    with open(csv) as whole, open(first, "w") as file:
        file.writelines(line for line, _ in zip(whole, range(rows + 1)))
    with open(first) as whole, open(more, "w") as file:
        file.write(next(whole))
        file.writelines("Y" + line for line in whole)
    for run in range(bench.runs):
        store, alone = bench.path(f"beside-{run}.sqlite"), bench.path(f"alone-{run}.sqlite")
        exported, moved = bench.path("exported.csv"), bench.path("moved.csv")

        def note(name, seconds, peer, peer_name, ratio=RATIO):
            figures.note(name, seconds, peer, peer_name, ratio=ratio, unit="s")

        def take(store, file, expected):
            seconds, message = timed([bench.besties, "--store", store, "import", file])
            counts = tuple(int(count) for count in re.findall(r"(\d+) (?:created|updated|unchanged)", message))
            if counts != expected:
                raise SystemExit(f"bench: an import of {file} said “{message.strip()}”")
            return seconds

        def step(store, command):
            return timed([bench.besties, "--store", store, command])[0]

        empty = take(store, first, (rows, 0, 0))
        peer_name = "into an empty store"
        note(f"{rows} imported again, unchanged", take(store, first, (0, 0, rows)), empty, peer_name)
        timed([bench.besties, "--store", store, "export", exported])
        note(f"{rows} imported by id, unchanged", take(store, exported, (0, 0, rows)), empty, peer_name)
        move(exported, moved)
        note(f"{rows} imported by id, updated", take(store, moved, (0, rows, 0)), empty, peer_name)
        beside = take(store, more, (rows, 0, 0))
        note(f"{rows} imported beside as many, created", beside, empty, peer_name)
        note(f"{rows} imported beside as many: undo", step(store, "undo"), beside, "the import", 1)
        note(f"{rows} imported beside as many: redo", step(store, "redo"), beside, "the import", 1)

        timed([bench.besties, "--store", alone, "add", "Someone"])
        one = take(alone, first, (rows, 0, 0))
        note(f"{rows} imported beside one friend, created", one, empty, peer_name)
        note(f"{rows} imported beside one friend: undo", step(alone, "undo"), one, "the import", 1)
        note(f"{rows} imported beside one friend: redo", step(alone, "redo"), one, "the import", 1)


def move(file, target):
    """Friends at other places. No cell of an invented friend's name or place has a comma or a quote."""
    with open(file) as rows, open(target, "w") as moved:
        header = next(rows)
        moved.write(header)
        place = header.rstrip("\n").split(",").index("meetingPlace")
        for row in rows:
            cells = row.split(",", place + 1)
            cells[place] += " 2"
            moved.write(",".join(cells))


def timed(command):
    start = time.monotonic()
    process = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if process.returncode:
        raise SystemExit(f"bench: {' '.join(command)} failed: {process.stderr}")
    return time.monotonic() - start, process.stderr
