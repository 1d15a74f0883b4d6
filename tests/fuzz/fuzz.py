# Random kernels on loops, packets and fibers, optimised and not: all must give the same.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what generator.py makes of each seed on the first platform in view. A fault prints its seed, the reduced kernel
and how it was launched. Ends with 1 if there was one."""
import argparse
import sys
import time

from generator import generate
from judge import Judge
from reducer import Reducer


def report(program, fault, judge, reduceSeconds):
    print(f"seed {program.seed}: {fault[1]}", flush=True)
    if reduceSeconds:
        program = Reducer(program, judge, fault, reduceSeconds).run()
        again = judge.fault(program, fault[2])
        if again:
            print("reduced:", again[1])
    launch = program.launch
    print(f"global {launch.total}, local {launch.local}, offset {launch.offset}")
    print(program.source(), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=0, help="so many seeds")
    parser.add_argument("--minutes", type=float, default=0, help="as many seeds as fit into the time")
    parser.add_argument("--reduce", type=float, default=120, metavar="SECONDS", help="time to reduce one kernel")
    parser.add_argument("--show", action="store_true", help="print the kernels, run none")
    arguments = parser.parse_args()
    end = time.monotonic() + 60 * arguments.minutes
    judge, faults, seed = Judge(), 0, arguments.seed
    while seed < arguments.seed + arguments.count or time.monotonic() < end:
        program = generate(seed)
        if arguments.show:
            print(program.source())
        elif fault := judge.fault(program):
            faults += 1
            report(program, fault, judge, arguments.reduce)
        seed += 1
    judge.close()
    print(f"{seed - arguments.seed} kernels, {faults} faults; the next seed is {seed}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
