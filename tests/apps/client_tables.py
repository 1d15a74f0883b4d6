# What clients came to, as JSON and as the tables of docs/applications.md.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Markdown goes between two markers of a file that has them, so that text around it stays. known-failures.json has a
sentence for each case that fails and is known not to be Weft's fault, by client/case; such a one doesn't make a run fail."""
import json
import os
import pathlib

from cases import FAILED, PASSED, SKIPPED

BEGIN = "<!-- tests/apps/run-all writes what follows -->"
END = "<!-- tests/apps/run-all wrote what precedes -->"


def knownFailures():
    return json.loads((pathlib.Path(__file__).parent / "known-failures.json").read_text(encoding="utf-8"))


def counts(found):
    return {outcome: sum(case["outcome"] == outcome for case in found["cases"]) for outcome in (PASSED, FAILED, SKIPPED)}


def summary(found):
    return ", ".join(f"{number} {outcome}" for outcome, number in counts(found).items())


def writeJson(path, results):
    _replace(path, json.dumps(results, indent=1) + "\n")


def markdown(results, order, known):
    lines = ["| client | version | Weft, date | passed | failed | skipped | seconds | what it runs |",
             "| --- | --- | --- | ---: | ---: | ---: | ---: | --- |"]
    there = [name for name in order if name in results]
    for name in there:
        found, number = results[name], counts(results[name])
        lines.append(f"| {name} | {found['version']} | `{found['commit']}`, {found['date']} | {number[PASSED]} | {number[FAILED]} "
                     f"| {number[SKIPPED]} | {found['seconds']} | {_cell(found['what'])} |")
    wrong = [(name, case) for name in there for case in results[name]["cases"] if case["outcome"] == FAILED]
    lines.append("")
    if wrong:
        lines += ["| failed | what happened | why |", "| --- | --- | --- |"]
        lines += [f"| {name}: {_cell(case['name'])} | {_cell(case['why'])} | {_cell(known.get(name + '/' + case['name'], ''))} |"
                  for name, case in wrong]
    else:
        lines.append("No case failed.")
    skipped = {}
    for name in there:
        for case in results[name]["cases"]:
            if case["outcome"] == SKIPPED:
                skipped.setdefault((name, case["why"]), []).append(case["name"])
    if skipped:
        lines += ["", "| skipped | cases | why |", "| --- | ---: | --- |"]
        lines += [f"| {name}: {_cell(', '.join(which[:6]))}{' and others' if len(which) > 6 else ''} | {len(which)} | {_cell(why)} |"
                  for (name, why), which in skipped.items()]
    return "\n".join(lines) + "\n"


def writeMarkdown(path, text):
    old = path.read_text(encoding="utf-8")
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END + "\n")
    if not begin or not end:
        raise ValueError(f"{path} has no lines {BEGIN!r} and {END!r}")
    _replace(path, f"{before}{BEGIN}\n{text}{END}\n{after}")


def _cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def _replace(path, text):
    """At once, so that an interrupted run leaves a whole file."""
    temporary = pathlib.Path(f"{path}.new")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)
