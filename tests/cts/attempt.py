# Runs one test of the CTS in a process of its own, and judges how it ended.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a test can come to: PASSED, FAILED, SKIPPED (the device lacks what it is about), or LOST: it crashed, hung, or
ended without saying what came out."""
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import suite

PASSED, FAILED, SKIPPED, LOST = "passed", "failed", "skipped", "lost"
_WORDS = {"pass": PASSED, "fail": FAILED, "skip": SKIPPED}
_COMPLAINT = re.compile(r"error|fail|mismatch|incorrect|invalid|unable", re.I)
_REASON_LENGTH = 160
_TAIL_BYTES = 1 << 20


@dataclass
class Outcome:
    group: str
    test: str
    status: str
    seconds: float
    reason: str = ""

    asDict = asdict


class Runner:
    """Starts tests, at most one per calling thread. stop() ends those that run; tests started later end at once."""

    def __init__(self, output, environment, seconds, arguments, common=()):
        """output: folder for logs. seconds: the time limit of a test. arguments: options for each group's program;
        common: those for all."""
        self._output, self._environment = Path(output), environment
        self._seconds, self._arguments, self._common = seconds, arguments, list(common)
        self._lock = threading.Lock()
        self._running, self._stopped = set(), False

    def stop(self):
        with self._lock:
            self._stopped = True
            for process in self._running:
                _end(process)

    def run(self, test):
        """The test's outcome, or None if stop() was called meanwhile."""
        log = self.logOf(test)
        log.parent.mkdir(parents=True, exist_ok=True)
        folder = tempfile.mkdtemp(prefix="cts-")
        results = Path(folder) / "results.json"
        # Programs look for modules of SPIR-V in the folder that they run in; the CTS's build has put them beside each.
        modules = test.program.resolve().parent / "spirv_bin"
        if modules.is_dir():
            (Path(folder) / modules.name).symlink_to(modules)
        name = [test.name] if test.named else []
        begin = time.monotonic()
        try:
            with open(log, "wb") as stream:
                words = [*name, *self._common, *self._arguments.get(test.group, [])]
                status = self._runToEnd([test.program, *words], folder, results, stream)
            seconds = round(time.monotonic() - begin, 2)
            if self._stopped:
                return None
            said = _readResults(results)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        word, reason = judge(test, status, said, self._seconds)
        if word in (FAILED, LOST):
            reason = "; ".join(filter(None, [reason, complaintIn(log)]))[:_REASON_LENGTH]
        return Outcome(test.group, test.name, word, seconds, reason)

    def logOf(self, test):
        return self._output / "logs" / test.group / (test.name.strip("()").replace(" ", "-") + ".log")

    def _runToEnd(self, command, folder, results, stream):
        """The process's status, or None if it met the time limit. What it started ends with it."""
        environment = self._environment | {"CL_CONFORMANCE_RESULTS_FILENAME": str(results)}
        with self._lock:
            if self._stopped:
                return None
            process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=stream,
                                       stderr=subprocess.STDOUT, start_new_session=True)
            self._running.add(process)
        try:
            return process.wait(self._seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with self._lock:
                self._running.discard(process)
                _end(process)
            process.wait()


def judge(test, status, said, seconds):
    """What a test came to, and why if that isn't in its output. status: as Popen's, None after the time limit. said:
    the words of the results file by test."""
    if status is None:
        return LOST, f"time limit of {seconds:g} s"
    if status < 0:
        return LOST, f"ended by {_signalName(-status)}"
    if test.name == suite.WHOLE and not said:
        return (PASSED, "") if status == 0 else (FAILED, f"exit status {status}")
    if not said:
        return LOST, f"no result, exit status {status}"
    words = set(said.values())
    if FAILED in words:
        return FAILED, ""
    if status != 0:
        return FAILED, f"exit status {status}"
    return (PASSED, "") if PASSED in words else (SKIPPED, "")


def complaintIn(log):
    """The first line of the log's end that sounds like the reason of a failure, with files named without folders."""
    with open(log, "rb") as stream:
        stream.seek(max(0, os.path.getsize(log) - _TAIL_BYTES))
        for line in stream.read().decode("utf-8", "replace").splitlines():
            if _COMPLAINT.search(line):
                return re.sub(r"/\S*/", "", " ".join(line.split()))
    return ""


def _readResults(path):
    try:
        results = json.loads(path.read_text(encoding="utf-8", errors="replace"))["results"]
        return {name: _WORDS[word] for name, word in results.items()}
    except (OSError, ValueError, KeyError):
        return {}


def _signalName(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _end(process):
    """Ends all of the process's session, which may outlive it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
