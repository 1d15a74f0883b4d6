# python3 -m weft_opencl: prints for a shell by which variables OpenCL loaders see Weft.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import shlex

import weft_opencl

for variable, value in weft_opencl.settings().items():
    print(f"export {variable}={shlex.quote(value)}")
