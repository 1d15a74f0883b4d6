# Weft and PoCL in one process: both are listed, compile and run, in either order and at once.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: two-platforms.py"""
import glob
import itertools
import os
import subprocess
import sys
import tempfile
import threading


def use(platform, number):
    """A kernel with a constant of its own, so that no cache answers."""
    import numpy as np
    import pyopencl as cl

    context = cl.Context(platform.get_devices())
    source = f"kernel void k(global float *a) {{ a[get_global_id(0)] = sqrt(a[get_global_id(0)]) + {number}; }}"
    program = cl.Program(context, source).build()
    queue = cl.CommandQueue(context)
    values = np.arange(1000, dtype=np.float32)
    buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
    program.k(queue, values.shape, None, buffer)
    result = np.empty_like(values)
    cl.enqueue_copy(queue, result, buffer)
    np.testing.assert_allclose(result, np.sqrt(values) + number, rtol=1e-6)


def useInOrder(names):
    import pyopencl as cl

    platforms = {platform.name: platform for platform in cl.get_platforms()}
    assert len(platforms) == 2 and "Weft" in platforms, sorted(platforms)
    ordered = sorted(platforms.values(), key=lambda platform: (platform.name == "Weft") != (names[0] == "Weft"))
    for number, platform in enumerate(ordered + ordered):
        use(platform, number)
    failures = []

    def repeat(platform, first):
        try:
            for number in range(first, first + 3):
                use(platform, number)
        except BaseException as error:  # pylint: disable=broad-except
            failures.append(f"{platform.name}: {error!r}")

    threads = [threading.Thread(target=repeat, args=(platform, 10 * i + 10)) for i, platform in enumerate(ordered)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def main():
    if len(sys.argv) > 1:
        useInOrder(sys.argv[1:])
        return 0
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for vendors in (os.environ["OCL_ICD_VENDORS"], "/etc/OpenCL/vendors"):
            for icd in glob.glob(f"{vendors}/weft.icd") + glob.glob(f"{vendors}/pocl.icd"):
                if not os.path.lexists(f"{folder}/{os.path.basename(icd)}"):
                    os.symlink(icd, f"{folder}/{os.path.basename(icd)}")
        surroundings = {**os.environ, "OCL_ICD_VENDORS": folder, "POCL_KERNEL_CACHE": "0", "POCL_CACHE_DIR": folder}
        for order in itertools.permutations(("Weft", "PoCL")):
            done = subprocess.run([sys.executable, __file__, *order], check=False, timeout=300, env=surroundings)
            print(*order, "passed" if done.returncode == 0 else f"failed with status {done.returncode}", flush=True)
            failed += done.returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
