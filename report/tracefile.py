# Reads a trace.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A trace is a JSON array with an event on each line. Its end may be missing, as of a process that has crashed."""
import json
from dataclasses import dataclass, field


class Unreadable(Exception):
    """The sentence says what is wrong with the file."""


@dataclass
class Trace:
    """What the parts of the page are made from. Times are microseconds."""
    spans: list = field(default_factory=list)     # events with a beginning and a duration, in the file's order
    flows: dict = field(default_factory=dict)     # id -> [(track, time) of the beginning, of the end]
    threads: dict = field(default_factory=dict)   # track -> name
    order: dict = field(default_factory=dict)     # track -> number to sort by
    facts: list = field(default_factory=list)     # (name, arguments) of Weft's own, in the file's order
    process: str = ""
    isWhole: bool = False                         # written to its end
    skipped: int = 0                              # lines that are no events


def isNumber(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e18


def tracedNumber(value):
    """Whether the value is a number as traces have it: an integer without a sign."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64


def text(value):
    return value if isinstance(value, str) else ""


def parseLines(text):
    """The events, and how many lines are none. The last line may be cut off."""
    events, skipped = [], 0
    for line in text.splitlines():
        line = line.strip().rstrip(",")
        if line in ("", "[", "]"):
            continue
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            skipped += 1
            continue
        if isinstance(event, dict):
            events.append(event)
        else:
            skipped += 1
    return events, skipped


def parse(text):
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return parseLines(text)
    if isinstance(whole, dict):
        whole = whole.get("traceEvents")
    if not isinstance(whole, list):
        return [], 0
    return [event for event in whole if isinstance(event, dict)], 0


def addMetadata(trace, event, name, arguments):
    track = event.get("tid", 0)
    if name == "process_name":
        trace.process = str(arguments.get("name", ""))
    elif name == "thread_name":
        trace.threads[track] = str(arguments.get("name", ""))
    elif name == "thread_sort_index" and isNumber(arguments.get("sort_index")):
        trace.order[track] = arguments["sort_index"]
    elif name == "weft.end":
        trace.isWhole = True
    elif name.startswith("weft."):
        # A span that comes later belongs to the newest code of its address.
        trace.facts.append((name[5:], arguments, len(trace.spans)))


def add(trace, event):
    """False for what is no event that a trace of Weft's has."""
    phase, name, arguments = event.get("ph"), event.get("name"), event.get("args", {})
    track, time = event.get("tid", 0), event.get("ts")
    if not isinstance(name, str) or not isinstance(arguments, dict) or not isinstance(track, int):
        return False
    if phase == "M":
        addMetadata(trace, event, name, arguments)
    elif phase == "X" and isNumber(time) and isNumber(event.get("dur")) and event["dur"] >= 0:
        trace.spans.append((track, float(time), float(event["dur"]), str(event.get("cat", "")), name, arguments))
    elif phase == "B" and isNumber(time):
        trace.spans.append((track, float(time), None, str(event.get("cat", "")), name, arguments))
    elif phase in ("s", "f") and isNumber(time) and isinstance(event.get("id"), int):
        trace.flows.setdefault(event["id"], [None, None])[phase == "f"] = (track, float(time))
    else:
        return False
    return True


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except IsADirectoryError:
        raise Unreadable(f"{path} is a folder, not a trace.") from None
    except OSError as problem:
        raise Unreadable(f"{path} can't be read: {problem.strerror}.") from None
    events, skipped = parse(text)
    trace = Trace(skipped=skipped)
    for event in events:
        if not add(trace, event):
            trace.skipped += 1
    if not trace.spans and not trace.facts:
        raise Unreadable(f"{path} holds no event of a trace of Weft's.")
    # What has not ended has lasted until the last thing that is known.
    last = max((time + (length or 0) for _, time, length, *_ in trace.spans), default=0)
    trace.spans = [(track, time, last - time if length is None else length, category, name, arguments)
                   for track, time, length, category, name, arguments in trace.spans]
    return trace
