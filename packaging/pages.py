#!/usr/bin/python3
# Makes manual pages, and what completes command lines, of the texts that say each thing once.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A page is a template in the language mdoc, which man shows as it is. In place of these lines of a template stand:

@VERSION@      the version
@OPTIONS@      the options of a tool, as its --help has them (LLVM's form, or that of Python's argparse)
@ENVIRONMENT@  the environment variables, as the table in docs/debugging.md has them"""
import argparse
import dataclasses
import pathlib
import re
import subprocess
import sys


@dataclasses.dataclass
class Option:
    name: str  # "--emit", "-o"
    value: str = ""  # what stands for its value, "" for none
    apart: bool = False  # whether the value is a word of its own
    text: str = ""
    words: list = dataclasses.field(default_factory=list)  # pairs of a value that it can have, and its meaning

    def choices(self):
        return [word for word, _ in self.words] or (self.value.split("|") if "|" in self.value else [])


# --- what --help says

_LLVM_OPTION = re.compile(r"^  (--?[\w-]+)(?:(=| )<([^>]*)>)? +- (.*)$")
_LLVM_WORD = re.compile(r"^    =(\S+) +-   (.*)$")
_PYTHON_OPTION = re.compile(r"^  (?:-\w(?: [^\s,]+)?, )?(--?[\w-]+)(?: ([^\s,]+|\{[^}]*\}))?(?:  +(.*))?$")


def optionsOf(name, text):
    """The options that a tool has itself: of LLVM's form those in its own category."""
    start = re.search(rf"^(?:{re.escape(name)} options|options):$", text, re.M)
    if not start:
        sys.exit(f"pages.py: the --help of {name} has no line '{name} options:' or 'options:'")
    options = []
    for line in text[start.end():].strip("\n").splitlines():
        if re.match(r"^\S", line):
            break  # the next category
        if found := _LLVM_OPTION.match(line):
            options.append(Option(found[1], found[3] or "", found[2] == " ", found[4]))
        elif (found := _LLVM_WORD.match(line)) and options:
            options[-1].words.append((found[1], found[2]))
        elif found := _PYTHON_OPTION.match(line):
            value = found[2] or ""
            if value.startswith("{"):
                value = value[1:-1].replace(",", "|")
            options.append(Option(found[1], value, True, found[3] or ""))
        elif line.strip() and options:
            options[-1].text = f"{options[-1].text} {line.strip()}".strip()
    if not options:
        sys.exit(f"pages.py: the --help of {name} names no options")
    return options


# --- mdoc

def escaped(text):
    text = text.replace("\\", "\\e")
    return "\\&" + text if text.startswith((".", "'")) else text


def sentence(text):
    """One text line: it begins with a capital and ends with a full stop, as those of the page do."""
    text = text.rstrip()
    if not re.match(r"[a-z][\w,=]*: |[a-z]+(,[a-z]+)+|index=", text):
        text = text[:1].upper() + text[1:]
    return escaped(text if text.endswith((".", ":", "?")) else text + ".")


def mdocOptions(options):
    lines = [".Bl -tag -width Ds"]
    for option in options:
        item = f".It Fl {option.name[1:]}"
        if option.value:
            item += (" " if option.apart else " Ns = Ns ") + "Ar " + escaped(option.value)
        lines += [item, sentence(option.text)]
        if option.words:
            lines += [".Bl -tag -width manifest -compact"]
            for word, meaning in option.words:
                lines += [f".It Cm {escaped(word)}", sentence(meaning)]
            lines += [".El"]
    return "\n".join(lines + [".El"])


def mdocVariables(document):
    rows = re.findall(r"^\| `(WEFT_\w+)` \| (.*?) \| (.*) \|$", document, re.M)
    if not rows:
        sys.exit("pages.py: there is no table of environment variables")
    lines = [".Bl -tag -width Ds"]
    for variable, default, meaning in rows:
        lines += [f".It Ev {variable}"]
        # A line for each sentence, as mdoc wants it; what stands in quotes is bold.
        for part in re.split(r"(?<=[.?]) (?=[A-Z`0-9])", meaning):
            lines += [re.sub(r"`([^`]*)`", r"\\fB\1\\fR", escaped(part))]
        if default:
            lines += [f"The default is \\fB{escaped(default.strip('`'))}\\fR."]
    return "\n".join(lines + [".El"])


def fill(template, **values):
    """Each of @NAME@ must be there and nothing else of this form, so that nothing is left out unseen."""
    text = pathlib.Path(template).read_text()
    for name, value in values.items():
        if f"@{name}@" not in text:
            sys.exit(f"pages.py: {template} has no @{name}@")
        text = text.replace(f"@{name}@", value)
    if left := re.search(r"@[A-Z]+@", text):
        sys.exit(f"pages.py: {template}: nobody knows what {left[0]} stands for")
    return text


# --- shells

_BASH = """# Completes the command line of {name}.
_{function}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} option=${{COMP_WORDS[COMP_CWORD-1]}}
  COMPREPLY=()
  # To bash "=" is a word of its own.
  if [[ $word == "=" ]]; then
    word=
  elif [[ $option == "=" ]]; then
    option=${{COMP_WORDS[COMP_CWORD-2]}}
  elif [[ $option != {apart} ]]; then
    option=
  fi
  case $option in
{cases}
    "")
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "{options}" -- "$word"))
        if [[ ${{#COMPREPLY[@]}} == 1 && ${{COMPREPLY[0]}} == *= ]]; then compopt -o nospace 2>/dev/null; fi
        return
      fi
      ;;
  esac
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$word"))
}}
complete -F _{function} {name}
"""


def forBash(name, options):
    cases = "\n".join(f'    {option.name}) COMPREPLY=($(compgen -W "{" ".join(option.choices())}" -- "$word")); return ;;'
                      for option in options if option.choices())
    apart = "|".join(option.name for option in options if option.apart and option.value) or "--"
    flags = " ".join(option.name + ("=" if option.value and not option.apart else "") for option in options)
    return _BASH.format(name=name, function=name.replace("-", "_"), cases=cases, options=flags,
                        apart=f"@({apart})" if "|" in apart else apart)


def forZsh(name, options):
    def quoted(text):
        return re.sub(r"([\[\]:])", r"\\\1", text.replace("'", "’"))

    lines = [f"#compdef {name}", f"# Completes the command line of {name}.", "_arguments \\"]
    for option in options:
        values = f"({' '.join(option.choices())})" if option.choices() else "_files"
        argument = f":{quoted(option.value.split('|')[0] if not option.choices() else 'value')}:{values}"
        equals = "" if option.apart or not option.value else "="
        lines += [f"  '{option.name}{equals}[{quoted(option.text)}]{argument if option.value else ''}' \\"]
    return "\n".join(lines + ["  '*:file:_files'", ""])


def forFish(name, options):
    lines = [f"# Completes the command line of {name}."]
    for option in options:
        flag = f"-l {option.name[2:]}" if option.name.startswith("--") else f"-s {option.name[1:]}"
        values = f" -x -a '{' '.join(option.choices())}'" if option.choices() else " -r" if option.value else ""
        lines += [f"complete -c {name} {flag}{values} -d '{option.text.replace(chr(39), '’')}'"]
    return "\n".join(lines + [""])


# --- the two commands

def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def makeTool(arguments):
    text = subprocess.run([arguments.program, "--help"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    options = optionsOf(arguments.name, text)
    page = fill(arguments.template, VERSION=arguments.version, OPTIONS=mdocOptions(options))
    write(arguments.output / f"man/man1/{arguments.name}.1", page)
    write(arguments.output / f"bash/{arguments.name}", forBash(arguments.name, options))
    write(arguments.output / f"zsh/_{arguments.name}", forZsh(arguments.name, options))
    write(arguments.output / f"fish/{arguments.name}.fish", forFish(arguments.name, options))


def makePlatform(arguments):
    variables = mdocVariables(arguments.variables.read_text())
    write(arguments.output / "man/man7/weft.7",
          fill(arguments.template, VERSION=arguments.version, ENVIRONMENT=variables))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    tool = commands.add_parser("tool", help="the page of a tool, and completions")
    tool.add_argument("--name", required=True)
    tool.add_argument("--program", required=True, type=pathlib.Path)
    tool.set_defaults(make=makeTool)
    platform = commands.add_parser("platform", help="the page of the platform")
    platform.add_argument("--variables", required=True, type=pathlib.Path)
    platform.set_defaults(make=makePlatform)
    for command in (tool, platform):
        command.add_argument("--template", required=True, type=pathlib.Path)
        command.add_argument("--version", required=True)
        command.add_argument("--output", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.make(arguments)


if __name__ == "__main__":
    main()
