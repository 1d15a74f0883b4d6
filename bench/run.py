# Lets every OpenCL platform in view, OpenMP and libraries take turns at every benchmark, and writes table, JSON and plot.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each contender is a process of its own, so that one that crashes or hangs loses its own figures only. Turns are
interleaved: what the machine does besides hits all contenders alike."""
import argparse
import datetime
import json
import os
import re
import select
import statistics
import subprocess
import sys
import time

import report

OPENMP = "OpenMP C++"
# A contender that is silent for this long, in seconds, has lost its turn.
PATIENCE = 120
# No build may be answered from a cache, nor may one leave something there.
UNCACHED = {"WEFT_CACHE": "0", "POCL_KERNEL_CACHE": "0"}
# OpenBLAS has threads wait on all CPUs for a tenth of a second as it is loaded, also where nobody calls it.
QUIET = {"OPENBLAS_NUM_THREADS": "1"}


# Of the CPU time wanted in a turn, the share that a hypervisor may give to others. Many throttle a guest that has used
# all its CPUs for some seconds, which hits whoever's turn it is: such a turn is taken again after a rest in seconds.
TOLERATED_STEAL = 0.05
REST = 3
MOST_ATTEMPTS = 4
# OpenMP's threads spin for 200 ms behind their last loop (KMP_BLOCKTIME), on CPUs that whoever is next wants for itself.
BREATH = 0.3


def cpuTimes():
    """(used, stolen) CPU time of the machine since it started, in ticks."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            user, nice, system, _, _, _, _, stolen = map(int, file.readline().split()[1:9])
    except (OSError, ValueError):
        return 0, 0
    return user + nice + system, stolen


class Contender:
    """A process of weft-bench that takes turns; started again after a crash."""

    def __init__(self, program, name, where, environment=None):
        self.name = name
        self._command = [program, "--serve", where]
        self._environment = environment
        self._process = None

    def turn(self, benchmark, seconds):
        """(samples, None) or (None, what went wrong)."""
        if self._process is None:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                             env=self._environment)
        try:
            self._process.stdin.write(f"{benchmark} {seconds}\n".encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            return self._lost("ended")
        while True:
            if not select.select([self._process.stdout], [], [], PATIENCE)[0]:
                return self._lost(f"no answer in {PATIENCE} s")
            line = self._process.stdout.readline()
            if not line:
                return self._lost("ended")
            if line.startswith(b"{"):  # a platform may print lines of its own
                answer = json.loads(line)
                return answer.get("samples"), answer.get("error")

    def close(self):
        if self._process is not None:
            self._process.stdin.close()
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._lost("did not end")
            self._process = None

    def _lost(self, why):
        self._process.kill()
        status = self._process.wait()
        self._process = None
        return None, f"{why} (status {status})"


def ask(program, *arguments, environment=None):
    """The JSON line that weft-bench prints, or None with its complaint on stderr."""
    try:
        done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, env=environment, timeout=PATIENCE,
                              check=False)
    except subprocess.TimeoutExpired:
        return None
    lines = [line for line in done.stdout.decode().splitlines() if line[:1] in "[{"]
    return json.loads(lines[-1]) if done.returncode == 0 and lines else None


def uniqueNames(platforms):
    names = []
    for entry in platforms:
        name = entry["platform"]
        while name in names:
            name += " (another)"
        names.append(name)
    return names


def add(results, benchmark, name, samples, error):
    cell = results.setdefault(benchmark, {}).setdefault(name, {"samples": []})
    if error:
        cell["error"] = error
    else:
        cell["samples"] += samples


def measureBuilds(program, names, rounds, results):
    """The first and the second build of a process, in as many processes as rounds."""
    environment = dict(os.environ, **UNCACHED, **QUIET)
    for _ in range(rounds):
        for index, name in enumerate(names):
            times = ask(program, "--build-time", str(index), environment=environment)
            for which in ["first", "second"]:
                error = None if times else "no result"
                add(results, f"build-{which}", name, [times[which]] if times else None, error)


def measureFirstRuns(program, names, benchmarks, rounds):
    """For each benchmark and platform the seconds from source text to the end of the 1st, 10th and 100th run: medians of
    as many processes as rounds. Runs that would take too long have no figure."""
    environment = dict(os.environ, **UNCACHED, **QUIET)
    results = {}
    for benchmark in benchmarks:
        print(f"  first runs of {benchmark}", file=sys.stderr, flush=True)
        samples = {name: {} for name in names}
        for _ in range(rounds):
            for index, name in enumerate(names):
                times = ask(program, "--first-runs", str(index), benchmark, environment=environment) or {}
                for run, seconds in times.items():
                    samples[name].setdefault(run, []).append(seconds)
        results[benchmark] = {name: {run: statistics.median(all) for run, all in runs.items()}
                              for name, runs in samples.items()}
    return results


def undisturbedTurn(contender, benchmark, seconds):
    """As Contender.turn, and the share of CPU time that was stolen meanwhile."""
    for attempt in range(MOST_ATTEMPTS):
        time.sleep(BREATH if attempt == 0 else REST)
        before = cpuTimes()
        samples, error = contender.turn(benchmark, seconds)
        used, stolen = (after - earlier for earlier, after in zip(before, cpuTimes()))
        share = stolen / (used + stolen) if stolen > 1 else 0  # ticks are coarse
        if error or share <= TOLERATED_STEAL:
            break
    return samples, error, share


def measureRuns(program, names, benchmarks, libraries, rounds, seconds, results):
    """`libraries` has the name of a library for each benchmark whose work one does."""
    byLibrary = Contender(program, None, "libraries")
    contenders = [Contender(program, OPENMP, "openmp")]
    environment = dict(os.environ, **QUIET)
    contenders += [Contender(program, name, str(index), environment) for index, name in enumerate(names)]
    for benchmark in benchmarks:
        print(f"  {benchmark}", file=sys.stderr, flush=True)
        for _ in range(rounds):
            for contender in contenders + [byLibrary]:
                name = libraries.get(benchmark) if contender is byLibrary else contender.name
                if name and "error" not in results.get(benchmark, {}).get(name, {}):
                    samples, error, stolen = undisturbedTurn(contender, benchmark, seconds)
                    add(results, benchmark, name, samples, error)
                    cell = results[benchmark][name]
                    cell["stolen"] = max(cell.get("stolen", 0), stolen)
    for contender in contenders + [byLibrary]:
        contender.close()


def summary(samples):
    ordered = sorted(samples)
    return {"median": statistics.median(ordered), "best": ordered[0], "worst": ordered[-1], "samples": len(ordered)}


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    return {"cpu": model[1] if model else "unknown", "cpus": len(os.sched_getaffinity(0)),
            "date": datetime.date.today().isoformat()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="path of weft-bench")
    parser.add_argument("--output", required=True, help="folder for results.json and its pictures")
    parser.add_argument("--filter", default="", help="only benchmarks whose name matches this pattern")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each contender")
    parser.add_argument("--seconds", type=float, default=0.2, help="length of a turn")
    parser.add_argument("--first-rounds", type=int, default=3, help="processes that each time first runs (0: none)")
    options = parser.parse_args()

    benchmarks = ask(options.program, "--list")
    platforms = ask(options.program, "--platforms") or []
    names = uniqueNames(platforms)
    wanted = [entry["name"] for entry in benchmarks if re.search(options.filter, entry["name"])]
    libraries = {entry["name"]: entry["library"] for entry in benchmarks if entry["library"]}
    print(f"Contenders: {', '.join([OPENMP] + names)}", file=sys.stderr)
    results = {}
    if re.search(options.filter, "build"):
        print("  build", file=sys.stderr, flush=True)
        measureBuilds(options.program, names, options.rounds, results)
    measureRuns(options.program, names, wanted, libraries, options.rounds, options.seconds, results)
    built = [b for b in wanted if b not in report.OVERHEADS]
    firstRuns = measureFirstRuns(options.program, names, built if options.first_rounds else [], options.first_rounds)

    # The fixed costs first; sorting is stable.
    ordered = sorted(results, key=lambda b: (report.OVERHEADS.index(b) if b in report.OVERHEADS else 99))
    rows = {benchmark: {name: {"error": cell["error"]} if "error" in cell else summary(cell["samples"])
                        for name, cell in results[benchmark].items()} for benchmark in ordered}
    disturbed = sorted({benchmark for benchmark in ordered for cell in results[benchmark].values()
                        if cell.get("stolen", 0) > TOLERATED_STEAL})
    ownFirst = sorted(names, key=lambda name: name != report.OWN)
    data = {"machine": machine(), "contenders": [OPENMP] + ownFirst, "platforms": platforms, "benchmarks": rows,
            "libraries": {b: libraries[b] for b in ordered if b in libraries}, "firstRuns": firstRuns, "disturbed": disturbed}
    os.makedirs(options.output, exist_ok=True)
    with open(os.path.join(options.output, "results.json"), "w", encoding="utf-8") as file:
        json.dump(data, file, indent=1)
    print(report.table(data))
    pictures = report.plot(data, options.output)
    print(f"\nIn {options.output}: {', '.join(['results.json'] + pictures)}")
    failed = any("error" in cell for cells in rows.values() for cell in cells.values())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
