# Runs a kernel by PyOpenCL, and says which platform it saw, and which library that is.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: with-pyopencl.py [activate]      (activate: calls weft_opencl.activate first)"""
import re
import sys

if "activate" in sys.argv[1:]:
    import weft_opencl
    weft_opencl.activate()
import numpy as np
import pyopencl as cl

names = [platform.name for platform in cl.get_platforms()]
(platform,) = [platform for platform in cl.get_platforms() if platform.name == "Weft"]
context = cl.Context(platform.get_devices())
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void twice(global float *a) { a[get_global_id(0)] *= 2; }").build(cache_dir=False)
values = np.arange(1000, dtype=np.float32)
buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
program.twice(queue, values.shape, None, buffer)
result = np.empty_like(values)
cl.enqueue_copy(queue, result, buffer)
assert (result == 2 * values).all()
with open("/proc/self/maps", encoding="utf-8") as maps:
    print(f"{', '.join(names)}, {re.search(r'/.*/libweft[.]so', maps.read())[0]}")
