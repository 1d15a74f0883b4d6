# What launches compute and move, by the compiler's counts.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler counts what each loop of a kernel does in a round, and how many rounds there are, as far as the launch
tells (compiler/analysis/WorkEstimate.h)."""
import json
from dataclasses import dataclass

from tracefile import isNumber

COUNTS = ("Flops", "Operations", "Functions", "Loaded", "Stored", "Local")
# A launch that says of itself that a loop goes round more often has told nonsense.
MOST = 1e18


@dataclass
class Work:
    """Of a launch."""
    flops: float = 0
    functions: float = 0
    bytes: float = 0
    local: float = 0
    isLeast: bool = False  # loops of unknown length are counted once
    isMost: bool = False   # what stands behind branches is counted as if all took them

    def note(self):
        if self.isLeast:
            return "at least"
        return "at most" if self.isMost else "about"


class Unknown(Exception):
    pass


def evaluate(expression, launch, depth=0):
    """A number of rounds; Unknown where the launch doesn't tell it."""
    if isNumber(expression):
        return expression
    if not isinstance(expression, list) or not expression or depth > 40:
        raise Unknown
    operation, *operands = expression
    if operation == "argument":
        offset, size = operands
        data = launch["arguments"]
        if data is None or offset + size > len(data):
            raise Unknown
        return int.from_bytes(data[offset:offset + size], "little", signed=True)
    if operation in ("global", "local", "groups"):
        sizes = launch[operation]
        return sizes[operands[0]] if operands[0] < len(sizes) else 1
    values = [evaluate(operand, launch, depth + 1) for operand in operands]
    if operation == "+":
        return sum(values)
    if operation == "*":
        product = 1
        for value in values:
            product *= value
        return min(max(product, -MOST), MOST)
    if operation in ("max", "min"):
        return (max if operation == "max" else min)(values)
    if operation == "/" and len(values) == 2 and values[1]:
        return values[0] // values[1]
    raise Unknown


def parseParts(facts):
    """The remarks of the pass estimate-work: loops' rounds and counts."""
    parts = []
    for fact in facts:
        if not isinstance(fact, dict) or fact.get("name") != "Work":
            continue
        try:
            trips = json.loads(fact.get("Trips", "[]"))
            always = {count: float(fact.get(count, 0)) for count in COUNTS}
            sometimes = {count: float(fact.get("Sometimes" + count, 0)) for count in COUNTS}
        except (ValueError, TypeError, OverflowError):
            continue
        # Numbers so large that their products may be infinite are none.
        if isinstance(trips, list) and all(isNumber(count) for count in [*always.values(), *sometimes.values()]):
            parts.append((trips, always, sometimes))
    return parts


def workOf(parts, launch):
    """Of all work-items of a launch: global, local, groups are lists of sizes, arguments bytes or None."""
    total = Work()
    items = 1
    for size in launch["global"]:
        items = min(items * size, MOST)
    for trips, always, sometimes in parts:
        rounds = 1.0
        matters = any(always.values()) or any(sometimes.values())
        for trip in trips:
            try:
                rounds *= max(0, evaluate(trip, launch))
            except (Unknown, TypeError, ValueError, IndexError, OverflowError):
                total.isLeast |= matters
            rounds = min(rounds, MOST)
        rounds = min(rounds * items, MOST)
        for counts in (always, sometimes):
            total.flops += rounds * counts["Flops"]
            total.functions += rounds * counts["Functions"]
            total.bytes += rounds * (counts["Loaded"] + counts["Stored"])
            total.local += rounds * counts["Local"]
        total.isMost |= any(sometimes[count] for count in ("Flops", "Loaded", "Stored"))
    return total
