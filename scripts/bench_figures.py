"""Figures beside their peers', and the table of them."""

import os
import platform
import sqlite3
import statistics
import subprocess


class Figures:
    """Figures by name, in the order in which they were first noted."""

    def __init__(self):
        self.all = {}

    def note(self, name, ours, peer=None, peer_name=None, milliseconds=None, ratio=None, behind=None, unit="ms"):
        reach = {"milliseconds": milliseconds, "ratio": ratio, "behind": behind}
        figure = self.all.setdefault(
            name, {"name": name, "unit": unit, "ours": [], "peer": [], "peerName": peer_name, "reach": reach}
        )
        if ours is not None:
            figure["ours"].append(ours)
        if peer is not None:
            figure["peer"].append(peer)

    def take(self, figures):
        for figure in figures:
            self.all[figure["name"]] = {"unit": "ms", **figure}


def machine():
    def first(command):
        return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]

    with open("/proc/cpuinfo") as information:
        model = next((line.split(":")[1].strip() for line in information if line.startswith("model name")), "")
    return {
        "processor": f"{os.cpu_count()} × {model}",
        "kernel": platform.release(),
        "swift": first(["swift", "--version"]),
        "sqlite": sqlite3.sqlite_version,
        "load": " ".join(f"{load:.1f}" for load in os.getloadavg()),
    }


def shown(value, unit):
    if value is None:
        return ""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:.{digits}f} {unit}".strip()


def summary(figure):
    ours = statistics.median(figure["ours"]) if figure["ours"] else None
    peer = statistics.median(figure["peer"]) if figure["peer"] else None
    ratio = ours / peer if ours is not None and peer else None
    limit, most, behind = (figure["reach"].get(key) for key in ("milliseconds", "ratio", "behind"))
    met = None
    if limit is not None and ours is not None:
        met = ours <= limit
    elif most is not None and ratio is not None:
        met = ratio <= most
    elif behind is not None and ratio is not None:
        met = ours - peer <= behind
    reach = (
        f"≤ {shown(limit, figure['unit'])}" if limit is not None
        else f"≤ {most} ×" if most is not None
        else f"≤ peer + {behind} {figure['unit']}" if behind is not None
        else ""
    )
    return ours, peer, ratio, reach, met


def table(figures):
    lines = ["| figure | ours | peer | | ratio | reach | |", "|---|--:|--:|---|--:|--:|---|"]
    for figure in figures:
        ours, peer, ratio, reach, met = summary(figure)
        cells = [
            figure["name"], shown(ours, figure["unit"]), shown(peer, figure["unit"]), figure.get("peerName") or "",
            f"{ratio:.2f}" if ratio is not None else "", reach, "" if met is None else "✓" if met else "✗",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
