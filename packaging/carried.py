# What archive and wheel have in common: their command line, the licences of what is carried inside, and what the
# libraries need outside.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import pathlib
import re
import subprocess
import sys

# Debian's packages whose archives or headers become a part of the libraries and tools. A portable build carries all.
_CARRIED = ["llvm-22-dev", "libclang-22-dev", "libclc-22", "spirv-tools", "libsodium-dev", "libxxhash-dev",
            "nlohmann-json3-dev", "libhwloc-dev", "libboost-context1.74-dev", "zlib1g-dev", "libzstd-dev",
            "libstdc++-12-dev"]
# The parts of the C library, and of GCC's that the C library itself opens.
_EVERYWHERE = re.compile(r"^(libc|libm|libgcc_s|ld-linux-x86-64)\.so\.\d+$")


def arguments(description, quick):
    """Those of the command line; `quick` says what a test does without."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--installed", required=True, type=pathlib.Path, help="the prefix")
    parser.add_argument("--version", required=True)
    parser.add_argument("--output", required=True, type=pathlib.Path, help="folder for what is made")
    parser.add_argument("--quick", action="store_true", help=f"for tests: {quick}")
    return parser.parse_args()


def licences():
    """Pairs of a file's name and its text."""
    found = []
    for package in _CARRIED:
        copyrightFile = pathlib.Path("/usr/share/doc", package, "copyright")
        if not copyrightFile.exists():
            sys.exit(f"There is no {copyrightFile}: the licence of what is carried inside must go with it.")
        found.append((f"{package}.txt", copyrightFile.read_text(errors="replace")))
    return found


def programsIn(installed):
    """The libraries and programs of an installation. Tools that are scripts need nothing of the machine's libraries."""
    files = [*installed.glob("lib/weft/*.so"), *installed.glob("bin/weft*")]
    return [file for file in files if file.read_bytes().startswith(b"\x7fELF")]


def needs(file):
    """The libraries that an ELF file needs, and the newest version of the C library that it asks for, as numbers."""
    text = subprocess.run(["readelf", "-dVW", file], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    libraries = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
    versions = [tuple(map(int, number.split("."))) for number in re.findall(r"Name: GLIBC_([\d.]+)", text)]
    return libraries, max(versions, default=(2, 0))


def glibcOf(files):
    """The version of the C library that is new enough for all files; None where they need other libraries."""
    found = [needs(file) for file in files]
    if all(_EVERYWHERE.match(library) for libraries, _ in found for library in libraries):
        return max(version for _, version in found)
    return None


def glibcOfPortable(installed, files, quick):
    """The same; ends the program where they need other libraries, unless that is of no concern."""
    glibc = glibcOf(files)
    if glibc is None and not quick:
        sys.exit(f"{installed} is no portable build: it needs other libraries than the C library.")
    return glibc
