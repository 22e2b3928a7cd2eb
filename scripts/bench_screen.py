"""What a terminal shows, from what a program has written to it: enough of an xterm for ncurses and fzf."""

import codecs
import re
import unicodedata

SEQUENCE = re.compile(r"\x1b(?:\[([?>=]?)([0-9;:]*)[ !]?([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)|P[^\x1b]*\x1b\\|[()][0-9A-B]|([^\[\]P()]))")


def width(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Screen:
    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.rest = ""
        self.row = self.column = 0
        self.top, self.bottom = 0, rows
        self.lines = [self.blank() for _ in range(rows)]
        self.last = " "

    def blank(self):
        return [" "] * self.columns

    def text(self, row):
        return "".join(self.lines[row]).rstrip()

    def feed(self, data):
        text = self.rest + self.decoder.decode(data)
        self.rest = ""
        index = 0
        while index < len(text):
            character = text[index]
            if character == "\x1b":
                match = SEQUENCE.match(text, index)
                if not match:
                    self.rest = text[index:]
                    return
                self.sequence(match)
                index = match.end()
                continue
            index += 1
            if character == "\r":
                self.column = 0
            elif character == "\n":
                self.line_feed()
            elif character == "\b":
                self.column = max(0, self.column - 1)
            elif character >= " ":
                self.put(character)

    def put(self, character):
        size = width(character)
        if size == 0:
            return
        if self.column + size > self.columns:
            self.column = 0
            self.line_feed()
        line = self.lines[self.row]
        line[self.column] = character
        for cell in range(self.column + 1, self.column + size):
            line[cell] = ""
        self.column += size
        self.last = character

    def line_feed(self):
        if self.row + 1 == self.bottom:
            self.scroll(1)
        else:
            self.row = min(self.row + 1, self.rows - 1)

    def scroll(self, count, top=None):
        top = self.top if top is None else top
        region = self.lines[top : self.bottom]
        for _ in range(min(abs(count), len(region))):
            if count > 0:
                region = region[1:] + [self.blank()]
            else:
                region = [self.blank()] + region[:-1]
        self.lines[top : self.bottom] = region

    def sequence(self, match):
        private, parameters, final, escape = match.groups()
        if escape == "M":
            if self.row == self.top:
                self.scroll(-1)
            else:
                self.row = max(0, self.row - 1)
        if not final:
            return
        if private:
            if final == "h" and "1049" in parameters:
                self.lines = [self.blank() for _ in range(self.rows)]
            return
        numbers = [int(part) if part.isdigit() else 0 for part in parameters.split(";")]
        first = numbers[0]
        count = max(1, first)
        line = self.lines[self.row]
        if final in "Hf":
            self.row = min(count, self.rows) - 1
            self.column = min(max(1, numbers[1] if len(numbers) > 1 else 1), self.columns) - 1
        elif final == "A":
            self.row = max(0, self.row - count)
        elif final == "B":
            self.row = min(self.rows - 1, self.row + count)
        elif final == "C":
            self.column = min(self.columns - 1, self.column + count)
        elif final == "D":
            self.column = max(0, self.column - count)
        elif final in "G`":
            self.column = min(count, self.columns) - 1
        elif final == "d":
            self.row = min(count, self.rows) - 1
        elif final == "J":
            self.erase_line(0 if first == 0 else first)
            after, before = range(self.row + 1, self.rows), range(0, self.row)
            for row in list(after) * (first != 1) + list(before) * (first != 0):
                self.lines[row] = self.blank()
        elif final == "K":
            self.erase_line(first)
        elif final == "X":
            line[self.column : self.column + count] = [" "] * len(line[self.column : self.column + count])
        elif final == "P":
            self.lines[self.row] = (line[: self.column] + line[self.column + count :] + self.blank())[: self.columns]
        elif final == "@":
            self.lines[self.row] = (line[: self.column] + [" "] * count + line[self.column :])[: self.columns]
        elif final == "b":
            for _ in range(count):
                self.put(self.last)
        elif final == "r":
            self.top = count - 1
            self.bottom = numbers[1] if len(numbers) > 1 and numbers[1] else self.rows
            self.row = self.column = 0
        elif final == "S":
            self.scroll(count)
        elif final == "T":
            self.scroll(-count)
        elif final == "L":
            self.scroll(-count, self.row)
        elif final == "M":
            self.scroll(count, self.row)

    def erase_line(self, mode):
        line = self.lines[self.row]
        start, end = (self.column, self.columns) if mode == 0 else (0, self.column + 1) if mode == 1 else (0, self.columns)
        line[start:end] = [" "] * (end - start)
