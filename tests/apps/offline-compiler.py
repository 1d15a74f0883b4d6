# weftc without flags makes the very code that the runtime runs, byte by byte.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: offline-compiler.py WEFTC"""
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pyopencl as cl

# Extensions, for their macros; branches and a loop, for what decides about packets.
SOURCE = """
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void sums(global float *out, global const float *in, float scale, uint count) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < count; ++k)
    sum += in[(i + k) % get_global_size(0)];
#if defined(cl_khr_fp64) && defined(__opencl_c_subgroups)
  out[i] = sum > 1 ? native_sqrt(sum) * scale : (float)((double)sum * scale);
#endif
}
"""
OPTIONS = "-cl-std=CL3.0"


def offlineCode(weftc, folder, *flags):
    (folder / "sums.cl").write_text(SOURCE)
    made = folder / "sums.o"
    subprocess.run([weftc, "--emit=so", "--kernel=sums", f"--options={OPTIONS}", *flags, "-o", made, folder / "sums.cl"],
                   check=True)
    return made.read_bytes()


def runtimesCode(folder):
    """Runs the kernel once in an empty disk cache: what the cache has of it then."""
    os.environ["WEFT_CACHE_DIR"] = str(folder)
    context = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(context)
    program = cl.Program(context, SOURCE).build(options=[OPTIONS], cache_dir=False)
    values = np.ones(1000, np.float32)
    source = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
    result = cl.Buffer(context, cl.mem_flags.READ_WRITE, values.nbytes)
    program.sums(queue, values.shape, None, result, source, np.float32(2), np.uint32(4))
    cl.enqueue_copy(queue, values, result)
    queue.finish()
    assert (values == 4).all(), values
    (entry,) = folder.rglob("*.so")
    return entry.read_bytes()


def main(weftc):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cached = runtimesCode(folder / "cache")
        # An entry begins with the code; the key and a trailer follow.
        if not cached.startswith(offlineCode(weftc, folder)):
            sys.exit("weftc and the runtime make different code")
        if cached.startswith(offlineCode(weftc, folder, "--schedule=loops")):
            sys.exit("a flag of weftc makes no difference")


main(sys.argv[1])
