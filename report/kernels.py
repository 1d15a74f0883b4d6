# What a trace says of its kernels: how often and how long they ran, what of, and how they were compiled.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import re
import statistics

import schedules
import work
from tracefile import isNumber, text, tracedNumber

# Of a kernel's codes and local sizes the page lists so many.
MOST_VARIANTS = 12


class Code:
    """One machine code of a kernel."""

    def __init__(self, arguments):
        made = arguments.get("made")
        made = made if isinstance(made, dict) else {}
        facts = made.get("facts")
        self.kernel = str(arguments.get("kernel", "?"))
        self.program = str(arguments.get("program", ""))
        self.fromCache = arguments.get("from") == "cache"
        self.packetWidth = arguments["packetWidth"] if tracedNumber(arguments.get("packetWidth")) else 0
        self.executor = str(arguments.get("executor", ""))
        self.request = dict(line.partition("=")[::2] for line in str(arguments.get("request", "")).splitlines())
        self.facts = [fact for fact in facts if isinstance(fact, dict)] if isinstance(facts, list) else []
        self.parts = work.parseParts(self.facts)
        self.stages = made.get("stages") if isinstance(made.get("stages"), list) else []
        self.launches = 0

    def title(self):
        request = self.request
        words = []
        if request.get("local-size", "0,0,0") != "0,0,0":
            words.append("local size " + request["local-size"].replace(",", " × "))
        if request.get("indices") == "wide":
            words.append("wide ids")
        if request.get("buffers") == "any":
            words.append("buffers that meet")
        if request.get("argument-constants"):
            words.append("images " + request["argument-constants"])
        return ", ".join(words) or "any local size"

    def how(self):
        # The facts of weftc lack what a loaded code says of itself, but the schedule has the same.
        schedule = "" if self.executor else schedules.scheduleOf(self)
        if "fibers" in (self.executor, *schedule.split()):
            return "fibers"
        chosen = re.search(r"\bwidth=([0-9]{1,2})\b", schedule)
        width = int(chosen[1]) if chosen else self.packetWidth
        return f"packets of {width}" if width > 1 else "one work-item at a time"


class Kernel:
    def __init__(self, name):
        self.name = name
        self.durations = []
        self.runs = []  # (begin, microseconds, code or None) of each launch
        self.waits = []
        self.launches = collections.Counter()  # what a launch's work depends on -> how often
        self.spent = collections.Counter()     # the same -> microseconds
        self.localSizes = collections.Counter()
        self.buffers = 0
        self.compile = 0.0
        self.codes = []


def numbers(value):
    return [int(part) for part in value if tracedNumber(part)] if isinstance(value, list) else []


def bytesOf(text):
    try:
        return bytes.fromhex(text) if isinstance(text, str) else None
    except ValueError:
        return None


def codesByTime(trace):
    """(place among the spans, address, code): an address may have another code later."""
    return [(place, str(arguments.get("code")), Code(arguments)) for name, arguments, place in trace.facts if name == "code"]


def addLaunches(trace, kernels, codes):
    waiting = collections.deque(codes)
    current = {}
    for place, (_, begun, length, category, name, arguments) in enumerate(trace.spans):
        while waiting and waiting[0][0] <= place:
            _, address, code = waiting.popleft()
            current[address] = code
        if category != "command" or arguments.get("type") != "kernel":
            continue
        kernel = kernels.setdefault(name, Kernel(name))
        kernel.durations.append(length)
        queued = arguments.get("queued")
        if isNumber(queued):
            kernel.waits.append(max(0.0, begun - queued))
        code = current.get(str(arguments.get("code")))
        kernel.runs.append((begun, length, code))
        if code:
            code.launches += 1
        sizes, local = numbers(arguments.get("global")), numbers(arguments.get("local"))
        kernel.localSizes[" × ".join(map(str, local))] += 1
        kernel.buffers += arguments["bytes"] if tracedNumber(arguments.get("bytes")) else 0
        key = (code, tuple(sizes), tuple(local), text(arguments.get("arguments")))
        kernel.launches[key] += 1
        kernel.spent[key] += length


def totalWork(kernel):
    """Of those launches whose code tells it: (work, microseconds that these took)."""
    total, spent, known = work.Work(), 0.0, False
    for key, count in kernel.launches.items():
        code, sizes, local, arguments = key
        if not code or not code.parts or not sizes:
            continue
        groups = [-(-size // max(1, each)) for size, each in zip(sizes, local)]
        one = work.workOf(code.parts, {"global": list(sizes), "local": list(local), "groups": groups,
                                       "arguments": bytesOf(arguments)})
        total.flops += one.flops * count
        total.functions += one.functions * count
        total.bytes += one.bytes * count
        total.local += one.local * count
        total.isLeast |= one.isLeast
        total.isMost |= one.isMost
        spent += kernel.spent[key]
        known = True
    return (total, spent) if known else (None, 0.0)


KIND_CLASS = {"uniform": "uniform", "contiguous": "contiguous", "reverse": "contiguous", "interleaved": "interleaved",
              "permuted": "interleaved", "transposed": "interleaved", "contiguous if checked": "checked",
              "gathered": "gathered", "read-modify-write": "scalar", "single lane": "scalar"}


def lineFacts(code):
    """file -> line -> what the compiler says of it, each thing once."""
    files = collections.defaultdict(lambda: collections.defaultdict(lambda: {"marks": {}, "notes": []}))
    general = []
    for fact in code.facts:
        name = fact.get("name")
        if name in ("Work", "Candidate"):
            continue
        line = fact.get("line")
        if not tracedNumber(line) or line == 0 or name in ("Packets", "Rows", "Dimension", "Schedule"):
            if text(fact.get("text")) not in general:
                general.append(text(fact.get("text")))
            continue
        entry = files[text(fact.get("file"))][line]
        marks, notes = entry["marks"], entry["notes"]
        if name == "Line":
            counts = [int(fact[key]) if re.fullmatch("[0-9]{1,9}", text(fact.get(key))) else 0 for key in ("Uniform", "Lanes", "EachLane")]
            before = entry.get("counts", [0, 0, 0])
            entry["counts"] = [max(pair) for pair in zip(before, counts)]
            if fact.get("Masked") == "yes":
                marks["masked"] = "masked"
        elif name == "Access":
            way = text(fact.get("Kind"))
            marks[KIND_CLASS.get(way, "gathered")] = way
            space = text(fact.get("Space"))
            masked = ", masked" if fact.get("Masked") == "yes" else ""
            note = f"{text(fact.get('Access'))} of {text(fact.get('Bytes'))} bytes of {space} memory: {way}{masked}. " \
                   f"It {text(fact.get('text'))}; {text(fact.get('Why'))}."
            if note not in notes:
                notes.append(note)
        else:
            if name == "EachLane":
                marks["scalar"] = "one by one"
            elif name == "Obstacle":
                marks["scalar"] = "not on packets"
            else:
                marks["note"] = "note"
            if text(fact.get("text")) not in notes:
                notes.append(text(fact.get("text")))
    for lines in files.values():
        for entry in lines.values():
            counts = entry.get("counts")
            if counts and not entry["marks"]:
                entry["marks"]["uniform" if not counts[1] and not counts[2] else "lanes"] = \
                    "uniform" if not counts[1] and not counts[2] else "vectors"
    return files, general


def sourceOf(trace, code):
    """The text that the code's program was made of; of several that were linked the one that names the kernel."""
    sources, parts = {}, {}
    for name, arguments, _ in trace.facts:
        if name == "program":
            sources[str(arguments.get("program"))] = text(arguments.get("source"))
        elif name == "link" and isinstance(arguments.get("parts"), list):
            parts[str(arguments.get("program"))] = [str(part) for part in arguments["parts"]]
    open_, seen, found = [code.program], set(), []
    while open_:
        program = open_.pop(0)
        if program in seen:
            continue
        seen.add(program)
        if sources.get(program):
            found.append(sources[program])
        open_ += parts.get(program, [])
    named = [source for source in found if re.search(rf"\b{re.escape(code.kernel)}\b", source)]
    return (named or found or [""])[0]


def describeSource(trace, code, samples, kernelName):
    files, general = lineFacts(code)
    source = sourceOf(trace, code)
    lines = {}
    # The source itself has a name that the compiler gives it; included files have others.
    own = "program.cl" if "program.cl" in files else next(iter(files), "program.cl")
    for line, entry in files.get(own, {}).items():
        lines[line] = {"marks": entry["marks"], "notes": entry["notes"], "counts": entry.get("counts")}
    others = [{"file": file, "line": line, "notes": entry["notes"]} for file, those in files.items() if file != own
              for line, entry in sorted(those.items()) if entry["notes"]]
    shares, ofKernel = {}, 0
    if samples:
        symbols = [symbol for symbol in samples.ofSymbol if symbol == kernelName or symbol.startswith(kernelName + ".")]
        ofKernel = sum(samples.ofSymbol[symbol] for symbol in symbols)
        for (symbol, file, line), count in samples.ofLine.items():
            if symbol in symbols and file == own:
                shares[line] = shares.get(line, 0) + count / ofKernel
    first, last = extent(source, code.kernel)
    return {"text": source, "lines": lines, "general": general, "others": others, "first": first, "last": last,
            "samples": {line: round(share, 4) for line, share in shares.items()}, "sampleCount": ofKernel,
            "totalSamples": samples.total if samples else 0}


def extent(source, name):
    """The lines of the kernel in the source, from 1 on, as braces tell; all where they don't."""
    lines = source.count("\n") + 1
    begin = re.search(rf"\b(?:__)?kernel\b[^;{{}}]*\b{re.escape(name)}\s*\(", source)
    if not begin:
        return 1, lines
    depth, at = 0, source.find("{", begin.end())
    while 0 <= at < len(source):
        depth += {"{": 1, "}": -1}.get(source[at], 0)
        if depth == 0:
            break
        at += 1
    end = source.count("\n", 0, at) + 1 if at >= 0 else lines
    return source.count("\n", 0, begin.start()) + 1, end


def rate(amount, microseconds):
    return amount / microseconds * 1e6 if microseconds > 0 else 0


def describeCode(code, runs):
    """`runs` has (number among the kernel's launches, microseconds) of each launch of the code, in their order."""
    return {"title": code.title(), "how": code.how(), "schedule": schedules.scheduleOf(code), "launches": len(runs),
            "first": runs[0][0] if runs else 0, "last": runs[-1][0] if runs else 0,
            "median": statistics.median(length for _, length in runs) if runs else 0, "cached": code.fromCache,
            "stages": longestStages(code)}


def describe(trace, kernel, whole, samples, trials):
    total = sum(kernel.durations)
    count = len(kernel.durations)
    runs, inOrder = collections.defaultdict(list), sorted(kernel.runs, key=lambda run: run[0])
    for number, (_, length, code) in enumerate(inOrder, 1):
        runs[code].append((number, length))
    candidates = schedules.candidatesOf(kernel.codes)
    codes = sorted((code for code in kernel.codes if code not in candidates), key=lambda code: -len(runs[code]))
    done, spent = totalWork(kernel)
    row = {"name": kernel.name, "launches": count, "total": total, "share": total / whole if whole else 0,
           "median": statistics.median(kernel.durations) if count else 0, "least": min(kernel.durations, default=0),
           "most": max(kernel.durations, default=0), "wait": statistics.median(kernel.waits) if kernel.waits else 0,
           "compile": kernel.compile, "buffers": kernel.buffers / count if count else 0,
           "localSizes": [[size, number] for size, number in kernel.localSizes.most_common(MOST_VARIANTS) if size],
           "codes": [describeCode(code, runs[code]) for code in codes[:MOST_VARIANTS]], "codeCount": len(codes),
           "candidateCount": len(candidates),
           "schedules": schedules.describe([*codes, *kernel.codes], inOrder[-1][2] if inOrder else None, trials),
           "how": codes[0].how() if codes else ""}
    if done:
        row["work"] = {"flops": done.flops, "bytes": done.bytes, "local": done.local, "functions": done.functions,
                       "note": done.note(), "flopRate": rate(done.flops, spent), "byteRate": rate(done.bytes, spent),
                       "intensity": done.flops / done.bytes if done.bytes else None}
    if codes:
        row["source"] = describeSource(trace, codes[0], samples, kernel.name)
    return row


def longestStages(code):
    """The steps of a compilation that took longest, in milliseconds."""
    steps = []
    for stage in code.stages:
        if isinstance(stage, dict) and all(tracedNumber(stage.get(key)) for key in ("begun", "ended")):
            steps.append([str(stage.get("name")), (stage["ended"] - stage["begun"]) / 1e6])
    # The whole of the pipeline is there beside its stages.
    return sorted((step for step in steps if step[0] != "kernel pipeline"), key=lambda step: -step[1])[:6]


def collect(trace, samples, limits):
    kernels = {}
    codes = codesByTime(trace)
    addLaunches(trace, kernels, codes)
    for _, _, code in codes:
        kernels.setdefault(code.kernel, Kernel(code.kernel)).codes.append(code)
    for _, _, length, category, _, arguments in trace.spans:
        if category == "compile" and text(arguments.get("kernel")) in kernels:
            kernels[arguments["kernel"]].compile += length
    whole = sum(sum(kernel.durations) for kernel in kernels.values())
    trials = schedules.trialsByKernel(trace)
    rows = sorted((describe(trace, kernel, whole, samples, trials.get(kernel.name, [])) for kernel in kernels.values()),
                  key=lambda row: (-row["total"], row["name"]))
    return {"kernels": rows, "machine": describeMachine(trace, limits)}


def describeMachine(trace, limits):
    machine = {}
    for name, arguments, _ in trace.facts:
        if name == "machine":
            machine = {key: value for key, value in arguments.items() if isinstance(value, str) or isNumber(value)}
    if limits:
        machine.update(memoryBytes=limits[0], floatFlops=limits[1], given=True)
        machine.pop("cacheBytes", None)
        machine.pop("doubleFlops", None)
    return machine
