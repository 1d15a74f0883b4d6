# The Python package of Weft's wheel.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weft, an OpenCL platform whose device is the CPU, for Python.

PyOpenCL as a wheel finds it without more ado: the wheel has put the platform where the loader in that wheel looks. Other
loaders, and PyOpenCL from a distribution, are told by activate(), or by the shell: eval "$(python3 -m weft_opencl)".
"""
import os
import pathlib

__version__ = "@VERSION@"


def library() -> str:
    """The path of libweft.so."""
    return str(pathlib.Path(__file__).resolve().parent.parent / "pyopencl" / ".libs" / "libweft.so")


def settings() -> dict:
    """The environment variables by which OpenCL loaders see Weft, and no other platform."""
    # ocl-icd takes a library for a folder of .icd files; Khronos' loader finds no folder there, and takes the other.
    return {"OCL_ICD_VENDORS": library(), "OCL_ICD_FILENAMES": library()}


def activate() -> None:
    """To be called before the first call of OpenCL: this process, and those that it starts, see Weft alone."""
    os.environ.update(settings())
