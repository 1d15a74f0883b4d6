#!/usr/bin/python3 -B
# Runs benchmarks with each of the compiler's choices and without it: whether each was right on this machine.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A choice is the executor, or a stage that may be left out (docs/stages.md). Where it changes a benchmark's code, both take
turns, and the ratio is the time without the choice to that with it: above 1 it was right. Local sizes have code of their own
from the first launch, as many choices are made for these alone; --any-size is for the other code."""
import argparse
import hashlib
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import run

ROOT = Path(__file__).resolve().parent.parent
# A ratio below this is a choice that was wrong, above what turns differ by.
WRONG = 0.95


def environmentFor(build, **more):
    return dict(os.environ, OCL_ICD_VENDORS=str(build / "etc/OpenCL/vendors"), **run.UNCACHED, **more)


def choices(build):
    """Name and environment of each alternative to what the compiler chooses."""
    stages = subprocess.run([build / "bin/weft-opt", "--stages"], check=True, stdout=subprocess.PIPE).stdout.decode()
    found = {f"no {stage}": {"WEFT_WITHOUT": stage}
             for stage in re.findall(r"^\| `([a-z-]+)` .*; may be left out \|$", stages, re.MULTILINE)}
    for executor in ("loops", "packets"):
        found[f"on {executor}"] = {"WEFT_EXECUTOR": executor}
    return found


def lastChange(folder):
    """The IR that the last stage has left which changed it."""
    for file in sorted(folder.iterdir(), reverse=True):
        text = file.read_bytes()
        if not text.startswith(b"; unchanged"):
            return text
    return b""


def codeOf(build, benchmark, more):
    """Digests of what becomes of the benchmark's kernels."""
    dumps = Path(tempfile.mkdtemp(prefix="weft-choices-"))
    try:
        contender = run.Contender(build / "bin/weft-bench", "", "0", environmentFor(build, WEFT_DUMP_IR=str(dumps), **more))
        _, error = contender.turn(benchmark, 0.01)
        contender.close()
        if error:
            print(f"{benchmark}: {error}", file=sys.stderr)
        return sorted(hashlib.sha256(lastChange(folder)).hexdigest() for folder in dumps.iterdir())
    finally:
        shutil.rmtree(dumps)


def timesOf(build, benchmark, alternatives, rounds, seconds):
    """The least median of all turns for each alternative, taken in turns."""
    contenders = {name: run.Contender(build / "bin/weft-bench", name, "0", environmentFor(build, **more))
                  for name, more in alternatives.items()}
    best = {}
    for _ in range(rounds):
        for name, contender in contenders.items():
            samples, error = contender.turn(benchmark, seconds)
            if error:
                print(f"{benchmark}, {name}: {error}", file=sys.stderr)
            elif samples:
                best[name] = min(best.get(name, math.inf), statistics.median(samples))
    for contender in contenders.values():
        contender.close()
    return best


def main(words):
    parser = argparse.ArgumentParser(prog="bench/choices.py", description=__doc__)
    parser.add_argument("benchmarks", nargs="*", metavar="BENCHMARK", help="default: all but those of mathematics")
    parser.add_argument("--build", type=Path, default=ROOT / "build/release", help="build folder (build/release)")
    parser.add_argument("--cpu", default="", help="value of WEFT_CPU, such as x86-64-v3 for AVX2")
    parser.add_argument("--any-size", action="store_true", help="measure code for any local size")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.15, help="length of a turn")
    options = parser.parse_args(words)
    if not (options.build / "bin/weft-bench").exists():
        parser.error(f"{options.build} has no bin/weft-bench")
    os.environ["WEFT_CPU"] = options.cpu
    os.environ["WEFT_LOCAL_SIZES"] = "none" if options.any_size else "all"
    known = [entry["name"] for entry in run.ask(options.build / "bin/weft-bench", "--list")]
    unknown = set(options.benchmarks) - set(known)
    if unknown:
        parser.error(f"there are no benchmarks {', '.join(sorted(unknown))}")
    benchmarks = options.benchmarks or [name for name in known if not name.startswith("math-")]

    alternatives = choices(options.build)
    ratios = {name: {} for name in alternatives}
    for benchmark in benchmarks:
        chosen = codeOf(options.build, benchmark, {})
        others = {name: more for name, more in alternatives.items() if codeOf(options.build, benchmark, more) != chosen}
        times = timesOf(options.build, benchmark, {"chosen": {}, **others}, options.rounds, options.seconds)
        for name in others:
            if name in times and "chosen" in times:
                ratios[name][benchmark] = times[name] / times["chosen"]
        print(f"{benchmark}: " + (", ".join(f"{name} {ratios[name][benchmark]:.2f}" for name in others
                                            if benchmark in ratios[name]) or "nothing changes its code"), flush=True)

    print("\n| alternative | benchmarks with other code | time, as a multiple of the chosen: geometric mean | least | greatest |"
          "\n| --- | ---: | ---: | --- | --- |")
    for name, found in ratios.items():
        if found:
            mean = math.exp(statistics.fmean(map(math.log, found.values())))
            least, greatest = min(found, key=found.get), max(found, key=found.get)
            print(f"| {name} | {len(found)} | {mean:.2f} | {least} {found[least]:.2f} | {greatest} {found[greatest]:.2f} |")
    wrong = [f"{benchmark} {name} ({ratio:.2f})" for name, found in ratios.items()
             for benchmark, ratio in found.items() if ratio < WRONG]
    print("\nQuicker than the chosen: " + (", ".join(wrong) or "none"))


if __name__ == "__main__":
    main(sys.argv[1:])
