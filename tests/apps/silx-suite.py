# silx's own tests of its OpenCL functions: back projection, filters, compression, SIFT, sparse matrices, against NumPy and SciPy.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys
import tempfile

import cases
import suites

_SECONDS = 3000


def main():
    mine = cases.Cases(__doc__, package="python3-silx", needs=("python3-pytest", "python3-pyopencl"))
    with tempfile.TemporaryDirectory(prefix="weft-silx-") as folder:
        environment = {"PYOPENCL_CTX": "0", "PYOPENCL_NO_CACHE": "1", "QT_QPA_PLATFORM": "offscreen", "HOME": folder}
        suites.run(mine, ["--pyargs", "silx.opencl"], folder, environment, _SECONDS)
    return mine.finish()


if __name__ == "__main__":
    sys.exit(main())
