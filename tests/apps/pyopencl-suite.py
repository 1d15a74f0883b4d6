# PyOpenCL's own test suite, in the version that is installed.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests come with Debian's source package, which is downloaded; --sources takes a folder that has it already. Each file of
tests is a process of its own, so that one that crashes takes no other with it."""
import pathlib
import sys
import tempfile

import cases
import suites

_SECONDS = 3000  # for a file


def addOptions(parser):
    parser.add_argument("--sources", type=pathlib.Path, metavar="FOLDER", help="PyOpenCL's sources")


def main():
    mine = cases.Cases(__doc__, package="python3-pyopencl", needs=("python3-pytest", "python3-mako"), add=addOptions)
    with tempfile.TemporaryDirectory(prefix="weft-pyopencl-") as folder:
        sources = mine.options.sources or suites.sourceOf("pyopencl", folder)
        environment = {"PYOPENCL_TEST": mine.options.platform, "PYOPENCL_CTX": "0", "PYOPENCL_NO_CACHE": "1", "HOME": folder}
        for path in sorted((sources / "test").glob("test_*.py")):
            if mine.wants(path.name):
                suites.run(mine, [path.name], path.parent, environment, _SECONDS)
    return mine.finish()


if __name__ == "__main__":
    sys.exit(main())
