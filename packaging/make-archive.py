#!/usr/bin/python3
# Makes a tar archive of an installed tree that works wherever it is unpacked.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was installed below a prefix, with `activate`, `install` and the licences of what is carried inside; the .icd
file has a name for a path, which `activate` has the dynamic loader look up."""
import pathlib
import shutil
import subprocess
import tempfile

import carried

_HERE = pathlib.Path(__file__).resolve().parent


def fill(root, installed, version):
    shutil.copytree(installed, root, symlinks=True)
    (root / "etc/OpenCL/vendors/weft.icd").write_text("libweft.so\n")
    for name in ("activate", "install", "README.txt"):
        text = (_HERE / "archive" / name).read_text().replace("@VERSION@", version)
        (root / name).write_text(text)
        shutil.copymode(_HERE / "archive" / name, root / name)
    licences = root / "share/doc/weft/licences"
    licences.mkdir(parents=True)
    for name, text in carried.licences():
        (licences / name).write_text(text)


def main():
    arguments = carried.arguments(__doc__, "not compressed, whatever the files need")
    installed = arguments.installed
    carried.glibcOfPortable(installed, carried.programsIn(installed), arguments.quick)
    name = f"weft-{arguments.version}-linux-x86_64"
    with tempfile.TemporaryDirectory(dir=arguments.output) as folder:
        fill(pathlib.Path(folder) / name, installed, arguments.version)
        archive = arguments.output / (f"{name}.tar" if arguments.quick else f"{name}.tar.xz")
        # Equal trees give equal archives.
        subprocess.run(["tar", "-C", folder, "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0",
                        *([] if arguments.quick else ["-I", "xz -T0 -6"]), "-cf", archive, name], check=True)
    print(archive)


main()
