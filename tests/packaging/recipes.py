# The recipes of docs/continuous-integration.md: that they are what their services read, and their steps as shell scripts.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: recipes.py check                                     checks all recipes
       recipes.py steps package|archive|github|gitlab         prints the steps that a recipe runs once there is a package"""
import pathlib
import re
import subprocess
import sys

import yaml

SOURCE = pathlib.Path(__file__).resolve().parents[2]
# What a container file may begin a line with, of all that there is.
INSTRUCTIONS = {"FROM", "COPY", "RUN"}
problems = []


def expect(condition, sentence):
    if not condition:
        problems.append(sentence)


def blocks(language):
    page = (SOURCE / "docs/continuous-integration.md").read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.M | re.S)


def instructionsOf(containerFile):
    """(instruction, its text) for each, with continued lines joined."""
    joined = re.sub(r"\\\n\s*", "", containerFile)
    return [tuple(line.split(maxsplit=1)) for line in joined.splitlines() if line]


def runsOf(containerFile):
    return [text for instruction, text in instructionsOf(containerFile) if instruction == "RUN"]


def recipes():
    package, archive = blocks("dockerfile")
    github, gitlab = map(yaml.safe_load, blocks("yaml"))
    return package, archive, github, gitlab


def steps(name):
    """What is run in a job or in the image, behind the part that makes the package."""
    package, archive, github, gitlab = recipes()
    if name == "package":
        return runsOf(package.split("\n\n", 1)[1])
    if name == "archive":
        return runsOf(archive)
    if name == "github":
        return [step["run"] for step in github["jobs"]["test"]["steps"] if "run" in step and "if" not in step]
    return gitlab["opencl"]["before_script"] + gitlab["opencl"]["script"]


def checkJobFiles(github, gitlab):
    # YAML takes the word "on" for a truth value.
    expect(set(github) == {"name", True, "jobs"}, f"GitHub's file has {set(github)}")
    job = github["jobs"]["test"]
    expect({"runs-on", "container", "steps", "env"} <= set(job), f"GitHub's job has {set(job)}")
    for step in job["steps"]:
        expect(("uses" in step) != ("run" in step), f"neither an action nor a script, or both: {step}")
    expressions = re.findall(r"\$\{\{ (.*?) \}\}", str(github))
    expect(len(expressions) > 3 and all(re.match(r"(matrix|vars|github)\.\w+$", text) for text in expressions),
           f"GitHub's expressions are {expressions}")
    job = gitlab["opencl"]
    expect({"image", "variables", "script", "cache"} <= set(job), f"GitLab's job has {set(job)}")
    for part in ("before_script", "script"):
        expect(all(isinstance(line, str) for line in job[part]), f"a line of {part} is no text: {job[part]}")
    expect("WEFT_CACHE_DIR" in job["variables"] and ".weft-cache" in job["cache"]["paths"], "GitLab keeps no kernels")


def check():
    package, archive, github, gitlab = recipes()
    for containerFile in (package, archive):
        instructions = instructionsOf(containerFile)
        expect(instructions[0][0] == "FROM", "a container file begins with another line")
        expect({word for word, _ in instructions} <= INSTRUCTIONS, f"unknown in a container file: {instructions}")
    checkJobFiles(github, gitlab)
    jobs = [step.get("run", "") for step in github["jobs"]["test"]["steps"]]
    for script in [*runsOf(package), *runsOf(archive), *jobs, *steps("gitlab"), *blocks("sh")]:
        done = subprocess.run(["bash", "-n"], input=script, encoding="utf-8", stderr=subprocess.PIPE, check=False)
        expect(done.returncode == 0, f"bash can't read:\n{script}\n{done.stderr}")
    # Variables that there are, with values that they can have.
    options = (SOURCE / "docs/debugging.md").read_text()
    page = (SOURCE / "docs/continuous-integration.md").read_text()
    own = {"WEFT_REPOSITORY", "WEFT_COMMIT", "WEFT_IMAGE"}
    for name in set(re.findall(r"\bWEFT_[A-Z_]+\b", page)) - own:
        expect(f"| `{name}` |" in options, f"Weft reads no variable {name}")
    for word in github["jobs"]["test"]["strategy"]["matrix"]["executor"]:
        expect(f"`{word}`" in re.search(r"^\| `WEFT_EXECUTOR`.*$", options, re.M)[0], f"there is no executor {word}")
    # Where packages come from is the matter of whoever runs the job.
    expect(not re.search(r"https?://|\b[\w-]+\.(io|com|org|net)/", page), "the page names a host")


def main(what, *names):
    if what == "steps":
        print("\n".join(steps(*names)))
        return 0
    check()
    for problem in problems:
        print(f"PROBLEM: {problem}", file=sys.stderr)
    return 1 if problems else 0


sys.exit(main(*sys.argv[1:]))
