# The events of a trace, by tracks and depths, as little data as shows them.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections

FIRST_QUEUE = 10_000_000
CATEGORIES = ("command", "piece", "wait", "build", "compile", "stage", "machine")


def nest(spans):
    """(begin, length, name, category, details) -> the same with a depth, by what lies within what."""
    spans.sort(key=lambda span: (span[0], -span[1]))
    ends, nested = [], []
    for begin, length, *rest in spans:
        # A nanosecond of overlap is rounding.
        while ends and ends[-1] <= begin + 0.001:
            ends.pop()
        nested.append((begin, length, len(ends), *rest))
        ends.append(begin + length)
    return nested


def mergeShort(spans, limit):
    """Draws together neighbours that are shorter than `limit` and lie closer than that. The sixth element counts them."""
    merged, last = [], {}
    for begin, length, depth, name, category, details in spans:
        before = last.get(depth)
        if length < limit and before is not None and before[6] and before[1] - before[0] < 8 * limit and \
                begin - before[1] < limit:
            before[1] = max(before[1], begin + length)
            before[5] += 1
            if before[7] is None:
                before[7] = collections.Counter({before[3]: 1})
            before[7][name] += 1
            continue
        entry = [begin, begin + length, depth, name, category, 1, length < limit, None, details]
        merged.append(entry)
        last[depth] = entry
    return merged


def detailsOf(category, arguments):
    """What a reader wants to see of an event, as lines."""
    lines = []
    for key in ("id", "after", "for", "command", "from", "error"):
        if key in arguments:
            lines.append(f"{key} {arguments[key]}")
    for key in ("global", "local"):
        if isinstance(arguments.get(key), list):
            lines.append(f"{key} size {' × '.join(map(str, arguments[key]))}")
    if isinstance(arguments.get("count"), int) and category == "piece":
        lines.append(f"{arguments['count']} pieces from {arguments.get('first')} on")
    if isinstance(arguments.get("bytes"), int):
        lines.append(f"{arguments['bytes']:,} bytes")
    if arguments.get("unfinished"):
        lines.append("not finished when the trace ended")
    return "\n".join(lines)


def mergeUntil(tracks, most, length):
    """Merges no more than it must for at most `most` events to be left."""
    nested = {track: nest(spans) for track, spans in tracks.items()}
    if sum(map(len, nested.values())) <= most:
        return {track: mergeShort(spans, 0) for track, spans in nested.items()}
    limit = max(length / most / 8, 0.001)
    while True:
        merged = {track: mergeShort(spans, limit) for track, spans in nested.items()}
        if sum(map(len, merged.values())) <= most or limit > 16 * length:
            return merged
        limit *= 2


def collect(trace, most):
    tracks = collections.defaultdict(list)
    for track, begin, length, category, name, arguments in trace.spans:
        tracks[track].append((begin, length, name, category, (category, arguments)))
    start = min((span[1] for span in trace.spans), default=0)
    end = max((span[1] + span[2] for span in trace.spans), default=0)
    merged = mergeUntil(tracks, most, end - start)
    names, details = {}, {}

    def number(table, text):
        return table.setdefault(text, len(table))

    drawn = []
    for track in sorted(merged, key=lambda one: (trace.order.get(one, one), one)):
        spans = []
        for begin, finish, depth, name, category, count, _, merger, arguments in merged[track]:
            if count > 1:
                common = merger.most_common(3)
                note = f"{count} events: " + ", ".join(f"{times} × {one}" for one, times in common)
                name = common[0][0]
            else:
                note = detailsOf(*arguments)
            kind = CATEGORIES.index(category) if category in CATEGORIES else len(CATEGORIES)
            spans += [round(begin - start, 3), round(finish - begin, 3), depth, number(names, name), kind, count,
                      number(details, note)]
        depths = max((entry[2] for entry in merged[track]), default=0) + 1
        drawn.append({"name": trace.threads.get(track, f"thread {track}"), "id": track,
                      "kind": "queue" if track >= FIRST_QUEUE else "thread", "depths": depths, "spans": spans})
    place = {track["id"]: index for index, track in enumerate(drawn)}
    flows = []
    for ends in trace.flows.values():
        if all(ends) and ends[0][0] in place and ends[1][0] in place and len(flows) < 4 * 20_000:
            flows += [place[ends[0][0]], round(ends[0][1] - start, 3), place[ends[1][0]], round(ends[1][1] - start, 3)]
    return {"tracks": drawn, "names": list(names), "details": list(details), "length": end - start, "flows": flows,
            "events": len(trace.spans), "drawn": sum(len(track["spans"]) // 7 for track in drawn),
            "isWhole": trace.isWhole}
