# The schedules of a kernel: what the cost model estimates of them, and what trials have measured on launches.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/schedules.md, "How launches choose", says what a trial is."""
import collections

from tracefile import isNumber, text, tracedNumber

# The page lists so many trials of a kernel, the newest ones, and so many estimates, the lowest ones.
MOST_TRIALS = 100
MOST_ESTIMATES = 40


def trialsByKernel(trace):
    """kernel -> its trials in their order. Facts that have members of other types than a trial are left out."""
    trials = collections.defaultdict(list)
    for name, arguments, _ in trace.facts:
        if name != "trial":
            continue
        kernel, candidate, present = (arguments.get(key) for key in ("kernel", "candidate", "present"))
        percent, measurements, won = (arguments.get(key) for key in ("percent", "measurements", "won"))
        if all(isinstance(word, str) for word in (kernel, candidate, present)) and tracedNumber(percent) and \
                tracedNumber(measurements) and isinstance(won, bool):
            trials[kernel].append({"schedule": candidate, "present": present, "percent": percent,
                                   "measurements": measurements, "won": won})
    return trials


def scheduleOf(code):
    """The schedule of the code, with the compiler's own decisions; "" if the code's facts don't say it."""
    return next((text(fact.get("Schedule")) for fact in code.facts if fact.get("name") == "Schedule"), "")


def estimatesOf(code):
    """(schedule, estimated cycles of a work-item) of the cost model's candidates, the lowest estimate first."""
    estimates = {}
    for fact in code.facts:
        schedule = fact.get("Candidate")
        if fact.get("name") != "Candidate" or not isinstance(schedule, str):
            continue
        try:
            cycles = float(text(fact.get("Cycles")))
        except ValueError:
            continue
        if isNumber(cycles):
            estimates.setdefault(schedule, cycles)
    return sorted(estimates.items(), key=lambda estimate: estimate[1])


def candidatesOf(codes):
    """Those of a kernel's codes that were made for trials, and that no launch ran as the present code. They differ from
    an earlier code in nothing but the schedule that was asked for."""
    first, candidates = {}, set()
    for code in codes:
        others = tuple(sorted(item for item in code.request.items() if item[0] != "schedule"))
        asked = code.request.get("schedule", "")
        if first.setdefault((code.program, others), asked) != asked and not code.launches:
            candidates.add(code)
    return candidates


def describe(codes, last, trials):
    """`codes` begins with the code whose lines the page shows. `last` is the code of the last launch, or None."""
    estimates = next(filter(None, map(estimatesOf, codes)), [])
    return {"estimates": estimates[:MOST_ESTIMATES], "trials": trials[-MOST_TRIALS:], "trialCount": len(trials),
            "last": scheduleOf(last) if last else ""}
