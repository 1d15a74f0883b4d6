#!/usr/bin/python3 -B
# Runs the kernels of bench/held-out: how far the compiler's choice is from its best alternative, and whether all agree.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels in bench/held-out come from fields that the benchmarks lack. Nothing may be tuned on them: they show whether
what the compiler chooses is right for kernels that nobody has seen. Each kernel runs with the compiler's choice and with each
alternative that changes its code (another schedule; with --stages also without a stage that may be left out), in turns. The
regret is the time of the choice as a multiple of the time of the fastest alternative: 1 means that nothing was faster.
With --trials N, the choice is what launches have found after N launches with WEFT_TUNE=eager.

`--check` compares the results of all alternatives with the fibers' instead of taking times."""
import argparse
import hashlib
import json
import math
import os
import re
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "bench/held-out"
REMEASURED = 1.25


def contents(argument, seed):
    """The buffer's initial elements: 'zero', 'index', 'uniform LOW HIGH', 'int LOW END' or 'sorted-index END'."""
    import numpy as np
    random, (kind, *bounds) = np.random.RandomState(seed), argument["fill"].split()
    count, type_ = argument["count"], numpyType(argument["buffer"])
    if kind == "zero":
        return np.zeros(count, type_)
    if kind == "index":
        return np.arange(count).astype(type_)
    if kind == "uniform":
        return random.uniform(float(bounds[0]), float(bounds[1]), count).astype(type_)
    low, end = map(int, bounds if kind == "int" else [0, *bounds])
    numbers = random.randint(low, end, count, dtype=np.int64)
    return (np.sort(numbers) if kind == "sorted-index" else numbers).astype(type_)


def numpyType(name):
    import numpy as np
    return {"float": np.float32, "double": np.float64, "int": np.int32, "uint": np.uint32, "short": np.int16,
            "ushort": np.uint16, "char": np.int8, "uchar": np.uint8, "long": np.int64, "ulong": np.uint64}[name]


class Launcher:
    """One kernel with its arguments, in a process of its own."""

    def __init__(self, kernel):
        import pyopencl as cl
        self.cl, self.entry = cl, kernel
        context = cl.Context(cl.get_platforms()[0].get_devices()[:1])
        self.queue = cl.CommandQueue(context)
        program = cl.Program(context, (KERNELS / f"{kernel['name']}.cl").read_text()).build()
        self.kernel = getattr(program, kernel["name"])
        base = int(hashlib.sha256(kernel["name"].encode()).hexdigest()[:7], 16)
        self.initial, self.buffers = {}, {}
        flags = cl.mem_flags
        for index, argument in enumerate(kernel["args"]):
            if "buffer" in argument:
                self.initial[index] = contents(argument, base + index)
                access = flags.READ_ONLY if argument["access"] == "in" else flags.READ_WRITE
                self.buffers[index] = cl.Buffer(context, access | flags.COPY_HOST_PTR, hostbuf=self.initial[index])
                self.kernel.set_arg(index, self.buffers[index])
            elif "local" in argument:
                self.kernel.set_arg(index, cl.LocalMemory(argument["local"]))
            else:
                self.kernel.set_arg(index, numpyType(argument["value"])(argument["v"]))

    def launch(self):
        """Launches the kernel on its initial data; the seconds from enqueue to end."""
        for index, argument in enumerate(self.entry["args"]):
            if argument.get("access") == "inout":
                self.cl.enqueue_copy(self.queue, self.buffers[index], self.initial[index])
        self.queue.finish()
        begin = time.perf_counter()
        self.cl.enqueue_nd_range_kernel(self.queue, self.kernel, self.entry["global"], self.entry["local"])
        self.queue.finish()
        return time.perf_counter() - begin

    def results(self):
        import numpy as np
        found = {}
        for index, argument in enumerate(self.entry["args"]):
            if argument.get("access") in ("out", "inout"):
                found[index] = np.empty_like(self.initial[index])
                self.cl.enqueue_copy(self.queue, found[index], self.buffers[index])
        self.queue.finish()
        return found


def serve(name, results):
    """The child's loop: for each line with a number of launches, prints their median in seconds."""
    launcher = Launcher(next(kernel for kernel in kernelsOf([name])))
    launcher.launch()
    if results:
        import numpy as np
        np.savez(results, **{str(index): array for index, array in launcher.results().items()})
    print("ready", flush=True)
    for line in sys.stdin:
        print(statistics.median(launcher.launch() for _ in range(int(line))), flush=True)


class Contender:
    """A process that launches a kernel with one of the alternatives."""

    def __init__(self, build, kernel, variables, results=""):
        environment = dict(os.environ, OCL_ICD_VENDORS=str(build / "etc/OpenCL/vendors"), WEFT_CACHE="0", WEFT_LOCAL_SIZES="all",
                           PYOPENCL_NO_CACHE="1", **{"WEFT_TUNE": "off", **variables})
        self.process = subprocess.Popen([sys.executable, "-B", __file__, "--serve", kernel["name"], "--results", results],
                                        env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise RuntimeError(f"{kernel['name']} doesn't run with {variables or 'the choice'}")

    def turn(self, launches):
        self.process.stdin.write(f"{launches}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def kernelsOf(names):
    kernels = json.loads((KERNELS / "kernels.json").read_text())
    unknown = set(names) - {kernel["name"] for kernel in kernels}
    if unknown:
        sys.exit(f"There are no kernels {', '.join(sorted(unknown))}.")
    return [kernel for kernel in kernels if not names or kernel["name"] in names]


def assembly(build, kernel, *flags):
    size = [f"--local-size={','.join(map(str, (kernel['local'] + [1, 1])[:3]))}"] if kernel["local"] else []
    return subprocess.run([build / "bin/weftc", KERNELS / f"{kernel['name']}.cl", f"--kernel={kernel['name']}", "--buffers=distinct",
                           "--emit=asm", "-o", "-", *size, *flags], stdout=subprocess.PIPE, check=True).stdout


def schedules(build, kernel):
    """The schedules that the compiler lists, packets of the usual kind with one other decision, and the executors alone."""
    listed = re.findall(r"cycles: (.*)", assembly(build, kernel, "--schedule=?").decode())
    decisions = [f"jam={1 << bits}" for bits in range(5)]
    decisions += [f"{no}{word}" for word in ("flatten", "delinearise", "partition", "guard", "interleave", "unroll", "prefetch")
                  for no in ("", "no-")]
    return dict.fromkeys(["loops", "packets", *listed, *[f"packets {decision}" for decision in decisions]])


def alternatives(build, kernel, withStages=False):
    """Name and environment of each alternative with other code than the compiler's choice."""
    stages = subprocess.run([build / "bin/weft-opt", "--stages"], check=True, stdout=subprocess.PIPE,
                            text=True).stdout if withStages else ""
    chosen, found, seen = assembly(build, kernel), {}, set()
    candidates = [(schedule, [f"--schedule={schedule}"], {"WEFT_SCHEDULE": schedule}) for schedule in schedules(build, kernel)]
    candidates += [(f"no {stage}", [f"--without={stage}"], {"WEFT_WITHOUT": stage})
                   for stage in re.findall(r"^\| `([a-z-]+)` .*; may be left out \|$", stages, re.MULTILINE)]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        codes = list(threads.map(lambda candidate: assembly(build, kernel, *candidate[1]), candidates))
    for (name, _, variables), code in zip(candidates, codes):
        if code != chosen and code not in seen:
            seen.add(code)
            found[name] = variables
    return found


def regretOf(build, kernel, rounds, launches, withStages, trials):
    """The time of the choice in seconds, its regret, and the fastest alternative."""
    contenders = {name: Contender(build, kernel, variables)
                  for name, variables in {"model's choice" if trials else "chosen": {}, **alternatives(build, kernel, withStages)}.items()}
    if trials:
        contenders["chosen"] = Contender(build, kernel, {"WEFT_TUNE": "eager"})
        contenders["chosen"].turn(trials)
    best = dict.fromkeys(contenders, math.inf)
    for _ in range(rounds):
        for name, contender in contenders.items():
            best[name] = min(best[name], contender.turn(launches))
    for contender in contenders.values():
        contender.close()
    fastest = min(best, key=best.get)
    return best["chosen"], best["chosen"] / best[fastest], fastest, len(best) - 1


def differences(build, kernel, folder):
    """Alternatives whose results differ from the fibers' by more than the kernel's tolerance (relative, in the L1 norm)."""
    import numpy as np
    results = {}
    for name, variables in {"fibers": {"WEFT_SCHEDULE": "fibers"}, "chosen": {}, **alternatives(build, kernel)}.items():
        path = str(Path(folder, f"{kernel['name']}-{name.replace(' ', '-')}.npz"))
        Contender(build, kernel, variables, path).close()
        results[name] = np.load(path)
    expected = results.pop("fibers")
    for name, found in results.items():
        for index in expected.files:
            wanted, is_ = expected[index], found[index]
            if kernel["tolerance"] == 0:
                same = np.array_equal(wanted, is_, equal_nan=wanted.dtype.kind == "f")
            else:
                finite = np.isfinite(wanted) & np.isfinite(is_)
                distance = np.abs(wanted[finite].astype(np.float64) - is_[finite]).sum()
                same = (np.isfinite(wanted) == np.isfinite(is_)).all() and \
                    distance <= kernel["tolerance"] * max(np.abs(wanted[finite].astype(np.float64)).sum(), 1e-30)
            if not same:
                yield f"{kernel['name']}, argument {index}: {name} differs from the fibers"


def main(words):
    parser = argparse.ArgumentParser(prog="bench/held_out.py", description=__doc__)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL", help="default: all")
    parser.add_argument("--build", type=Path, default=ROOT / "build/release", help="build folder (build/release)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--launches", type=int, default=7, help="launches of a turn")
    parser.add_argument("--trials", type=int, default=0, metavar="N", help="measure what N launches find, instead of the model's choice")
    parser.add_argument("--stages", action="store_true", help="also leave out each stage that may be left out")
    parser.add_argument("--check", action="store_true", help="compare results instead of times")
    parser.add_argument("--json", type=Path, help="file for the figures")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--results", help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if options.serve:
        return serve(options.serve, options.results)
    build = options.build.resolve()
    if options.check:
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            problems = [problem for kernel in kernelsOf(options.kernels) for problem in differences(build, kernel, folder)]
        print("\n".join(problems) or "All alternatives agree with the fibers.")
        return 1 if problems else 0
    figures = {}
    for kernel in kernelsOf(options.kernels):
        seconds, regret, fastest, others = regretOf(build, kernel, options.rounds, options.launches, options.stages, options.trials)
        if regret > REMEASURED: # on a machine with other work, a large regret may be an interruption
            again = regretOf(build, kernel, 2 * options.rounds, options.launches, options.stages, options.trials)
            seconds, regret, fastest, others = min(again, (seconds, regret, fastest, others), key=lambda one: one[1])
        figures[kernel["name"]] = {"ms": 1e3 * seconds, "regret": regret, "fastest": fastest, "alternatives": others}
        print(f"{kernel['name']}: {1e3 * seconds:.2f} ms, regret {regret:.2f} ({fastest}; {others} alternatives)", flush=True)
    regrets = [figure["regret"] for figure in figures.values()]
    above = sum(regret > 1.5 for regret in regrets)
    print(f"\n{len(regrets)} kernels: regret {math.exp(statistics.fmean(map(math.log, regrets))):.3f} in the geometric mean, "
          f"{max(regrets):.2f} at most, {above} above 1.5")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
