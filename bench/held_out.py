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
import json
import math
import os
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import launcher

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "bench/held-out"
REMEASURED = 1.25


def serve(name, results):
    kernel, = kernelsOf([name])
    launch = launcher.Launcher(kernel, (KERNELS / f"{name}.cl").read_text())
    launch.launch()
    if results:
        launcher.saveResults(launch, results)
    launcher.serveTurns(launch)


class Contender(launcher.Process):
    """A process that launches a kernel with one of the alternatives."""

    def __init__(self, build, kernel, variables, results=""):
        super().__init__(__file__, ["--serve", kernel["name"], "--results", results],
                         {"OCL_ICD_VENDORS": str(build / "etc/OpenCL/vendors"), "WEFT_CACHE": "0", "WEFT_LOCAL_SIZES": "all",
                          "PYOPENCL_NO_CACHE": "1", "WEFT_TUNE": "off", **variables})


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
            if not launcher.agree(expected[index], found[index], kernel["tolerance"]):
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
