# Reads what perf script prints.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import re


class Unreadable(Exception):
    """The sentence says what is wrong with the file."""


# "    7f31c2a0 scale+0x10 (/path/code.so)", with or without what stands in front of the address.
FRAME = re.compile(r"(?:^|\s)([0-9a-f]{6,16})\s+(\S.*?)(?:\+0x[0-9a-f]+)?(?:\s+\(([^()]*)\))?\s*$")
LINE = re.compile(r"^\s*(\S+?):(\d+)\s*$")


class Samples:
    def __init__(self):
        self.total = 0
        self.ofSymbol = collections.Counter()
        self.ofLine = collections.Counter()  # (symbol, file name, line)


def read(path):
    """Of each sample the innermost frame; frames of one sample follow each other without an empty line between."""
    found = Samples()
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.readlines()
    except OSError as problem:
        raise Unreadable(f"{path} can't be read: {problem.strerror}.") from None
    hasStacks = any(not line.strip() for line in lines)
    symbol, isFirst = None, True
    for line in lines:
        if not line.strip():
            symbol, isFirst = None, True
            continue
        place = LINE.match(line)
        if place and symbol is not None:
            found.ofLine[symbol, place[1].rsplit("/", 1)[-1], int(place[2])] += 1
            symbol = None
            continue
        frame = FRAME.search(line)
        if not frame:
            continue
        if isFirst:
            symbol = frame[2]
            found.total += 1
            found.ofSymbol[symbol] += 1
        else:
            symbol = None
        isFirst = not hasStacks
    if not found.total:
        raise Unreadable(f"{path} holds no sample as perf script -F ip,sym,srcline prints them.")
    return found
