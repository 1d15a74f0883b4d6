# Programs of several MPI ranks: right results, threads that stay where their rank is bound, kernels compiled once.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: ranks.py results|masks|cold-cache PROGRAM [ARGUMENT...]
       ranks.py as-rank FOLDER CPUS PROGRAM [ARGUMENT...]      what mpirun starts: a rank, bound and watched"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

problems = []


def expect(condition, sentence):
    if not condition:
        problems.append(sentence)


def mpirun(ranks, command, **variables):
    """Runs a command as so many ranks, on this machine alone, whoever the user and however many the CPUs are."""
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_plm": "isolated", "OMPI_MCA_btl": "self,vader", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1", **variables}
    done = subprocess.run(["mpirun", "--bind-to", "none", "-n", str(ranks), *map(str, command)], env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
    expect(done.returncode == 0, f"{ranks} ranks ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def results(program):
    """The program compares its result with one of plain C++, and fails where they differ."""
    for ranks in (1, 2, 4):
        text = mpirun(ranks, program)
        said = re.findall(rf": {ranks} ranks? .*(?:the results agree|: right)\.$", text, re.M)
        expect(len(said) == 1, f"{ranks} ranks don't say that the result is right:\n{text}")


def statusOf(task):
    """Name, the CPUs that a thread may run on, and the one that it ran on last."""
    status = (task / "status").read_text()
    stat = (task / "stat").read_text()
    field = lambda name: re.search(rf"^{name}:\s*(.*)$", status, re.M)[1]
    return field("Name"), field("Cpus_allowed_list"), stat.rpartition(")")[2].split()[36]


def asRank(folder, cpus, program):
    """Starts the program bound to some of the CPUs, and writes down what its threads do until it ends."""
    rank = int(os.environ["OMPI_COMM_WORLD_RANK"])
    if cpus != "any":
        os.sched_setaffinity(0, {int(cpus.split(",")[rank % len(cpus.split(","))])})
    seen = set()
    with open(pathlib.Path(folder, f"log-{rank}"), "w", encoding="utf-8") as log, \
            subprocess.Popen(program, stderr=log) as process:
        while process.poll() is None:
            for task in pathlib.Path(f"/proc/{process.pid}/task").glob("*"):
                try:
                    seen.add(statusOf(task))
                except OSError:
                    pass  # it has ended
            time.sleep(0.005)
    lines = [" ".join(thread) for thread in sorted(seen)]
    pathlib.Path(folder, f"threads-{rank}").write_text("\n".join(lines))
    return process.returncode


def ranksOf(folder, name):
    return sorted(pathlib.Path(folder).glob(f"{name}-*"))


def masks(program):
    """Ranks that are bound to a CPU each: no worker may run elsewhere, ever."""
    cpus = sorted(os.sched_getaffinity(0))[:2]
    with tempfile.TemporaryDirectory() as folder:
        mpirun(2, [sys.executable, __file__, "as-rank", folder, ",".join(map(str, cpus)), *program])
        expect(len(ranksOf(folder, "threads")) == 2, "a rank wrote nothing down")
        for rank, path in enumerate(ranksOf(folder, "threads")):
            threads = path.read_text()
            workers = re.findall(r"^weft-worker-\d+ (\S+) (\d+)$", threads, re.M)
            expect(workers, f"rank {rank} had no workers:\n{threads}")
            expect(all(worker == (str(cpus[rank % len(cpus)]),) * 2 for worker in workers),
                   f"rank {rank} is bound to CPU {cpus[rank % len(cpus)]}:\n{threads}")
            expect("weft-worker-1" not in threads, f"rank {rank} has more workers than CPUs:\n{threads}")


def coldCache(program):
    """Ranks that start at once with nothing in the cache compile each kernel once between them."""
    with tempfile.TemporaryDirectory() as folder:
        mpirun(4, [sys.executable, __file__, "as-rank", folder, "any", *program], WEFT_CACHE="1",
               WEFT_CACHE_DIR=f"{folder}/cache", WEFT_LOG="cache,time", WEFT_LOCAL_SIZES="none", WEFT_CACHE_WAIT="100")
        log = "".join(path.read_text() for path in ranksOf(folder, "log"))
        new = re.findall(r"^weft cache: new \S+/(\S+)$", log, re.M)
        expect(len(set(new)) == len(new), f"made twice is something of {sorted(new)}")
        kernels = re.findall(r"^weft time: kernel ", log, re.M)
        expect(len(kernels) == sum(name.endswith(".so") for name in new) > 0, f"{len(kernels)} compilations for {new}")
        hits = re.findall(r"^weft cache: hit \S+[.]program$", log, re.M)
        programs = [name for name in new if name.endswith(".program")]
        expect(len(hits) == 3 * len(programs) > 0, f"{len(hits)} hits by three other ranks for {programs}")


def main(case, *arguments):
    if case == "as-rank":
        return asRank(arguments[0], arguments[1], arguments[2:])
    {"results": results, "masks": masks, "cold-cache": coldCache}[case](arguments)
    for problem in problems:
        print(f"PROBLEM: {problem}", file=sys.stderr)
    return 1 if problems else 0


sys.exit(main(*sys.argv[1:]))
