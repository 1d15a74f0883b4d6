#!/usr/bin/python3
# Strong scaling: the same problem on more CPUs, dealt out to ranks and to the workers of one.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: bench/scaling.py [--build FOLDER] [--runs N]      (default: build/release, 5)

Runs the examples of many machines on this one, each rank bound to CPUs of its own, and prints a table in Markdown.
Every run also compares its result with the host's."""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys

PROBLEMS = [
    ("heat, 1026 x 1024 cells, 1000 steps", "heat-over-mpi", ["1026", "1024", "1000"]),
    ("heat, 4098 x 4096 cells, 50 steps", "heat-over-mpi", ["4098", "4096", "50"]),
    ("Cholesky, 1024 x 1024 in tiles of 128", "cholesky-on-starpu", ["8", "128"]),
]
BOUND = 'cpus=($CPUS_OF_RANKS); exec taskset -c "${cpus[$OMPI_COMM_WORLD_RANK]}" "$@"'


def permutedGroups(cpus):
    """(ranks, CPUs of each), for powers of two: (1, [[0]]), (1, [[0, 1]]), (2, [[0], [1]])."""
    used = 1
    while used <= len(cpus):
        ranks = 1
        while ranks <= used:
            each = used // ranks
            yield [cpus[rank * each:(rank + 1) * each] for rank in range(ranks)]
            ranks *= 2
        used *= 2


def run(program, arguments, shares, home):
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_plm": "isolated", "OMPI_MCA_rmaps_base_oversubscribe": "1", "STARPU_SILENT": "1",
                   "STARPU_HOME": str(home), "CPUS_OF_RANKS": " ".join(",".join(map(str, share)) for share in shares)}
    done = subprocess.run(["mpirun", "--bind-to", "none", "-n", str(len(shares)), "bash", "-c", BOUND, "bound", program,
                           *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", check=False)
    found = re.search(r": \d+ ranks? ([\d.]+) ms", done.stdout)
    if done.returncode != 0 or not found:
        sys.exit(f"{program} failed:\n{done.stdout}")
    return float(found[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"), help="a build folder")
    parser.add_argument("--runs", type=int, default=5, help="runs of each, of which the median counts")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    os.environ.setdefault("OCL_ICD_VENDORS", str(build / "etc/OpenCL/vendors"))
    print("| problem | ranks | CPUs of each | ms | speed-up |\n| --- | ---: | ---: | ---: | ---: |")
    for name, program, words in PROBLEMS:
        path = build / "bin" / program
        if not path.exists():
            print(f"{program} was not built", file=sys.stderr)
            continue
        first = None
        for shares in permutedGroups(sorted(os.sched_getaffinity(0))):
            run(path, words, shares, build)  # compiles
            time = statistics.median(run(path, words, shares, build) for _ in range(arguments.runs))
            first = first or time
            print(f"| {name} | {len(shares)} | {len(shares[0])} | {time:.1f} | {first / time:.2f} |", flush=True)


main()
