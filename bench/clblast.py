#!/usr/bin/python3 -B
# CLBlast's tuners on Weft and on PoCL, configuration by configuration, beside OpenBLAS: their speeds as a table.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CLBlast's tuners (Debian's clblast-utils) write a kernel for each of many configurations (tiles, widths of vectors, use of
local memory), compare its results with a reference, and time a few runs. Each platform is the only one in view of its
tuner. Rounds take turns, and the least time of all rounds counts. A configuration that a platform can't run has no time;
compared are those that both came to."""
import argparse
import ctypes
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Name, operations of a run as a function of its sizes, and the sizes.
TUNERS = {
    "xgemm": (lambda m, n, k: 2 * m * n * k, {"m": 1024, "n": 1024, "k": 1024}),
    "xgemm_direct": (lambda m, n, k: 2 * m * n * k, {"m": 256, "n": 256, "k": 256}),
    "xgemv": (lambda m, n: 2 * m * n, {"m": 2048, "n": 2048}),
}
CPUS = len(os.sched_getaffinity(0))
ROW_MAJOR, NO_TRANSPOSE = 101, 111  # as cblas.h has them


def parts(output):
    """What a tuner prints: for each of its parts the parameters' names, and by their values the milliseconds of a
    configuration, or NaN where it fails."""
    found = []
    for line in re.sub(r"\x1b\[[0-9;]*m", "", output).splitlines():
        if names := re.match(r"\* Parameters explored: (.*)", line):
            found.append((names[1].split(), {}))
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if found and len(cells) == 9 and cells[0].isdigit():
            milliseconds = re.match(r"([\d.]+) ms", cells[6])
            isRight = cells[8] == "results match"
            found[-1][1][tuple(cells[2].split())] = float(milliseconds[1]) if milliseconds and isRight else math.nan
    return found


class Platform:
    def __init__(self, name, vendors, caches):
        self.name = name
        self._folder = os.path.join(caches, name)
        os.mkdir(self._folder)
        # Each kernel is built once for all rounds, but nothing comes from an earlier run.
        self._environment = dict(os.environ, OCL_ICD_VENDORS=vendors, WEFT_CACHE_DIR=os.path.join(self._folder, "cache"),
                                 POCL_CACHE_DIR=os.path.join(self._folder, "cache"))

    def tune(self, tuner, fraction, precision, limit):
        """The parts of one run of a tuner, as far as it comes in `limit` seconds."""
        sizes = [word for name, size in TUNERS[tuner][1].items() for word in (f"-{name}", str(size))]
        command = [f"clblast_tuner_{tuner}", *sizes, "-precision", str(precision), "-fraction", str(fraction)]
        with tempfile.TemporaryFile(dir=self._folder) as output:
            with subprocess.Popen(command, env=self._environment, cwd=self._folder, stdout=output,
                                  stderr=subprocess.STDOUT) as process:
                try:
                    process.wait(limit)
                except subprocess.TimeoutExpired:
                    process.kill()
            output.seek(0)
            printed = output.read().decode(errors="replace")
        if process.returncode not in (0, -signal.SIGKILL):
            sys.exit(f"{' '.join(command)} ended with {process.returncode} on {self.name}:\n{printed[-2000:]}")
        return parts(printed)


def openBlasSpeed(m, n, k, precision):
    """Giga-operations in a second of OpenBLAS's product of matrices, the best of ten runs."""
    blas = ctypes.CDLL("libopenblas.so.0")
    real = ctypes.c_float if precision == 32 else ctypes.c_double
    function = blas.cblas_sgemm if precision == 32 else blas.cblas_dgemm
    a, b, c = ((real * size)() for size in (m * k, k * n, m * n))
    best = math.inf
    for _ in range(10):
        start = time.perf_counter()
        function(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, m, n, k, real(2), a, k, b, n, real(2), c, n)
        best = min(best, time.perf_counter() - start)
    return 2 * m * n * k / best / 1e9


def least(rounds):
    """The parts of several rounds as one: the least time of each configuration in those that came to it, NaN if it once
    was wrong."""
    merged = []
    for number in range(max(map(len, rounds))):
        reached = [parts_[number] for parts_ in rounds if number < len(parts_)]
        times = {}
        for _, its in reached:
            for values, time_ in its.items():
                known = times.get(values, time_)
                times[values] = math.nan if math.isnan(known) or math.isnan(time_) else min(known, time_)
        merged.append((reached[0][0], times))
    return merged


def judge(tuner, number, names, weft, pocl, listed):
    """Prints the row of one part of a tuner, and fills `listed` with the configurations that take longer on Weft."""
    operations, sizes = TUNERS[tuner]
    speed = lambda milliseconds: operations(**sizes) / milliseconds / 1e6
    both = [values for values in weft if not math.isnan(weft[values]) and not math.isnan(pocl.get(values, math.nan))]
    mine, its = ([speed(times[values]) for values in both] for times in (weft, pocl))
    ratios = {values: weft[values] / pocl[values] for values in both}
    slower = sorted((values for values in both if ratios[values] > 1), key=lambda values: -ratios[values])
    listed += [(tuner, number, names, values, speed(weft[values]), speed(pocl[values])) for values in slower]
    mean = math.exp(sum(math.log(ratio) for ratio in ratios.values()) / len(ratios)) if ratios else math.nan
    wrong = sum(math.isnan(time_) for time_ in weft.values())
    row = [f"{tuner}, part {number}", f"{wrong}", f"{len(both)}"]
    for speeds in (mine, its):
        row += [f"{max(speeds, default=math.nan):.1f}", f"{sum(speeds) / max(1, len(speeds)):.1f}"]
    row += [f"{mean:.2f}", f"{len(slower)}"]
    print("| " + " | ".join(row) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", type=os.path.abspath, default=os.path.join(ROOT, "build/release/etc/OpenCL/vendors"),
                        help="folder with Weft's .icd file alone")
    parser.add_argument("--pocl", type=os.path.abspath, default="/etc/OpenCL/vendors/pocl.icd", help="PoCL's .icd file")
    parser.add_argument("--tuners", default=",".join(TUNERS), help="which ones, with commas")
    parser.add_argument("--fraction", default=8, type=float, help="one of how many configurations is drawn, always the same")
    parser.add_argument("--limit", default=300, type=float, help="seconds for a tuner, which may not come to its end")
    parser.add_argument("--precision", type=int, choices=(32, 64), default=32, help="bits of a number")
    parser.add_argument("--rounds", type=int, default=1, help="turns of each")
    options = parser.parse_args()
    slower = []
    with tempfile.TemporaryDirectory() as folder:
        vendors = os.path.join(folder, "vendors")
        os.mkdir(vendors)
        os.symlink(options.pocl, os.path.join(vendors, "pocl.icd"))
        platforms = [Platform("Weft", options.weft, folder), Platform("PoCL", vendors, folder)]
        print("GFLOPS; the ratio of times is a geometric mean.\n\n"
              "| tuner | wrong on Weft | compared | Weft: best | mean | PoCL: best | mean | time, Weft / PoCL | "
              "slower on Weft |\n| --- |" + " ---: |" * 8, flush=True)
        for tuner in options.tuners.split(","):
            rounds = {platform.name: [] for platform in platforms}
            for _ in range(options.rounds):
                for platform in platforms:
                    run = platform.tune(tuner, options.fraction, options.precision, options.limit)
                    rounds[platform.name].append(run)
            both = zip(least(rounds["Weft"]), least(rounds["PoCL"]))
            for number, ((names, weft), (_, pocl)) in enumerate(both, 1):
                judge(tuner, number, names, weft, pocl, slower)
    sizes = TUNERS["xgemm"][1]
    print(f"\nOpenBLAS, {' x '.join(map(str, sizes.values()))}: {openBlasSpeed(**sizes, precision=options.precision):.1f}")
    for tuner, number, names, values, mine, its in slower:
        configuration = " ".join(f"{name}={value}" for name, value in zip(names, values))
        print(f"slower: {tuner}, part {number}: {mine:.1f} ({its:.1f}): {configuration}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
