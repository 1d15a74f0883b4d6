# Finds the CTS's programs and the tests of each.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A group is one program of the CTS, named by its folder below test_conformance. Its tests are what the program lists.
A program that lists none is one test that is named WHOLE."""
import fnmatch
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

WHOLE = "(whole program)"
_LISTING_SECONDS = 60


@dataclass(frozen=True)
class Test:
    group: str
    name: str
    program: Path
    named: bool = True  # whether the program is to be told which test to run

    @property
    def title(self):
        return f"{self.group}/{self.name}"


def findPrograms(folder):
    """Each group's program, by the group's name. A folder with several programs, or one without subfolders, names
    groups by program."""
    folder = Path(folder)
    conformance = folder / "test_conformance"
    root = conformance if conformance.is_dir() else folder
    found = sorted(path for path in root.rglob("test_*") if path.is_file() and os.access(path, os.X_OK))
    neighbours = {}
    for path in found:
        neighbours.setdefault(path.parent, []).append(path)
    programs = {}
    for parent, paths in neighbours.items():
        group = parent.relative_to(root).as_posix()
        for path in paths:
            own = path.name.removeprefix("test_")
            if group == ".":
                programs[own] = path
            else:
                programs[group if len(paths) == 1 else f"{group}/{own}"] = path
    return dict(sorted(programs.items()))


def listTests(group, program, environment):
    """The tests that the program lists, in its order."""
    try:
        done = subprocess.run([program, "--list"], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, encoding="utf-8", errors="replace", check=False,
                              timeout=_LISTING_SECONDS)
        names = re.findall(r"^\t(\S+)$", done.stdout, re.M) if done.returncode == 0 else []
    except (OSError, subprocess.TimeoutExpired):
        names = []
    if not names:
        return [Test(group, WHOLE, program, named=False)]
    # A program's only test needs no name, and that of test_conversions must not have it: there, names stand for
    # conversions, and an unknown one for none at all.
    return [Test(group, name, program, named=len(names) > 1) for name in dict.fromkeys(names)]


def chooseTests(programs, patterns, environment):
    """All tests that one of the patterns names: `group` or `group/test`, both with wildcards. No pattern names all.
    Second result: the patterns that name nothing."""
    if not patterns:
        patterns = ["*"]
    chosen, unused = [], set(patterns)
    for group, program in programs.items():
        wholeGroup = [pattern for pattern in patterns if fnmatch.fnmatchcase(group, pattern)]
        partly = [pattern for pattern in patterns
                  if "/" in pattern and fnmatch.fnmatchcase(group, pattern.rpartition("/")[0])]
        if not wholeGroup and not partly:
            continue
        for test in listTests(group, program, environment):
            matching = wholeGroup + [pattern for pattern in partly if fnmatch.fnmatchcase(test.title, pattern)]
            unused.difference_update(matching)
            if matching:
                chosen.append(test)
    return chosen, sorted(unused)
