# CLBlast's own correctness tests: each routine's results are compared with the reference BLAS.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: clblast.py ROUTINE [--platform NAME]     (for example xaxpy)"""
import re
import sys

import application

# The precisions that every device with fp64 must run; half precision may be skipped as a whole.
_PRECISIONS = "SDCZ"


def judgeRoutine(routine, output):
    """Problems of one routine, named without its precision: AXPY."""
    problems = []
    # What follows each "Starting tests for the 'SAXPY' routine", up to the next.
    parts = re.split(r"Starting tests for the '(\w+)' routine", output)
    runs = list(zip(parts[1::2], parts[2::2]))
    for precision in _PRECISIONS:
        mine = [text for name, text in runs if name == precision + routine]
        if not mine:
            problems.append(f"{precision}{routine} was not tested")
        for text in mine:
            counts = {what: int(n) for n, what in re.findall(r"(\d+) test\(s\) (passed|skipped|failed)", text)}
            if counts.get("passed", 0) == 0:
                problems.append(f"{precision}{routine}: no test passed")
            if counts.get("failed") != 0:
                problems.append(f"{precision}{routine}: {counts.get('failed', 'unknown number of')} tests failed")
    # A row has one sign for each test. A kernel that didn't compile counts only as skipped, so the signs decide.
    rows = [line.strip() for line in output.splitlines() if re.fullmatch(r" +[:.X/\\o-]+", line)]
    problems += [f"a test went wrong: {row}" for row in rows if re.search(r"[X/\\o]", row)]
    return problems


def judge(routine):
    return lambda output, _: judgeRoutine(routine[1:].upper(), output)


if __name__ == "__main__":
    name = sys.argv.pop(1)
    sys.exit(application.runAndJudge(__doc__, [f"/usr/bin/clblast_test_{name}"], judge(name)))
