# Whether clFFT's transforms on the first platform in view are those of NumPy; bench/clfft.py asks.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: clfft_results.py float|double BATCH LENGTH [LENGTH]    Ends with 0 where they are.

The client compares only zeros and ones, and refuses 343 = 7^3 in double precision for errors in the last place, on any
platform. So the library is called here, with random numbers."""
import ctypes
import math
import sys

import numpy
import pyopencl

FORWARD = -1
# Of the greatest number's size; some ten times what is usual.
BOUNDS = {"float": 2e-6, "double": 1e-14}


class SetupData(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("patch", ctypes.c_uint32),
                ("debugFlags", ctypes.c_uint64)]


def check(status, what):
    if status != 0:
        sys.exit(f"{what}: {status}")


def transform(numbers, double):
    """In place, by the library; a batch along the first axis."""
    library = ctypes.CDLL("libclFFT.so.2")
    setup = SetupData(2, 12, 2, 0)
    check(library.clfftSetup(ctypes.byref(setup)), "clfftSetup")
    context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
    queue = pyopencl.CommandQueue(context)
    flags = pyopencl.mem_flags
    buffer = pyopencl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=numbers)
    shape = numbers.shape[:0:-1]
    distance = ctypes.c_size_t(math.prod(shape))
    queues, buffers = (ctypes.c_void_p * 1)(queue.int_ptr), (ctypes.c_void_p * 1)(buffer.int_ptr)
    plan = ctypes.c_size_t(0)
    check(library.clfftCreateDefaultPlan(ctypes.byref(plan), ctypes.c_void_p(context.int_ptr), len(shape),
                                         (ctypes.c_size_t * 3)(*shape)), "clfftCreateDefaultPlan")
    check(library.clfftSetPlanPrecision(plan, 2 if double else 1), "clfftSetPlanPrecision")
    check(library.clfftSetPlanBatchSize(plan, ctypes.c_size_t(len(numbers))), "clfftSetPlanBatchSize")
    check(library.clfftSetPlanDistance(plan, distance, distance), "clfftSetPlanDistance")
    check(library.clfftBakePlan(plan, 1, queues, None, None), "clfftBakePlan")
    check(library.clfftEnqueueTransform(plan, FORWARD, 1, queues, 0, None, None, buffers, None, None),
          "clfftEnqueueTransform")
    result = numpy.empty_like(numbers)
    pyopencl.enqueue_copy(queue, result, buffer)
    check(library.clfftDestroyPlan(ctypes.byref(plan)), "clfftDestroyPlan")
    return result


def main():
    precision, batch, *lengths = sys.argv[1:]
    shape = (int(batch), *map(int, reversed(lengths)))
    generator = numpy.random.default_rng(1)
    numbers = generator.standard_normal(shape) + 1j * generator.standard_normal(shape)
    numbers = numbers.astype(numpy.complex128 if precision == "double" else numpy.complex64)
    result = transform(numbers, precision == "double")
    expected = numpy.fft.fftn(numbers.astype(numpy.complex128), axes=range(1, len(shape)))
    error = numpy.abs(result - expected).max() / numpy.abs(expected).max()
    print(f"error {error:.2e}")
    return 0 if error <= BOUNDS[precision] else 1


if __name__ == "__main__":
    sys.exit(main())
