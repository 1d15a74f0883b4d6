# Runs a program from Debian's packages and judges its output.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of unchanged programs share. A judge is a function from a program's whole output (and the platform's
expected name) to a list of problems, each a sentence; self-test.py feeds the judges made-up outputs."""
import argparse
import re
import subprocess
import sys

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def plain(text):
    """Text without terminal colours."""
    return _COLOUR.sub("", text)


def platformsInView():
    """Names of all platforms that the loader shows to this process and its children."""
    listing = subprocess.run(["/usr/bin/clinfo", "-l"], stdout=subprocess.PIPE, encoding="utf-8", check=False).stdout
    return re.findall(r"^Platform #\d+: (.*)$", listing, re.M)


def runAndJudge(description, command, judge, mayFail=False):
    """Runs the command, prints what it printed, and returns an exit status: 0 if there is no problem. With `mayFail` the
    command's status counts for nothing, as it also tells of what `judge` leaves out."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--platform", default="Weft", help="name that the program must show for the platform")
    options = parser.parse_args()
    if platformsInView() != [options.platform]:
        print(f"PROBLEM: the platforms in view are {platformsInView()}, not [{options.platform!r}]", file=sys.stderr)
        return 1
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
                          stdin=subprocess.DEVNULL, check=False)
    output = plain(done.stdout)
    print(output)
    problems = judge(output, options.platform)
    if done.returncode < 0:
        problems.append(f"{command[0]} was ended by signal {-done.returncode}")
    elif done.returncode > 0 and not mayFail:
        problems.append(f"{command[0]} ended with status {done.returncode}")
    for problem in problems:
        print(f"PROBLEM: {problem}", file=sys.stderr)
    return 1 if problems else 0
