# The programs that run-all runs: Debian's packages, scripts, and how long they may take.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import dataclasses


@dataclasses.dataclass(frozen=True)
class Client:
    name: str
    package: str       # whose version is told
    commands: tuple    # scripts of this folder with their arguments; one that writes no results of its own is one case
    what: str          # what it runs and compares with, for the table
    seconds: int       # for each command
    needs: tuple = ()  # further packages


# Kinds of hashes whose kernels differ: plain rounds, other orders of bytes, tables, 64-bit words, long chains of rounds.
_HASHES = ("0", "100", "1000", "1400", "1700", "10", "300", "400", "500", "900", "1500", "1800", "3000", "5600", "6000", "7400",
           "10800", "11600", "13100", "17400", "18700", "22000")
_ROUTINES = ("xaxpy", "xdot", "xgemv", "xtrsv", "xger", "xgemm", "xsyrk", "xtrsm", "xomatcopy", "xim2col", "xgemmbatched")

ALL = (
    Client("clinfo", "clinfo", (("clinfo.py",),), "all queries", 60),
    Client("clpeak", "clpeak", (("clpeak.py",),), "a figure for each type and width", 600),
    Client("PyOpenCL arrays", "python3-pyopencl", (("pyopencl-arrays.py",),),
           "elementwise, reductions, scans, sorting, beside NumPy", 900, ("python3-numpy",)),
    Client("PyOpenCL", "python3-pyopencl", (("pyopencl-suite.py",),), "its own test suite", 12000, ("python3-pytest",)),
    Client("ffmpeg", "ffmpeg", (("ffmpeg.py",),), "all filters of OpenCL but `remap_opencl`, beside those for the CPU", 1200, ("python3-numpy",)),
    Client("OpenCV", "python3-opencv", (("opencv.py",),), "operations on UMat, beside those on Mat", 3000),
    Client("clFFT", "clfft-client", (("clfft.py",),), "its client; random numbers beside NumPy", 3000, ("python3-pyopencl",)),
    Client("CLBlast", "clblast-tests", tuple(("clblast.py", routine) for routine in _ROUTINES),
           "its own tests of some routines, beside the reference BLAS", 1800),
    Client("hashcat", "hashcat", tuple(("hashcat.py", mode) for mode in _HASHES), "finds a known password; a case is a mode", 900),
    Client("OpenMM", "python3-simtk", (("openmm-forces.py",),),
           "its installation test; forces and integrators beside its reference platform", 3000, ("libopenmm-plugins",)),
    Client("silx", "python3-silx", (("silx-suite.py",),), "its own tests of its OpenCL functions", 3600, ("python3-pytest",)),
)
