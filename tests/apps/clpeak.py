# clpeak: measures bandwidth, arithmetic and launch latency; here every section must come to its end.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import re
import sys

import application

_VECTORS = ["", "2", "4", "8", "16"]
# Each section, and the rows of figures that it must have.
_SECTIONS = {
    "Global memory bandwidth (GBPS)": ["float" + n for n in _VECTORS],
    "Single-precision compute (GFLOPS)": ["float" + n for n in _VECTORS],
    "Double-precision compute (GFLOPS)": ["double" + n for n in _VECTORS],
    "Integer compute (GIOPS)": ["int" + n for n in _VECTORS],
    "Integer compute Fast 24bit (GIOPS)": ["int" + n for n in _VECTORS],
    "Transfer bandwidth (GBPS)": ["enqueueWriteBuffer", "enqueueReadBuffer", "enqueueWriteBuffer non-blocking",
                                  "enqueueReadBuffer non-blocking", "enqueueMapBuffer(for read)",
                                  "memcpy from mapped ptr", "enqueueUnmap(after write)", "memcpy to mapped ptr"],
}
_HALF = "Half-precision compute (GFLOPS)"
_ROW = re.compile(r"^ +(\S.*?) *: *(\S+)(?: us)?$")


def sections(output):
    """The figures below each heading: {heading: {row: text}}."""
    found = {}
    rows = None
    for line in output.splitlines():
        row = _ROW.match(line)
        if row and rows is not None:
            rows[row[1]] = row[2]
        elif line.strip() in _SECTIONS or line.strip() == _HALF:
            rows = found.setdefault(line.strip(), {})
        if row and row[1] == "Kernel launch latency":
            found[row[1]] = {row[1]: row[2]}
    return found


def isFigure(row, text):
    try:
        # Mapping may take less than clpeak's clock can tell.
        return 0 < float(text) < float("inf") or (float(text) == float("inf") and "map" in row.lower())
    except (TypeError, ValueError):
        return False


def judge(output, platform):
    problems = []
    if f"Platform: {platform}\n" not in output:
        problems.append(f"names no platform {platform}")
    expected = dict(_SECTIONS, **{"Kernel launch latency": ["Kernel launch latency"]})
    if "No half precision support! Skipped" not in output:
        expected[_HALF] = ["half" + n for n in _VECTORS]
    found = sections(output)
    for heading, rows in expected.items():
        missing = [row for row in rows if not isFigure(row, found.get(heading, {}).get(row))]
        if missing:
            problems.append(f"{heading}: no figure for {', '.join(missing)}")
    problems += [f"reports an error: {line.strip()}" for line in output.splitlines()
                 if re.search(r"\bCL_[A-Z]|\b(error|failed|exception)\b", line, re.I)]
    return problems


if __name__ == "__main__":
    sys.exit(application.runAndJudge(__doc__, ["/usr/bin/clpeak"], judge))
