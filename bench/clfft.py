#!/usr/bin/python3 -B
# Fourier transforms by clFFT on Weft and on PoCL, beside FFTW: whether they are right, and their times as a table.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clFFT writes kernels for a size and a precision. Its client (Debian's clfft-client) times them, clfft_results.py compares
results. Each platform is the only one in view of its client. FFTW makes its plans by measuring, with as many threads as
there are CPUs. Turns are interleaved, and the least time of all turns counts. With --cpu-time it is the CPU time of all
threads, divided by the number of CPUs: for a machine that others use. That of a client is the difference between two runs."""
import argparse
import ctypes
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Lengths: powers of 2, 3, 5 and 7, in one dimension and in two.
SHAPES = [(64,), (1024,), (4096,), (65536,), (1 << 20,), (243,), (2187,), (6561,), (625,), (3125,), (343,), (2401,),
          (512, 512), (243, 243), (125, 125), (343, 343)]
# Numbers in a batch, at least; a batch is one execution.
NUMBERS = 1 << 18
# Executions in each turn of a client, which times them together.
EXECUTIONS = 20
FORWARD, MEASURE = -1, 0  # as fftw3.h has them
PATIENCE = 300  # seconds for a client
CPUS = len(os.sched_getaffinity(0))


def childrensCpuTime():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Case:
    def __init__(self, shape, double):
        self.shape = shape
        self.double = double
        self.batch = max(1, NUMBERS // math.prod(shape))

    def arguments(self):
        lengths = [word for name, length in zip("xyz", self.shape) for word in (f"-{name}", str(length))]
        return lengths + ["-b", str(self.batch)] + (["--double"] if self.double else [])

    def __str__(self):
        return f"{' x '.join(map(str, self.shape))}, {'double' if self.double else 'float'}"


class Platform:
    def __init__(self, name, vendors, caches):
        self.name = name
        # Kernels are built once for all turns, but nothing comes from an earlier run.
        self._environment = dict(os.environ, OCL_ICD_VENDORS=vendors, WEFT_CACHE_DIR=os.path.join(caches, name),
                                 POCL_CACHE_DIR=os.path.join(caches, name))

    def _output(self, command):
        """Or None where it fails."""
        try:
            done = subprocess.run(command, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  encoding="utf-8", timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            return None
        return done.stdout if done.returncode == 0 else None

    def isRight(self, case):
        program = os.path.join(ROOT, "bench/clfft_results.py")
        return self._output([sys.executable, "-B", program, "double" if case.double else "float", str(case.batch),
                             *map(str, case.shape)]) is not None

    def _run(self, case, executions):
        """(time of one execution by the clock, CPU time of the whole run); NaN where it fails."""
        before = childrensCpuTime()
        output = self._output(["clFFT-client", *case.arguments(), "-p", str(executions)])
        time_ = re.search(r"wall time: ([\d.e+-]+) ms", output or "")
        return (float(time_[1]) / 1000, childrensCpuTime() - before) if time_ else (math.nan, math.nan)

    def seconds(self, case, byCpuTime):
        """Of one execution, or NaN."""
        if not byCpuTime:
            return self._run(case, EXECUTIONS)[0]
        few, many = (self._run(case, EXECUTIONS * times)[1] for times in (1, 9))
        return (many - few) / (8 * EXECUTIONS) / CPUS


class Fftw:
    """A plan in place, as the client has it by default."""

    def __init__(self, case):
        suffix = "" if case.double else "f"
        prefix = "fftw" + suffix
        library = ctypes.CDLL(f"libfftw3{suffix}_threads.so.3", mode=ctypes.RTLD_GLOBAL)
        base = ctypes.CDLL(f"libfftw3{suffix}.so.3")
        getattr(library, prefix + "_init_threads")()
        getattr(library, prefix + "_plan_with_nthreads")(CPUS)
        allocate, plan = base[prefix + "_malloc"], base[prefix + "_plan_many_dft"]
        self._execute = base[prefix + "_execute"]
        self._destroy, self._free = base[prefix + "_destroy_plan"], base[prefix + "_free"]
        allocate.restype = plan.restype = ctypes.c_void_p
        numbers = math.prod(case.shape)
        size = numbers * case.batch * (16 if case.double else 8)
        self._data = ctypes.c_void_p(allocate(ctypes.c_size_t(size)))
        lengths = (ctypes.c_int * len(case.shape))(*reversed(case.shape))
        self._plan = ctypes.c_void_p(plan(len(case.shape), lengths, case.batch, self._data, None, 1, numbers, self._data,
                                          None, 1, numbers, FORWARD, ctypes.c_uint(MEASURE)))
        ctypes.memset(self._data, 0, size)

    def seconds(self, byCpuTime):
        self._execute(self._plan)
        clock, threads = (time.process_time, CPUS) if byCpuTime else (time.perf_counter, 1)
        start = clock()
        for _ in range(EXECUTIONS):
            self._execute(self._plan)
        return (clock() - start) / EXECUTIONS / threads

    def close(self):
        self._destroy(self._plan)
        self._free(self._data)


def measure(case, platforms, rounds, byCpuTime):
    """Microseconds of one transform by name; NaN where there is no time, or where results are wrong."""
    fftw = Fftw(case)
    times = {"FFTW": []}
    for platform in platforms:
        times[platform.name] = [] if platform.isRight(case) else [math.nan]
    right = [platform for platform in platforms if not times[platform.name]]
    for _ in range(rounds):
        times["FFTW"].append(fftw.seconds(byCpuTime))
        for platform in right:
            times[platform.name].append(platform.seconds(case, byCpuTime))
    fftw.close()
    return {name: min(all_) / case.batch * 1e6 for name, all_ in times.items()}


def ratio(time_, base):
    return "-" if math.isnan(time_ / base) else f"{time_ / base:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", type=os.path.abspath, default=os.path.join(ROOT, "build/release/etc/OpenCL/vendors"),
                        help="folder with Weft's .icd file alone")
    parser.add_argument("--pocl", type=os.path.abspath, default="/etc/OpenCL/vendors/pocl.icd",
                        help="PoCL's .icd file, if there is one")
    parser.add_argument("--filter", default="", help="only cases whose name matches this pattern")
    parser.add_argument("--cpu-time", action="store_true", help="CPU time instead of the clock's")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each")
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        platforms = [Platform("Weft", options.weft, folder)]
        if os.path.exists(options.pocl):
            os.mkdir(os.path.join(folder, "vendors"))
            os.symlink(options.pocl, os.path.join(folder, "vendors", "pocl.icd"))
            platforms.append(Platform("PoCL", os.path.join(folder, "vendors"), folder))
        names = [platform.name for platform in platforms]
        header = ["transform", "FFTW, us"] + [name + ", us" for name in names] + [f"{name} / FFTW" for name in names]
        print("| " + " | ".join(header) + " |\n| --- |" + " ---: |" * (len(header) - 1), flush=True)
        for case in [Case(shape, double) for shape in SHAPES for double in (False, True)]:
            if re.search(options.filter, str(case)):
                times = measure(case, platforms, options.rounds, options.cpu_time)
                failed = failed or math.isnan(times["Weft"])
                row = [str(case), f"{times['FFTW']:.3g}"]
                row += ["wrong" if math.isnan(times[name]) else f"{times[name]:.3g}" for name in names]
                row += [ratio(times[name], times["FFTW"]) for name in names]
                print("| " + " | ".join(row) + " |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
