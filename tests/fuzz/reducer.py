# Cuts a program down while its fault stays the same.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Deletes statements, puts bodies in the place of their branch or loop, and puts operands or 1 in the place of
expressions. Barriers stay while arrays are exchanged through them, so a reduced kernel is as well defined as the whole.
A step that doesn't compile, or changes the fault, is undone."""
import re
import time

from expressions import isReal
from tree import Expression


def blocks(program):
    """All lists of statements, outer ones first."""
    found = [function.body for function in program.functions]
    for body in found:
        for statement in body:
            found += statement.bodies
    return found


def slots(program):
    """All places that hold an expression, larger ones first: (list, index)."""
    found = [(statement.expressions, i) for body in blocks(program) for statement in body
             for i in range(len(statement.expressions))]
    for holder, i in found:
        found += [(holder[i].operands, j) for j in range(len(holder[i].operands))]
    return found


class Reducer:
    def __init__(self, program, judge, fault, seconds):
        self.program, self.judge, self.kind, self.way = program, judge, fault[0], fault[2]
        self.end = time.monotonic() + seconds

    def same(self):
        fault = self.judge.fault(self.program, self.way)
        return fault is not None and fault[0] == self.kind

    def barriersMatter(self):
        """Whether a work-item touches an element of local memory that is not its own."""
        lines = [line for function in self.program.functions for line in str(function).splitlines()]
        text = "\n".join(line for line in lines if not line.lstrip().startswith("local "))
        return re.search(r"\b(L\d|shared)\[(?!lid\])", text) is not None

    def trySwap(self, holder, begin, end, new):
        old = holder[begin:end]
        holder[begin:end] = new
        if self.same():
            return True
        holder[begin:begin + len(new)] = old
        return False

    def deleteStatements(self):
        changed = False
        for body in blocks(self.program):
            step = max(1, len(body) // 2)
            while step and time.monotonic() < self.end:
                at = 0
                while at < len(body):
                    piece = body[at:at + step]
                    free = not any(s.fixed for s in piece) or (
                        all(not s.fixed or "barrier(" in s.text for s in piece) and not self.barriersMatter())
                    if not (free and self.trySwap(body, at, at + step, [])):
                        at += step
                    else:
                        changed = True
                step //= 2
        return changed

    def unwrap(self):
        changed = False
        for body in blocks(self.program):
            for at in range(len(body) - 1, -1, -1):
                if at < len(body) and time.monotonic() < self.end:
                    for inner in body[at].bodies:
                        if self.trySwap(body, at, at + 1, list(inner)):
                            changed = True
                            break
        return changed

    def deleteFunctions(self):
        changed = False
        for at in range(len(self.program.functions) - 2, -1, -1):
            changed |= self.trySwap(self.program.functions, at, at + 1, [])
        return changed

    def shrinkExpressions(self):
        changed = False
        for holder, i in slots(self.program):
            if time.monotonic() >= self.end:
                break
            if i >= len(holder) or not holder[i].operands:
                continue
            whole = holder[i]
            one = "1.0" if isReal(whole.kind) else "1"
            for smaller in [Expression(whole.kind, f"({whole.kind})({one})"),
                            *(operand for operand in whole.operands if operand.kind == whole.kind)]:
                if self.trySwap(holder, i, i + 1, [smaller]):
                    changed = True
                    break
        return changed

    def run(self):
        while time.monotonic() < self.end:
            steps = [self.deleteStatements(), self.unwrap(), self.shrinkExpressions(), self.deleteFunctions()]
            if not any(steps):
                break
        return self.program
