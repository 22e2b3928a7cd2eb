"""A program in a terminal of its own, and when what stood on its screen."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from bench_screen import Screen

COLUMNS, ROWS = 120, 40
# Nothing written for so many seconds: the program has answered.
QUIET = 1.0


class Answer:
    """What a program showed after something was typed: the status line and the rest of the screen, by time."""

    def __init__(self, before, moments):
        self.before, self.moments = before, moments

    @property
    def frame(self):
        """Until the screen showed what it showed in the end."""
        return self.last(lambda moment: (moment[1], moment[2]))

    @property
    def first(self):
        """Until the status line first told of something else."""
        return next((t for t, status, _ in self.moments if status != self.before), None)

    @property
    def exact(self):
        """Until the status line told what it told in the end."""
        return self.last(lambda moment: moment[1])

    @property
    def status(self):
        return self.moments[-1][1] if self.moments else self.before

    def filled(self, rows):
        """Until so many lines were full."""
        return next((t for t, _, lines in self.moments if sum(1 for line in lines if line.strip()) >= rows), None)

    def last(self, part):
        final = None
        for moment in reversed(self.moments):
            if final is not None and part(moment) != part(final):
                break
            final = moment
        return final[0] if final else None


class Terminal:
    """Runs a command in a pty; `status` picks the line that tells the count from a screen's lines."""

    def __init__(self, command, status, environment=None, stdin=None, quiet=QUIET):
        self.status = status
        self.quiet = quiet
        self.screen = Screen(COLUMNS, ROWS)
        self.start = time.monotonic()
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            if stdin:
                os.dup2(os.open(stdin, os.O_RDONLY), 0)
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", **(environment or {}))
            os.execvp(command[0], command)

    def lines(self):
        return [self.screen.text(row) for row in range(ROWS)]

    def type(self, *parts, pause=0.0, patience=5.0, quiet=None, until=None):
        """Types, and gathers what is shown until nothing more is written; times count from the last part.

        `until` says of a status line whether it is the one to wait for, as long as patience lasts."""
        before = self.status(self.lines())
        for part in parts[:-1]:
            os.write(self.descriptor, part)
            time.sleep(pause)
        self.start = time.monotonic()
        os.write(self.descriptor, parts[-1])
        return self.answer(before, patience, quiet, until)

    def answer(self, before="", patience=20.0, quiet=None, until=None):
        moments = []
        hears = False
        if until:
            patience = 20.0
        end = self.start + patience
        while True:
            chunks = self.burst((quiet or self.quiet) if hears else max(0.0, end - time.monotonic()))
            if not chunks:
                return Answer(before, moments)
            for now, data in chunks:
                self.screen.feed(data)
                lines = self.lines()
                status = self.status(lines)
                if not moments or (moments[-1][1], moments[-1][2]) != (status, lines):
                    moments.append((now, status, lines))
            hears = until is None or until(self.status(self.lines()))

    def burst(self, wait):
        """What is written next, and hard on its heels, each piece with when it came: a screen is made of it later, or
        that would be what takes time."""
        chunks = []
        while select.select([self.descriptor], [], [], wait)[0] and len(chunks) < 100:
            try:
                data = os.read(self.descriptor, 1 << 16)
            except OSError:
                break
            chunks.append(((time.monotonic() - self.start) * 1000, data))
            if b"\x1b[6n" in data:
                os.write(self.descriptor, b"\x1b[1;1R")
            wait = 0.02
        return chunks

    def memory(self):
        """The most resident memory so far, in megabytes."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))

    def wakes(self, seconds):
        """How often its threads were woken in a time in which nothing happens."""

        def counts():
            found = {}
            for task in os.listdir(f"/proc/{self.pid}/task"):
                with open(f"/proc/{self.pid}/task/{task}/status") as status:
                    found[task] = sum(int(line.split()[1]) for line in status if line.startswith("voluntary"))
            return found

        before = counts()
        time.sleep(seconds)
        return sum(count - before.get(task, 0) for task, count in counts().items())

    def close(self):
        os.kill(self.pid, signal.SIGTERM)
        try:
            while os.read(self.descriptor, 1 << 16):
                pass
        except OSError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)
