#!/usr/bin/python3
# Makes a Python wheel by which PyOpenCL sees Weft.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loader in PyOpenCL's own wheels also reads the .icd files in pyopencl/.libs, where it has its libraries, and looks
for a library without a path in that folder. So the platform goes there, as other platforms' wheels do it. The package
weft_opencl is for other loaders."""
import base64
import hashlib
import pathlib
import zipfile

import carried

_HERE = pathlib.Path(__file__).resolve().parent
_METADATA = """Metadata-Version: 2.1
Name: weft-opencl
Version: {version}
Summary: OpenCL platform whose device is the CPU
License: Apache-2.0 WITH LLVM-exception
Requires-Python: >=3.8
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Description-Content-Type: text/plain

Weft is an OpenCL platform whose device is all the CPUs that a process may use. PyOpenCL sees it once this package is
installed; for other OpenCL loaders there is weft_opencl.activate().
"""
_WHEEL = """Wheel-Version: 1.0
Generator: weft-make-wheel
Root-Is-Purelib: false
Tag: {tag}
"""


class Wheel:
    """A zip file with a RECORD of what is in it."""

    def __init__(self, path, information, compression):
        self._zip = zipfile.ZipFile(path, "w", compression)
        self._information = information
        self._record = []

    def add(self, name, contents, executable=False):
        entry = zipfile.ZipInfo(name)  # of 1980: equal contents give equal wheels
        entry.compress_type = self._zip.compression
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        self._zip.writestr(entry, contents)
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).decode().rstrip("=")
        self._record.append(f"{name},sha256={digest},{len(contents)}\n")

    def close(self):
        name = f"{self._information}/RECORD"
        self._zip.writestr(name, "".join(self._record) + f"{name},,\n")
        self._zip.close()


def main():
    arguments = carried.arguments(__doc__, "for this machine alone")
    libraries = [arguments.installed / "lib/weft" / name for name in ("libweft.so", "libweft-compiler.so")]
    glibc = carried.glibcOfPortable(arguments.installed, libraries, arguments.quick)
    platform = "linux_x86_64" if arguments.quick else f"manylinux_{glibc[0]}_{glibc[1]}_x86_64"
    tag = f"py3-none-{platform}"
    information = f"weft_opencl-{arguments.version}.dist-info"
    path = arguments.output / f"weft_opencl-{arguments.version}-{tag}.whl"
    wheel = Wheel(path, information, zipfile.ZIP_STORED if arguments.quick else zipfile.ZIP_DEFLATED)
    for name in ("__init__.py", "__main__.py"):
        text = (_HERE / "wheel" / name).read_text().replace("@VERSION@", arguments.version)
        wheel.add(f"weft_opencl/{name}", text.encode())
    wheel.add("pyopencl/.libs/weft.icd", b"libweft.so")
    for library in libraries:
        wheel.add(f"pyopencl/.libs/{library.name}", library.read_bytes(), executable=True)
    wheel.add(f"{information}/licenses/LICENSE", (_HERE.parent / "LICENSE").read_bytes())
    for name, text in carried.licences():
        wheel.add(f"{information}/licenses/{name}", text.encode())
    wheel.add(f"{information}/METADATA", _METADATA.format(version=arguments.version).encode())
    wheel.add(f"{information}/WHEEL", _WHEEL.format(tag=tag).encode())
    wheel.close()
    print(path)


main()
