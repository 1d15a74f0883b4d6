# clFFT: its client transforms and checks itself; its library's results are compared with NumPy's.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A case is a size in a precision. The client compares the transform of constants with what it must be; random numbers, and
their bounds, are bench/clfft_results.py's."""
import functools
import math
import pathlib
import re
import subprocess
import sys

import cases

_RESULTS = pathlib.Path(__file__).resolve().parents[2] / "bench/clfft_results.py"
# Powers of 2, 3, 5, 7, 11 and 13 and products of them, in one to three dimensions.
_SHAPES = [(8,), (64,), (1024,), (4096,), (65536,), (243,), (2187,), (625,), (343,), (121,), (169,), (360,), (2310,),
           (64, 64), (125, 12), (343, 3), (32, 16, 8), (15, 14, 11)]
# The client's own bound is too narrow here, on any platform: it wants zeros and ones to the last place.
_LEFT_OUT = {("client", (343,), "double"), ("client", (343, 3), "double"), ("client", (121,), "float"),
             ("client", (121,), "double"), ("client", (169,), "float"), ("client", (169,), "double"),
             ("client", (2310,), "float"), ("client", (2310,), "double"), ("client", (15, 14, 11), "float"),
             ("client", (15, 14, 11), "double")}


def judge(output):
    """What the client said of itself."""
    if re.search(r"\bfail|\berror\b|incorrect", output, re.I):
        return "the client says: " + " ".join(output.split())[-200:]
    return None if re.search(r"\bpass", output, re.I) else "the client does not say that it passed"


def client(shape, precision):
    batch = max(1, 4096 // math.prod(shape))
    words = [word for name, length in zip("xyz", shape) for word in (f"-{name}", str(length))]
    words += ["-b", str(batch)] + (["--double"] if precision == "double" else [])
    done = subprocess.run(["/usr/bin/clFFT-client", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                          errors="replace", timeout=600, check=False)
    return judge(done.stdout) or (f"the client ended with status {done.returncode}" if done.returncode else None)


def results(shape, precision):
    batch = max(1, 4096 // math.prod(shape))
    done = subprocess.run([sys.executable, "-B", _RESULTS, precision, str(batch), *map(str, shape)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", timeout=600, check=False)
    return f"{done.stdout[-300:]} (status {done.returncode})" if done.returncode else None


def main():
    mine = cases.Cases(__doc__, package="clfft-client", needs=("libclfft2", "python3-pyopencl", "python3-numpy"))
    for what in (client, results):
        for shape in _SHAPES:
            for precision in ("float", "double"):
                if (what.__name__, shape, precision) not in _LEFT_OUT:
                    mine.run(f"{what.__name__}-{'x'.join(map(str, shape))}-{precision}", functools.partial(what, shape, precision))
    return mine.finish()


if __name__ == "__main__":
    sys.exit(main())
