# Weft beside other LLVMs in one process: numba's, and that of Mesa's software renderer.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: other-llvms.py [weft|numba|mesa]...

Uses each in the given order, then all again, then all at once from threads. Each compiles code at every use, whose
results are compared. Without arguments: every order, each in a process of its own."""
import ctypes
import itertools
import subprocess
import sys
import threading

import numpy as np

SIZE = 64


class Weft:
    """A kernel with a constant of its own, so that no cache answers."""

    def __init__(self):
        import pyopencl as cl

        self.cl = cl
        platform, = cl.get_platforms()
        assert platform.name == "Weft", f"the platform in view is {platform.name}"
        self.context = cl.Context(platform.get_devices())

    def use(self, number):
        cl = self.cl
        source = f"kernel void k(global float *a) {{ a[get_global_id(0)] = sqrt(a[get_global_id(0)]) + {number}; }}"
        program = cl.Program(self.context, source).build()
        queue = cl.CommandQueue(self.context)
        values = np.arange(1000, dtype=np.float32)
        buffer = cl.Buffer(self.context, cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
        program.k(queue, values.shape, None, buffer)
        result = np.empty_like(values)
        cl.enqueue_copy(queue, result, buffer)
        np.testing.assert_allclose(result, np.sqrt(values) + number, rtol=1e-6)


class Numba:
    """A function with a constant of its own, compiled by llvmlite."""

    def __init__(self):
        import numba

        self.numba = numba

    def use(self, number):
        @self.numba.njit
        def total(values):
            sum = 0.0
            for value in values:
                sum += value * number
            return sum

        values = np.arange(1000, dtype=np.float64)
        np.testing.assert_allclose(total(values), values.sum() * number)


class Mesa:
    """A triangle on llvmpipe, which makes machine code for its shaders; OSMesa needs no display."""

    GL_COLOR_BUFFER_BIT, GL_TRIANGLES, GL_RGBA, GL_UNSIGNED_BYTE, GL_RENDERER = 0x4000, 4, 0x1908, 0x1401, 0x1F01

    def __init__(self):
        self.gl = gl = ctypes.CDLL("libOSMesa.so.8", mode=ctypes.RTLD_GLOBAL)
        gl.OSMesaCreateContext.restype = ctypes.c_void_p
        gl.OSMesaCreateContext.argtypes = [ctypes.c_int, ctypes.c_void_p]
        gl.OSMesaMakeCurrent.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_int]
        gl.OSMesaDestroyContext.argtypes = [ctypes.c_void_p]
        gl.glGetString.restype = ctypes.c_char_p
        gl.glClearColor.argtypes = gl.glColor4f.argtypes = [ctypes.c_float] * 4
        gl.glVertex2f.argtypes = [ctypes.c_float] * 2

    def use(self, number):
        gl = self.gl
        context = gl.OSMesaCreateContext(self.GL_RGBA, None)
        image = np.zeros((SIZE, SIZE, 4), np.uint8)
        assert context and gl.OSMesaMakeCurrent(context, image.ctypes.data, self.GL_UNSIGNED_BYTE, SIZE, SIZE)
        assert b"llvmpipe" in gl.glGetString(self.GL_RENDERER), gl.glGetString(self.GL_RENDERER)
        level = number % 200 + 20
        gl.glClearColor(0, 0, 1, 1)
        gl.glClear(self.GL_COLOR_BUFFER_BIT)
        gl.glColor4f(level / 255, 0, 0, 1)
        gl.glBegin(self.GL_TRIANGLES)
        for x, y in ((-1, -1), (3, -1), (-1, 3)):
            gl.glVertex2f(x, y)
        gl.glEnd()
        gl.glFinish()
        assert (image == (level, 0, 0, 255)).all(), image[0, 0]
        gl.OSMesaDestroyContext(context)


KINDS = {"weft": Weft, "numba": Numba, "mesa": Mesa}


def useInThreads(users, start):
    """All at once. OpenGL's context belongs to its thread, so each thread has one kind."""
    failures = []

    def repeat(user, first):
        try:
            for number in range(first, first + 10):
                user.use(number)
        except BaseException as error:  # pylint: disable=broad-except
            failures.append(f"{type(user).__name__}: {error!r}")

    threads = [threading.Thread(target=repeat, args=(user, start + 10 * i)) for i, user in enumerate(users)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def useInOrder(names):
    users = []
    for number, name in enumerate(names):
        users.append(KINDS[name]())
        users[-1].use(number)
    for number, user in enumerate(users):
        user.use(100 + number)
    useInThreads(users, 200)


def main():
    if len(sys.argv) > 1:
        useInOrder(sys.argv[1:])
        return 0
    failed = 0
    for order in itertools.permutations(KINDS):
        done = subprocess.run([sys.executable, __file__, *order], check=False, timeout=300)
        print(*order, "passed" if done.returncode == 0 else f"failed with status {done.returncode}", flush=True)
        failed += done.returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
