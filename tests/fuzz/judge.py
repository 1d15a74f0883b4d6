# Runs one program in all ways and says whether they agree.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import pickle
import select
import struct
import subprocess
import sys
import tempfile
import time

STANDARD = "-cl-std=CL3.0"
PLAIN = STANDARD + " -cl-opt-disable"
# What code is made and how it runs, as Weft's variables.
SETTINGS = {
    "fibers": {"WEFT_EXECUTOR": "fibers"},
    "loops": {"WEFT_EXECUTOR": "loops", "WEFT_LOCAL_SIZES": "none"},
    "loops-sized": {"WEFT_EXECUTOR": "loops", "WEFT_LOCAL_SIZES": "all"},
    "packets": {"WEFT_EXECUTOR": "packets", "WEFT_LOCAL_SIZES": "none"},
    # The width of CPUs without AVX-512, and registers of 128 bits.
    "packets-8": {"WEFT_EXECUTOR": "packets", "WEFT_LOCAL_SIZES": "none", "WEFT_CPU": "x86-64-v3"},
    "packets-generic": {"WEFT_EXECUTOR": "packets", "WEFT_LOCAL_SIZES": "none", "WEFT_CPU": "x86-64-v2"},
    "packets-sized": {"WEFT_EXECUTOR": "packets", "WEFT_LOCAL_SIZES": "all"},
    "auto-sized": {"WEFT_LOCAL_SIZES": "all"},  # what users have, from the second launch on
}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../schedules.txt"), encoding="utf-8") as lines:
    SCHEDULES = {f"schedule '{line.strip()}'": {"WEFT_SCHEDULE": line.strip(), "WEFT_LOCAL_SIZES": "all"} for line in lines}
SETTINGS.update(SCHEDULES)
# How many of the schedules each program runs with; they change from program to program.
SCHEDULES_OF_A_PROGRAM = 2
# The first is the reference: work-items as they are written, nothing optimised by the frontend.
WAYS = [("fibers", PLAIN), ("fibers", STANDARD), ("loops", STANDARD), ("loops", PLAIN), ("loops-sized", STANDARD),
        ("packets", STANDARD), ("packets", PLAIN), ("packets-8", STANDARD), ("packets-generic", STANDARD),
        ("packets-sized", STANDARD), ("auto-sized", STANDARD)]


# What the log says of a kernel at which the compiler itself failed, and not LLVM's selection of instructions: code made
# in another way hides the fault.
FAILURES = (b"note: made without optimisation", b"The compiler crashed")


def waysOf(program):
    names = list(SCHEDULES)
    return WAYS + [(names[(SCHEDULES_OF_A_PROGRAM * program.seed + i) % len(names)], STANDARD)
                   for i in range(SCHEDULES_OF_A_PROGRAM)]


class Worker:
    """A process of worker.py; one that dies or hangs is replaced at the next job."""

    def __init__(self, setting, seconds):
        self.setting, self.seconds, self.process, self.log = setting, seconds, None, None

    def start(self):
        environment = {**os.environ, **SETTINGS[self.setting], "WEFT_WORKERS": "2", "WEFT_CACHE": "0",
                       "WEFT_LOG": "build", "PYOPENCL_NO_CACHE": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen([sys.executable, script], env=environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=self.log)

    def read(self, count, end):
        data = b""
        while len(data) < count:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise TimeoutError
            piece = os.read(self.process.stdout.fileno(), count - len(data))
            if not piece:
                raise EOFError
            data += piece
        return data

    def run(self, *job):
        if self.process is None:
            self.start()
        data = pickle.dumps(job)
        try:
            self.process.stdin.write(struct.pack("Q", len(data)) + data)
            self.process.stdin.flush()
            end = time.monotonic() + self.seconds
            answer = pickle.loads(self.read(struct.unpack("Q", self.read(8, end))[0], end))
            return self.madeAgain() or answer
        except TimeoutError:
            self.stop()
            return "hang", f"no answer in {self.seconds} s"
        except (EOFError, BrokenPipeError):
            code = self.process.wait()
            said = [line for line in os.pread(self.log.fileno(), 1 << 20, 0).splitlines() if line.strip()]
            self.stop()
            last = f": {said[-1].decode(errors='replace')}" if said else ""
            return "crash", f"the process ended with {code}{last}"

    def madeAgain(self):
        """Says so if that happened since the last job. The process and this one share the place in the file."""
        end = os.lseek(self.log.fileno(), 0, os.SEEK_CUR)
        log = os.pread(self.log.fileno(), end, 0)
        os.ftruncate(self.log.fileno(), 0)
        os.lseek(self.log.fileno(), 0, os.SEEK_SET)
        notes = [line for line in log.splitlines() if any(failure in line for failure in FAILURES)]
        return ("made again", notes[0].decode(errors="replace")) if notes else None

    def stop(self):
        if self.process:
            self.log.close()
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
        self.process = None


class Judge:
    def __init__(self, seconds=120):
        self.workers = {setting: Worker(setting, seconds) for setting in SETTINGS}

    def fault(self, program, only=None):
        """None where all ways agree, else what kind of fault it is, a sentence, and the way (`only`: that way and the
        reference alone)."""
        launch = program.launch.job()
        reference = None
        for way in waysOf(program) if only is None else dict.fromkeys((WAYS[0], only)):
            setting, options = way
            state, answer = self.workers[setting].run(program.source(), options, launch, program.seed)
            name = f"{setting} {options}"
            if state != "ok":
                return state, f"{name}: {answer}", way
            if reference is None:
                reference = answer
            elif answer != reference:
                return f"mismatch {name}", f"{name} differs from {' '.join(WAYS[0])}: {difference(reference, answer)}", way
        return None

    def close(self):
        for worker in self.workers.values():
            worker.stop()


def difference(reference, answer):
    for at in range(0, len(reference), 8):
        if reference[at:at + 8] != answer[at:at + 8]:
            expected, found = (data[at:at + 8][::-1].hex() for data in (reference, answer))
            return f"first at byte {at} of {len(reference)}: 0x{expected} and 0x{found}"
    return "nowhere"
