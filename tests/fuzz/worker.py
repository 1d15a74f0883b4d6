# A process with one OpenCL device that runs kernels for the fuzzer; WEFT_EXECUTOR is read once per process.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads pickled jobs from standard input, answers each on standard output: ("ok", bytes) or ("build", log)."""
import os
import pickle
import struct
import sys
import warnings

import numpy as np
import pyopencl as cl

from generator import GLOBAL_KINDS, OWN_ELEMENTS, TABLE_ELEMENTS
from idioms import AREA, ROW
from vectors import VECTOR_KINDS, elementsOf

NUMPY = {"uchar": np.uint8, "char": np.int8, "short": np.int16, "ushort": np.uint16, "int": np.int32, "ulong": np.uint64,
         "double": np.float64}


def inputs(items, seed):
    """All bits of the integers; floating-point numbers of ordinary size with some special ones; values that are the
    same in each eight, for conditions that are uniform only at run time."""
    generator = np.random.default_rng(seed)
    integers = generator.integers(-(1 << 63), (1 << 63) - 1, items, dtype=np.int64, endpoint=True)
    integers[::3] = generator.integers(-9, 9, len(integers[::3]))
    reals = generator.normal(0, 100, items).astype(np.float32)
    reals[::7] = generator.choice(np.array([0, -0.0, 1, np.inf, np.nan, 1e-40, 3e38], np.float32), len(reals[::7]))
    same = np.repeat(generator.integers(-3, 20, 8).astype(np.int32), 8)
    table = generator.integers(-(1 << 31), (1 << 31) - 1, TABLE_ELEMENTS, dtype=np.int32)
    table[::2] = generator.integers(0, 99, TABLE_ELEMENTS // 2)
    return integers, reals, same, table


def rows(items, seed):
    """Small numbers, of whole halves so that sums stay finite, and bytes; more than the last row by a vector or two."""
    generator = np.random.default_rng(seed + 1)
    count = items * ROW + 256
    return generator.integers(-9, 9, count).astype(np.float32) / 2, generator.integers(0, 255, count, np.uint8, endpoint=True)


class Device:
    def __init__(self):
        self.context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
        self.queue = cl.CommandQueue(self.context)

    def run(self, source, options, launch, seed):
        try:
            program = cl.Program(self.context, source).build(options)
        except cl.RuntimeError as error:
            return "build", str(error)
        items = int(np.prod(launch["total"]))
        integers, reals, same, table = inputs(items, seed)
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        accumulators = np.array([1, 2, 3, 0xFFFFFFFF, 0xFFFFFFFF, 0], np.uint32)
        results = np.full(items, 0xCDCDCDCD, np.uint64)
        own = [np.arange(items * OWN_ELEMENTS).astype(NUMPY[kind]) for kind in GLOBAL_KINDS.values()]
        vectors = [(np.arange(elementsOf(items)) * 7).astype(NUMPY[kind]) for kind in VECTOR_KINDS.values()]
        buffers = [cl.Buffer(self.context, flags, hostbuf=data)
                   for data in (integers, reals, same, accumulators, results, table, *own)]
        floats, numbers = (cl.Buffer(self.context, flags, hostbuf=data) for data in rows(items, seed))
        areas = np.arange(launch["pitch"] * 2 * AREA, dtype=np.uint32)
        x = cl.Buffer(self.context, flags, hostbuf=areas)
        y = x if launch["overlap"] == "same" else cl.Buffer(self.context, flags, hostbuf=areas)
        if launch["overlap"] == "shifted":
            begin = 4 * launch["shift"]
            y = x.get_sub_region(begin, areas.nbytes - begin, cl.mem_flags.READ_WRITE)
        vectorBuffers = [cl.Buffer(self.context, flags, hostbuf=data) for data in vectors]
        kernel = cl.Kernel(program, "k")
        kernel.set_args(buffers[0], buffers[1], buffers[2], np.int32(5), np.uint32(1000003), *buffers[3:], floats, numbers,
                        np.uint32(launch["row"]), np.uint32(launch["limit"]), x, y, np.uint32(launch["pitch"]), *vectorBuffers)
        cl.enqueue_nd_range_kernel(self.queue, kernel, launch["total"], launch["local"], launch["offset"])
        cl.enqueue_copy(self.queue, accumulators, buffers[3])
        cl.enqueue_copy(self.queue, results, buffers[4])
        shared = [areas, np.array(areas)]
        for array, buffer in zip([*own, *shared, *vectors], [*buffers[6:], x, y, *vectorBuffers]):
            cl.enqueue_copy(self.queue, array[:buffer.size // array.itemsize], buffer)
            if array.dtype == np.float64:
                array[np.isnan(array)] = 77  # whose bits are anybody's
        return "ok", results.tobytes() + accumulators.tobytes() + b"".join(array.tobytes() for array in own + shared + vectors)


def main():
    warnings.simplefilter("ignore")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    device = Device()
    while header := sys.stdin.buffer.read(8):
        job = pickle.loads(sys.stdin.buffer.read(struct.unpack("Q", header)[0]))
        answer = pickle.dumps(device.run(*job))
        answers.write(struct.pack("Q", len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    main()
