#!/usr/bin/python3 -B
# Measures the kernels of bench/first-sight beside careful C++, and keeps the ledger of their first and present ratios.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each folder of bench/first-sight is a field. It has kernels as programmers of the field write them (NAME.cl), the same work
in careful C++ (a function NAME in one of the folder's .cpp files; its parameters are those of the kernel, buffers and images as
pointers, without local memory), and kernels.json, whose entries are described in launcher.py. An entry may name its file
("source") and its C++ function ("reference"), which are else called as the kernel is.

The two take turns, each in a process of its own. A ratio is the time of Weft as a multiple of the time of C++. With --record the
figures are added to bench/first-sight/ledger.jsonl; the first figure of a kernel there is its first sight, from before anything
was changed for it. --ledger prints the first and the present ratio of each kernel."""
import argparse
import ctypes
import datetime
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import launcher

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "bench/first-sight"
LEDGER = KERNELS / "ledger.jsonl"
COMPILER = "/usr/lib/llvm-22/bin/clang++"
FLAGS = ["-std=c++23", "-O3", "-march=native", "-fopenmp", "-ffp-contract=fast", "-fPIC", "-shared", "-fno-math-errno"]


def kernelsOf(names):
    """The entries of all kernels, or of those with these names or of these fields."""
    found = []
    for file in sorted(KERNELS.glob("*/kernels.json")):
        for entry in json.loads(file.read_text()):
            entry["field"] = file.parent.name
            if not names or entry["name"] in names or entry["field"] in names:
                found.append(entry)
    unknown = set(names) - {entry["name"] for entry in found} - {entry["field"] for entry in found}
    if unknown:
        sys.exit(f"There are no kernels or fields {', '.join(sorted(unknown))}.")
    return found


class Reference:
    """The C++ of one kernel with its arguments."""

    def __init__(self, entry):
        library = os.environ["WEFT_FIRST_SIGHT_REFERENCE"]
        self.entry, self.initial = entry, launcher.initialContents(entry)
        self.memory = {index: array.copy() for index, array in self.initial.items()}
        self.function = getattr(ctypes.CDLL(library), entry.get("reference", entry["name"]))
        self.function.restype = None
        self.arguments = []
        for index, argument in enumerate(entry["args"]):
            if launcher.isMemory(argument):
                self.arguments.append(ctypes.c_void_p(self.memory[index].ctypes.data))
            elif "value" in argument:
                value = launcher.numpyType(argument["value"])(argument["v"])
                import numpy as np
                self.arguments.append(np.ctypeslib.as_ctypes_type(value.dtype)(value.item()))

    def launch(self):
        for index, argument in enumerate(self.entry["args"]):
            if argument.get("access") == "inout":
                self.memory[index][:] = self.initial[index]
        begin = time.perf_counter()
        self.function(*self.arguments)
        return time.perf_counter() - begin

    def results(self):
        return {index: self.memory[index] for index, argument in enumerate(self.entry["args"])
                if argument.get("access") in ("out", "inout")}


def serve(name, what, results):
    entry, = kernelsOf([name])
    source = KERNELS / entry["field"] / entry.get("source", f"{name}.cl")
    contender = Reference(entry) if what == "reference" else launcher.Launcher(entry, source.read_text())
    contender.launch()
    launcher.saveResults(contender, results)
    launcher.serveTurns(contender)


class Contender(launcher.Process):
    """A process that runs a kernel, as OpenCL or as C++."""

    def __init__(self, entry, what, folder, environment):
        self.results = Path(folder, f"{entry['name']}-{what}.npz")
        super().__init__(__file__, ["--serve", entry["name"], what, str(self.results)],
                         {"KMP_BLOCKTIME": "0", "PYOPENCL_NO_CACHE": "1", "WEFT_CACHE": "0", **environment})


def buildReference(field, folder):
    """Compiles the C++ of the field; the path of the library."""
    library = Path(folder, f"{field}.so")
    if not library.exists():
        sources = sorted(map(str, (KERNELS / field).glob("*.cpp")))
        subprocess.run([COMPILER, *FLAGS, *sources, "-o", str(library)], check=True)
    return library


def measure(entry, folder, platform, rounds, launches):
    """Seconds of Weft and of C++, and a sentence if their results differ."""
    import numpy as np
    library = buildReference(entry["field"], folder)
    contenders = [Contender(entry, "opencl", folder, platform),
                  Contender(entry, "reference", folder, {"WEFT_FIRST_SIGHT_REFERENCE": str(library)})]
    found, wanted = (np.load(contender.results) for contender in contenders)
    wrong = [index for index in wanted.files if not launcher.agree(wanted[index], found[index], entry["tolerance"])]
    times = [[], []]
    for _ in range(rounds):
        for place, contender in enumerate(contenders):
            times[place].append(contender.turn(launches))
    for contender in contenders:
        contender.close()
    weft, cpp = (statistics.median(turns) if turns else math.nan for turns in times)
    return weft, cpp, f"arguments {', '.join(wrong)} differ" if wrong else ""


def processor():
    text = Path("/proc/cpuinfo").read_text()
    return next((line.split(":")[1].strip() for line in text.splitlines() if line.startswith("model name")), "unknown")


def printLedger():
    rows = [json.loads(line) for line in LEDGER.read_text().splitlines()]
    first, present = {}, {}
    for row in rows:
        first.setdefault(row["kernel"], row)
        present[row["kernel"]] = row
    for name, row in sorted(first.items()):
        print(f"{row['field']:16} {name:32} first {row['ratio']:6.2f}  present {present[name]['ratio']:6.2f}")
    for title, ratios in (("first", [row["ratio"] for row in first.values()]), ("present", [row["ratio"] for row in present.values()])):
        print(summary(title, ratios))


def summary(title, ratios):
    return (f"{title}: {math.exp(statistics.fmean(map(math.log, ratios))):.3f} in the geometric mean of {len(ratios)} kernels, "
            f"{max(ratios):.2f} at most, {sum(ratio > 1.5 for ratio in ratios)} above 1.5")


def main(words):
    parser = argparse.ArgumentParser(prog="bench/first_sight.py", description=__doc__)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL|FIELD", help="default: all")
    parser.add_argument("--build", type=Path, default=ROOT / "build/release", help="build folder (build/release)")
    parser.add_argument("--vendors", type=Path, help="measure the platform of this folder of .icd files instead of Weft")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--launches", type=int, default=5, help="launches of a turn")
    parser.add_argument("--tune", action="store_true", help="let Weft search for the fastest schedule first (WEFT_TUNE=eager)")
    parser.add_argument("--check", action="store_true", help="compare results only")
    parser.add_argument("--record", action="store_true", help="add the figures to the ledger")
    parser.add_argument("--ledger", action="store_true", help="print the ledger")
    parser.add_argument("--serve", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if options.serve:
        return serve(*options.serve)
    if options.ledger:
        return printLedger()
    vendors = options.vendors or options.build.resolve() / "etc/OpenCL/vendors"
    platform = {"OCL_ICD_VENDORS": str(vendors), "WEFT_TUNE": "eager" if options.tune else "off"}
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], check=True, stdout=subprocess.PIPE,
                            text=True).stdout.strip()
    ratios, wrong = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for entry in kernelsOf(options.kernels):
            try:
                weft, cpp, difference = measure(entry, folder, platform, 0 if options.check else options.rounds, options.launches)
            except RuntimeError as error:
                weft, cpp, difference = math.nan, math.nan, str(error)
            if difference:
                wrong += 1
                print(f"{entry['name']}: {difference}", flush=True)
                continue
            if options.check:
                continue
            ratios.append(weft / cpp)
            print(f"{entry['name']}: {1e3 * weft:.3f} ms, C++ {1e3 * cpp:.3f} ms, ratio {weft / cpp:.2f}", flush=True)
            if options.record:
                row = {"date": datetime.date.today().isoformat(), "commit": commit, "cpu": processor(),
                       "threads": len(os.sched_getaffinity(0)), "field": entry["field"], "kernel": entry["name"],
                       "ms": round(1e3 * weft, 4), "cpp_ms": round(1e3 * cpp, 4), "ratio": round(weft / cpp, 3)}
                with LEDGER.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    if ratios:
        print("\n" + summary("Weft to C++", ratios))
    if options.check:
        print(f"{wrong} kernels differ from their C++." if wrong else "All kernels agree with their C++.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
