# The cases of a client: which ran, and what came out, as lines to read and as a file for run-all.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A case passes, fails with a sentence, or is skipped with a reason. A client's script makes a Cases, runs its cases and
ends with finish():

    cases = Cases(__doc__, package="ffmpeg")
    cases.run("transpose", lambda: compare(...))     # a sentence where it is wrong, None where it is right
    sys.exit(cases.finish())

The script's options are --results FILE, --only PATTERN and --platform NAME. Its exit status is 0 where no case failed and 1
where one did; 77, which CTest counts as skipped, where the client is not installed."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import time
import traceback
import xml.etree.ElementTree

import application

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
NOT_INSTALLED = 77


class Skip(Exception):
    """Raised by a case that can't run here; its text is the reason."""


def versionOf(package):
    """The version of an installed Debian package; None where it isn't installed."""
    told = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Abbrev} ${Version}", package], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, encoding="utf-8", check=False).stdout
    return told[3:].strip() if told.startswith("ii") else None


def fromJunit(text):
    """The cases of a JUnit file, as pytest writes one: (name, outcome, why) each."""
    found = []
    for case in xml.etree.ElementTree.fromstring(text).iter("testcase"):
        name = "::".join(part for part in (case.get("classname", "").split(".")[-1], case.get("name", "")) if part)
        outcome, why = PASSED, ""
        for child in case:
            if child.tag in ("failure", "error"):
                outcome, why = FAILED, child.get("message", "")
            elif child.tag == "skipped":
                outcome, why = SKIPPED, child.get("message", "")
        found.append((name, outcome, why))
    return found


class Cases:
    def __init__(self, description, package, needs=(), words=None, add=lambda parser: None):
        """Ends the process with 77 where the package, or another that the script needs, is not installed."""
        parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("--results", type=pathlib.Path, metavar="FILE", help="receives the cases as JSON")
        parser.add_argument("--only", default="", metavar="PATTERN", help="only cases whose name matches")
        parser.add_argument("--platform", default="Weft", help="the one platform that must be in view")
        add(parser)
        self.options = parser.parse_args(words)
        self.found = []
        missing = [name for name in (package, *needs) if versionOf(name) is None]
        if missing:
            print(f"SKIPPED: not installed: {', '.join(missing)}")
            sys.exit(NOT_INSTALLED)
        inView = application.platformsInView()
        if inView != [self.options.platform]:
            sys.exit(f"PROBLEM: the platforms in view are {inView}, not [{self.options.platform!r}]")

    def wants(self, name):
        return re.search(self.options.only, name) is not None

    def add(self, name, outcome, why="", seconds=0.0):
        why = " ".join(str(why).split())[:500]
        self.found.append({"name": name, "outcome": outcome, "why": why, "seconds": round(seconds, 2)})
        print(f"{outcome:7} {name}{': ' + why if why else ''}", flush=True)

    def run(self, name, case):
        """Runs a function without arguments: None is a pass, a sentence a failure, and so is an exception but Skip."""
        if not self.wants(name):
            return
        start = time.monotonic()
        try:
            why = case()
            outcome = FAILED if why else PASSED
        except Skip as reason:
            outcome, why = SKIPPED, reason
        except Exception as error:  # pylint: disable=broad-except
            traceback.print_exc()
            outcome, why = FAILED, f"{type(error).__name__}: {error}"
        self.add(name, outcome, why or "", time.monotonic() - start)

    def finish(self):
        """Writes the results; returns the exit status. No case at all is a failure."""
        counts = {outcome: sum(case["outcome"] == outcome for case in self.found) for outcome in (PASSED, FAILED, SKIPPED)}
        print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
        if self.options.results:
            self.options.results.write_text(json.dumps(self.found, indent=1), encoding="utf-8")
        return 0 if counts[PASSED] and not counts[FAILED] else 1
