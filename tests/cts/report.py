# Writes what a run of the CTS came to, as JSON and as Markdown.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The JSON file is also what --resume reads. The Markdown goes between two markers of a file that has them, so that
text around it stays."""
import json
import os
from pathlib import Path

from attempt import FAILED, LOST, PASSED, SKIPPED

BEGIN = "<!-- tests/cts/run writes what follows -->"
END = "<!-- tests/cts/run wrote what precedes -->"
_COLUMNS = (PASSED, FAILED, SKIPPED, LOST)


def writeJson(path, settings, outcomes):
    """Replaces the file at once, so that an interrupted run leaves a whole one."""
    content = {"settings": settings, "groups": countByGroup(outcomes),
               "tests": [outcome.asDict() for outcome in outcomes]}
    _replace(path, json.dumps(content, indent=1) + "\n")


def countByGroup(outcomes):
    groups = {}
    for outcome in sorted(outcomes, key=lambda each: each.group):
        counts = groups.setdefault(outcome.group, {word: 0 for word in _COLUMNS} | {"seconds": 0})
        counts[outcome.status] += 1
        counts["seconds"] = round(counts["seconds"] + outcome.seconds, 1)
    return groups


def markdown(settings, outcomes, reasons):
    """reasons: sentences for failures that are understood, by group/test."""
    lines = [_headline(settings), "", "| group | tests | passed | failed | skipped | lost | seconds |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    groups = countByGroup(outcomes)
    total = {column: sum(counts[column] for counts in groups.values()) for column in (*_COLUMNS, "seconds")}
    for name, counts in (*groups.items(), ("**all**", total)):
        numbers = [sum(counts[word] for word in _COLUMNS), *(counts[word] for word in _COLUMNS)]
        lines.append(f"| {name} | {' | '.join(map(str, numbers))} | {counts['seconds']:.0f} |")
    wrong = [outcome for outcome in outcomes if outcome.status in (FAILED, LOST)]
    lines.append("")
    if wrong:
        lines += ["| failed or lost | what happened | why |", "| --- | --- | --- |"]
        for outcome in sorted(wrong, key=lambda each: (each.group, each.test)):
            title = f"{outcome.group}/{outcome.test}"
            lines.append(f"| {title} | {outcome.status}: {_cell(outcome.reason)} | {_cell(reasons.get(title, ''))} |")
    else:
        lines.append("No test failed and none was lost.")
    return "\n".join(lines) + "\n"


def writeMarkdown(path, text):
    """Between the markers of the file, or as a new file of its own."""
    path = Path(path)
    inside = f"{BEGIN}\n{text}{END}\n"
    if not path.exists():
        _replace(path, "# Conformance\n\n" + inside)
        return
    old = path.read_text(encoding="utf-8")
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END + "\n")
    if not begin or not end:
        raise ValueError(f"{path} has no lines {BEGIN!r} and {END!r}")
    _replace(path, before + inside + after)


def _headline(settings):
    commit = f"commit `{settings['commit']}`" if settings["commit"] else "commit unknown"
    mode = "wimpy mode where a group has one" if settings["wimpy"] else "full mode"
    if settings.get("mode", "online") != "online":
        mode += f", programs from {settings['mode']}"
    return (f"OpenCL-CTS {commit}, {settings['date']}; {settings['device']}; {mode}, executor "
            f"`{settings['executor']}`, {settings['limit']:g} s for each test.")


def _cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def _replace(path, text):
    temporary = f"{path}.new"
    Path(temporary).write_text(text, encoding="utf-8")
    os.replace(temporary, path)
