# Launches kernels that a JSON entry describes, for the measurements of bench/held_out.py and bench/first_sight.py.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An entry says how a kernel is launched: "name", "global" and "local" (sizes; "local" may be null), "tolerance" (of results,
relative, in the L1 norm; 0: equal), and "args", in the order of the kernel's parameters:

  {"buffer": TYPE, "count": N, "fill": FILL, "access": "in" | "out" | "inout"}    FILL: see contents()
  {"value": TYPE, "v": NUMBER}
  {"image": "ORDER TYPE", "size": [WIDTH, HEIGHT], "fill": FILL, "access": "in" | "out"}    for example "RGBA UNORM_INT8"
  {"local": BYTES}"""
import hashlib
import os
import statistics
import subprocess
import sys
import time


def contents(argument, seed):
    """The buffer's initial elements: 'zero', 'index', 'uniform LOW HIGH', 'int LOW END' or 'sorted-index END'."""
    import numpy as np
    random, (kind, *bounds) = np.random.RandomState(seed), argument["fill"].split()
    count, type_ = elementsOf(argument)
    if kind == "zero":
        return np.zeros(count, type_)
    if kind == "index":
        return np.arange(count).astype(type_)
    if kind == "uniform":
        return random.uniform(float(bounds[0]), float(bounds[1]), count).astype(type_)
    low, end = map(int, bounds if kind == "int" else [0, *bounds])
    numbers = random.randint(low, end, count, dtype=np.int64)
    return (np.sort(numbers) if kind == "sorted-index" else numbers).astype(type_)


CHANNELS = {"R": 1, "RG": 2, "RGBA": 4}
CHANNEL_TYPES = {"UNORM_INT8": "uchar", "UNSIGNED_INT8": "uchar", "SIGNED_INT8": "char", "UNORM_INT16": "ushort",
                 "UNSIGNED_INT16": "ushort", "UNSIGNED_INT32": "uint", "SIGNED_INT32": "int", "FLOAT": "float"}


def elementsOf(argument):
    """The number of elements of a buffer, or of the channels of an image, and their type."""
    if "buffer" in argument:
        return argument["count"], numpyType(argument["buffer"])
    order, type_ = argument["image"].split()
    width, height = argument["size"]
    return width * height * CHANNELS[order], numpyType(CHANNEL_TYPES[type_])


def isMemory(argument):
    return "buffer" in argument or "image" in argument


def numpyType(name):
    import numpy as np
    return {"float": np.float32, "double": np.float64, "int": np.int32, "uint": np.uint32, "short": np.int16,
            "ushort": np.uint16, "char": np.int8, "uchar": np.uint8, "long": np.int64, "ulong": np.uint64}[name]


def initialContents(entry):
    """The elements of each buffer and image before a launch, by the index of the argument."""
    base = int(hashlib.sha256(entry["name"].encode()).hexdigest()[:7], 16)
    return {index: contents(argument, base + index) for index, argument in enumerate(entry["args"]) if isMemory(argument)}


class Launcher:
    """One kernel of an OpenCL program with its arguments, in a process of its own."""

    def __init__(self, entry, source):
        import pyopencl as cl
        self.cl, self.entry = cl, entry
        context = cl.Context(cl.get_platforms()[0].get_devices()[:1])
        self.queue = cl.CommandQueue(context)
        program = cl.Program(context, source).build(entry.get("options", ""))
        self.kernel = getattr(program, entry["name"])
        self.initial, self.buffers = initialContents(entry), {}
        flags = cl.mem_flags
        for index, argument in enumerate(entry["args"]):
            if isMemory(argument):
                access = (flags.READ_ONLY if argument["access"] == "in" else flags.READ_WRITE) | flags.COPY_HOST_PTR
                if "buffer" in argument:
                    self.buffers[index] = cl.Buffer(context, access, hostbuf=self.initial[index])
                else:
                    order, type_ = argument["image"].split()
                    format_ = cl.ImageFormat(getattr(cl.channel_order, order), getattr(cl.channel_type, type_))
                    self.buffers[index] = cl.Image(context, access, format_, shape=tuple(argument["size"]),
                                                   hostbuf=self.initial[index])
                self.kernel.set_arg(index, self.buffers[index])
            elif "local" in argument:
                self.kernel.set_arg(index, cl.LocalMemory(argument["local"]))
            else:
                self.kernel.set_arg(index, numpyType(argument["value"])(argument["v"]))

    def launch(self):
        """Launches the kernel on its initial data; the seconds from enqueue to end."""
        for index, argument in enumerate(self.entry["args"]):
            if argument.get("access") == "inout":
                self.cl.enqueue_copy(self.queue, self.buffers[index], self.initial[index])
        self.queue.finish()
        begin = time.perf_counter()
        self.cl.enqueue_nd_range_kernel(self.queue, self.kernel, self.entry["global"], self.entry["local"])
        self.queue.finish()
        return time.perf_counter() - begin

    def results(self):
        import numpy as np
        found = {}
        for index, argument in enumerate(self.entry["args"]):
            if argument.get("access") in ("out", "inout"):
                found[index] = np.empty_like(self.initial[index])
                if "buffer" in argument:
                    self.cl.enqueue_copy(self.queue, found[index], self.buffers[index])
                else:
                    self.cl.enqueue_copy(self.queue, found[index], self.buffers[index], origin=(0, 0),
                                         region=tuple(argument["size"]))
        self.queue.finish()
        return found


def agree(wanted, found, tolerance):
    """Whether the arrays are equal, or differ by less than the tolerance (relative, in the L1 norm)."""
    import numpy as np
    if tolerance == 0:
        return np.array_equal(wanted, found, equal_nan=wanted.dtype.kind == "f")
    finite = np.isfinite(wanted) & np.isfinite(found)
    distance = np.abs(wanted[finite].astype(np.float64) - found[finite]).sum()
    return bool((np.isfinite(wanted) == np.isfinite(found)).all()) and \
        distance <= tolerance * max(np.abs(wanted[finite].astype(np.float64)).sum(), 1e-30)


def saveResults(contender, path):
    import numpy as np
    np.savez(path, **{str(index): array for index, array in contender.results().items()})


def serveTurns(contender):
    """A child's loop: for each line with a number of launches, prints their median in seconds."""
    print("ready", flush=True)
    for line in sys.stdin:
        print(statistics.median(contender.launch() for _ in range(int(line))), flush=True)


class Process:
    """A child that serves turns: this Python runs `script` with the words `arguments` and the variables `environment`."""

    def __init__(self, script, arguments, environment):
        self.process = subprocess.Popen([sys.executable, "-B", script, *arguments], env=dict(os.environ, **environment),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise RuntimeError(f"{' '.join(arguments)} doesn't run")

    def turn(self, launches):
        self.process.stdin.write(f"{launches}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
