# weftc --version names the numbers that libraries, binaries, kernels and the cache really have.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: versions.py WEFTC COMPILER_LIBRARY LLVM_CONFIG"""
import ctypes
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

import pyopencl as cl

SOURCE = "kernel void nothing(global int *out) { out[0] = 1; }"


def toldBy(weftc):
    output = subprocess.run([weftc, "--version"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    first, *rest = output.splitlines()
    told = dict(line.split(": ") for line in rest)
    told["Weft"] = first.removeprefix("weftc (Weft) ")
    return told


def kernelAbi(weftc, folder):
    (folder / "nothing.cl").write_text(SOURCE)
    made = folder / "nothing.so"
    subprocess.run([weftc, "--emit=so", "--kernel=nothing", "-o", made, folder / "nothing.cl"], check=True)
    return ctypes.c_uint32.in_dll(ctypes.CDLL(str(made)), "weftKernelInfo").value


def interfaces(library):
    """The numbers, of those that come into question, that the library answers to."""
    get = ctypes.CDLL(library).weftGetCompiler
    get.restype = ctypes.c_void_p
    return [number for number in range(1000) if get(ctypes.c_uint32(number))]


def main(weftc, library, llvmConfig):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["WEFT_CACHE_DIR"] = str(folder / "cache")
        context = cl.create_some_context(interactive=False)
        (binary,) = cl.Program(context, SOURCE).build(cache_dir=False).get_info(cl.program_info.BINARIES)
        found = {
            "Weft": context.devices[0].driver_version,
            "kernel ABI": str(kernelAbi(weftc, folder)),
            "compiler interface": ",".join(map(str, interfaces(library))),
            "program binaries": str(struct.unpack_from("=I", binary, 8)[0]),
            "disk cache": ",".join(path.name for path in (folder / "cache").iterdir() if path.is_dir()),
            "LLVM": subprocess.run([llvmConfig, "--version"], stdout=subprocess.PIPE, encoding="utf-8",
                                   check=True).stdout.strip(),
        }
        told = toldBy(weftc)
        for what, value in found.items():
            print(f"{what}: {value}, told: {told.get(what)}")
        if any(told.get(what) != value for what, value in found.items()):
            sys.exit("weftc --version tells other versions")
        if not told.get("CPU"):
            sys.exit("weftc --version does not name the CPU")


main(*sys.argv[1:])
