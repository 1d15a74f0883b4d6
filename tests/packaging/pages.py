# Manual pages and completions say what the tools' --help says, in a form that man and the shells read.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: pages.py PAGES NAME=PROGRAM..."""
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys

problems = []


def expect(condition, sentence):
    if not condition:
        problems.append(sentence)


def output(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
                          **more).stdout


def shown(page):
    """The page as a reader sees it, without the marks of bold and underlined letters; warnings are problems."""
    warnings = output(["groff", "-mdoc", "-Tutf8", "-ww", "-z", page])
    expect(not warnings, f"{page}: {warnings}")
    return re.sub(r".\x08", "", output(["groff", "-mdoc", "-Tutf8", "-P-cbou", page]))


def ownFlags(name, program):
    """The flags that --help has under the tool's own heading, found without packaging/pages.py."""
    text = output([program, "--help"])
    own = text.split(f"{name} options:\n")[1].strip("\n").split("\n\n")[0]
    return re.findall(r"^  (-[-\w]+)", own, re.M)


def bashAnswers(script, *words):
    """What bash offers for the last of the words; it takes '=' for a word of its own."""
    array = " ".join(f"'{word}'" for word in words)
    name = words[0].replace("-", "_")
    code = f". {script}; COMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; _{name}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return output(["bash", "-c", code]).split()


def checkTool(pages, name, program):
    flags = ownFlags(name, program)
    expect(len(flags) > 5, f"{name} has no flags of its own: {flags}")
    page = shown(pages / f"man/man1/{name}.1")
    described = re.findall(r"^     (-[-\w]+)(?:[= ]\S+)?$", page[page.index("OPTIONS"):], re.M)
    expect(described == flags, f"the page of {name} describes {described}, not {flags}")
    expect(f"{name} — " in page, f"the page of {name} has no name")
    bash = pages / f"bash/{name}"
    offered = [flag.rstrip("=") for flag in bashAnswers(bash, name, "-")]
    expect(sorted(offered) == sorted(flags), f"bash offers {offered} for {name}, not {flags}")
    expect(bashAnswers(bash, name, "--buf") == ["--buffers="], f"bash does not complete --buf of {name}")
    expect(bashAnswers(bash, name, "--buffers", "=", "di") == ["distinct"], f"bash does not complete di of {name}")
    expect(bashAnswers(bash, name, "--buffers", "=") == ["distinct", "any"], f"bash knows no buffers of {name}")
    for shell, path in (("zsh", pages / f"zsh/_{name}"), ("fish", pages / f"fish/{name}.fish")):
        text = path.read_text()
        for flag in flags:
            expect(re.search(rf"(-l |-s |'-?-){flag.lstrip('-')}[ =\[]", text), f"{shell} does not know {flag} of {name}")
        if shutil.which(shell):
            expect(not output([shell, "-n", path]), f"{shell} can't read {path}")


def checkPlatform(pages):
    page = shown(pages / "man/man7/weft.7")
    document = pathlib.Path(__file__).resolve().parents[2] / "docs/debugging.md"
    variables = re.findall(r"^\| `(WEFT_\w+)`", document.read_text(), re.M)
    described = re.findall(r"^     (WEFT_\w+)$", page, re.M)
    expect(described == variables and len(variables) > 5, f"weft(7) describes {described}, not {variables}")
    letters = re.sub(r"[-‐\s]", "", page)  # lines end anywhere
    expect("fibers:eachworkitemonastackofitsown;slow" in letters, "weft(7) lacks the words of WEFT_EXECUTOR")


def checkOtherForm():
    """Tools in Python have a --help of another form."""
    specification = importlib.util.spec_from_file_location(
        "make_pages", pathlib.Path(__file__).resolve().parents[2] / "packaging/pages.py")
    module = importlib.util.module_from_spec(specification)
    sys.modules["make_pages"] = module
    specification.loader.exec_module(module)
    text = ("usage: tool [-h] [-o FILE] FILE\n\nSome words.\n\noptions:\n  -h, --help            show this\n"
            "  -o FILE, --output FILE\n                        where the page goes,\n                        a file\n"
            "  --kind {light,dark}   colours\n")
    options = [(option.name, option.value, option.text, option.choices()) for option in module.optionsOf("tool", text)]
    expect(options == [("--help", "", "show this", []), ("--output", "FILE", "where the page goes, a file", []),
                       ("--kind", "light|dark", "colours", ["light", "dark"])], f"argparse's form gives {options}")


def main(pages, *tools):
    for tool in tools:
        checkTool(pathlib.Path(pages), *tool.split("=", 1))
    checkPlatform(pathlib.Path(pages))
    checkOtherForm()
    for problem in problems:
        print(f"PROBLEM: {problem}", file=sys.stderr)
    return 1 if problems else 0


sys.exit(main(*sys.argv[1:]))
