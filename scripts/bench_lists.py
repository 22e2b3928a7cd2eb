"""Lists of friends, printed by ours and by the sqlite3 shell: the same rows, in the same order."""

import json
import subprocess
import time

ROWS = """SELECT r.id, r.name, r.meeting_place, r.meeting_date, r.birthday, r.phones, r.emails,
  (SELECT json_group_array(tag) FROM (SELECT tag FROM friend_tag WHERE friend = r.pk ORDER BY position, tag)) AS tags,
  r.note, r.added_at FROM friend_derived AS d JOIN friend AS r ON r.pk = d.pk"""
TEXT = "JOIN friend_text AS t ON t.pk = d.pk"
BY_PLACE = "ORDER BY d.meeting_place_sort ASC NULLS LAST, d.name_sort, d.pk"
HAS = "instr(t.search_text, '{}') > 0"

LISTS = [
    (["list", "--json"], "-json", f"{ROWS} {BY_PLACE}"),
    (["list", "--sections", "--json"], "-json", f"{ROWS} {BY_PLACE}"),
    (["list", "--tsv"], "-tabs", f"{ROWS} {BY_PLACE}"),
    (["list", "--json", "--limit", "20"], "-json", f"{ROWS} {BY_PLACE} LIMIT 20"),
    (["list", "--json", "a"], "-json", f"{ROWS} {TEXT} WHERE {HAS.format('a')} {BY_PLACE}"),
    (["list", "--json", "mari"], "-json", f"{ROWS} {TEXT} WHERE {HAS.format('mari')} {BY_PLACE}"),
    (["list", "--json", "an", "ko"], "-json", f"{ROWS} {TEXT} WHERE {HAS.format('an')} AND {HAS.format('ko')} {BY_PLACE}"),
    (["list", "--count", "a"], "-list", f"SELECT count(*) FROM friend_text AS t WHERE {HAS.format('a')}"),
    (["export", "-"], "-csv", f"{ROWS} ORDER BY r.pk"),
]


def lists(bench, figures, store):
    """Every list, timed after the peer's in each run."""
    for command, mode, statement in LISTS:
        ours = [bench.besties, "--store", store, *command]
        peer = ["sqlite3", "-readonly", mode, store, statement]
        name = f"`{' '.join(command)}`"
        if friends(ours) != friends(peer):
            raise SystemExit(f"bench: {name} and the shell do not print as many friends")
        for _ in range(bench.runs):
            figures.note(name, seconds(ours), seconds(peer), "sqlite3", behind=0.1, unit="s")


def friends(command):
    """How many friends a command prints, or what it says instead."""
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if output.startswith("["):
        return sum(len(row.get("friends", [None])) for row in json.loads(output))
    lines = output.splitlines()
    return len(lines) - lines[0].startswith("name") if len(lines) > 1 else output.strip()


def seconds(command):
    start = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - start
