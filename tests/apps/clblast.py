# CLBlast's own correctness tests: each routine's results are compared with the reference BLAS.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: clblast.py ROUTINE [--platform NAME]     (for example xaxpy; `dpkg -L clblast-tests` lists all)"""
import re
import sys

import application

# Routines that exist for real or for complex numbers alone.
_REAL = {"CONVGEMM", "DOT", "GER", "SBMV", "SPMV", "SPR", "SPR2", "SYMV", "SYR", "SYR2"}
_COMPLEX = {"DOTC", "DOTU", "GERC", "GERU", "HBMV", "HEMM", "HEMV", "HER", "HER2", "HER2K", "HERK", "HPMV", "HPR", "HPR2"}
# Wrong on every platform: the kernel takes the factors, which the host wrote as halfs, for floats, and reads beyond
# their buffer; the test adds the halfs' bits, so that the reference's factors are no numbers.
_WRONG_BY_ITSELF = {"HGEMMBATCHED"}


def namesOf(routine):
    """A routine's names with the precisions that every device with fp64 must run; half precision may be skipped as a
    whole. The result of some is of another type than their argument."""
    if routine == "AMAX":
        return [f"i{precision}AMAX" for precision in "SDCZ"]
    if routine in ("ASUM", "NRM2"):
        return [precision + routine for precision in ("S", "D", "Sc", "Dz")]
    precisions = "SD" if routine in _REAL else "CZ" if routine in _COMPLEX else "SDCZ"
    return [precision + routine for precision in precisions]


def judgeRoutine(routine, output):
    """Problems of one routine, named without its precision: AXPY."""
    problems = []
    # What follows each "Starting tests for the 'SAXPY' routine", up to the next.
    parts = re.split(r"Starting tests for the '(\w+)' routine", output)
    runs = [(name, text) for name, text in zip(parts[1::2], parts[2::2]) if name not in _WRONG_BY_ITSELF]
    for wanted in namesOf(routine):
        mine = [text for name, text in runs if name == wanted]
        if not mine:
            problems.append(f"{wanted} was not tested")
        for text in mine:
            counts = {what: int(n) for n, what in re.findall(r"(\d+) test\(s\) (passed|skipped|failed)", text)}
            if counts.get("passed", 0) == 0:
                problems.append(f"{wanted}: no test passed")
            if counts.get("failed") != 0:
                problems.append(f"{wanted}: {counts.get('failed', 'unknown number of')} tests failed")
    # A row has one sign for each test. A kernel that didn't compile counts only as skipped, so the signs decide.
    lines = [line for _, text in runs for line in text.splitlines()]
    rows = [line.strip() for line in lines if re.fullmatch(r" +[:.X/\\o-]+", line)]
    problems += [f"a test went wrong: {row}" for row in rows if re.search(r"[X/\\o]", row)]
    return problems


def judge(routine):
    return lambda output, _: judgeRoutine(routine[1:].upper(), output)


if __name__ == "__main__":
    name = sys.argv.pop(1)
    sys.exit(application.runAndJudge(__doc__, [f"/usr/bin/clblast_test_{name}"], judge(name),
                                     mayFail="H" + name[1:].upper() in _WRONG_BY_ITSELF))
