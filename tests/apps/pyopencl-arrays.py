# PyOpenCL's generated elementwise, reduction and scan kernels, its sorting and its math, checked by NumPy.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: pyopencl-arrays.py [--platform NAME] [unittest options]"""
import sys
import unittest

import numpy as np
import pyopencl as cl
import pyopencl.array as clarray
import pyopencl.clmath as clmath
from pyopencl.algorithm import RadixSort, copy_if, partition, unique
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import ExclusiveScanKernel, GenericScanKernel, InclusiveScanKernel

SIGNED = [np.int8, np.int16, np.int32, np.int64]
UNSIGNED = [np.uint8, np.uint16, np.uint32, np.uint64]
REAL = [np.float32, np.float64]
COMPLEX = [np.complex64, np.complex128]
# Lengths around the sizes of vectors and groups, and one that needs many groups.
LENGTHS = [1, 7, 16, 255, 1025, 100_003]

queue = None


def sample(dtype, count, low=1, high=100):
    """Whole numbers from [low, high), also below zero where the type has a sign, the same on every run."""
    generator = np.random.default_rng(count)
    values = generator.integers(low, high, count)
    if np.dtype(dtype).kind in "ifc":
        values = values * generator.choice([-1, 1], count)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * generator.integers(low, high, count)
    return values.astype(dtype)


def onDevice(values):
    return clarray.to_device(queue, values)


class Elementwise(unittest.TestCase):
    def testArithmetic(self):
        for dtype in SIGNED + UNSIGNED + REAL + COMPLEX:
            for count in LENGTHS:
                with self.subTest(dtype=dtype.__name__, count=count):
                    a, b = sample(dtype, count, 1, 11), sample(dtype, count, 1, 11)[::-1].copy()
                    x, y = onDevice(a), onDevice(b)
                    np.testing.assert_array_equal((x + y).get(), a + b)
                    np.testing.assert_array_equal((x - y).get(), a - b)
                    np.testing.assert_allclose((x * y).get(), a * b, rtol=1e-6)
                    np.testing.assert_array_equal((x + dtype(3)).get(), a + dtype(3))

    def testDivision(self):
        for dtype in REAL + COMPLEX:
            with self.subTest(dtype=dtype.__name__):
                a, b = sample(dtype, 1025), sample(dtype, 1025)[::-1].copy()
                np.testing.assert_allclose((onDevice(a) / onDevice(b)).get(), a / b, rtol=1e-5)

    def testComparisonAndChoice(self):
        for dtype in SIGNED + UNSIGNED + REAL:
            with self.subTest(dtype=dtype.__name__):
                a, b = sample(dtype, 1025, 1, 8), sample(dtype, 1025, 1, 8)[::-1].copy()
                x, y = onDevice(a), onDevice(b)
                for got, expected in [(x < y, a < b), (x <= y, a <= b), (x == y, a == b), (x != y, a != b)]:
                    np.testing.assert_array_equal(got.get().astype(bool), expected)
                np.testing.assert_array_equal(clarray.maximum(x, y).get(), np.maximum(a, b))
                np.testing.assert_array_equal(clarray.minimum(x, y).get(), np.minimum(a, b))
                np.testing.assert_array_equal(clarray.if_positive(x > y, x, y).get(), np.where(a > b, a, b))

    def testBitwise(self):
        for dtype in SIGNED + UNSIGNED:
            with self.subTest(dtype=dtype.__name__):
                a, b = sample(dtype, 1025), sample(dtype, 1025)[::-1].copy()
                x, y = onDevice(a), onDevice(b)
                np.testing.assert_array_equal((x & y).get(), a & b)
                np.testing.assert_array_equal((x | y).get(), a | b)
                np.testing.assert_array_equal((x ^ y).get(), a ^ b)

    def testConversionBetweenTypes(self):
        for source in SIGNED + UNSIGNED + REAL:
            for target in SIGNED + UNSIGNED + REAL:
                with self.subTest(source=source.__name__, target=target.__name__):
                    a = np.abs(sample(source, 257))
                    np.testing.assert_array_equal(onDevice(a).astype(target).get(), a.astype(target))

    def testComplexParts(self):
        for dtype in COMPLEX:
            a = sample(dtype, 1025)
            x = onDevice(a)
            np.testing.assert_array_equal(x.real.get(), a.real)
            np.testing.assert_array_equal(x.imag.get(), a.imag)
            np.testing.assert_array_equal(x.conj().get(), a.conj())
            np.testing.assert_allclose(abs(x).get(), abs(a), rtol=1e-6)

    def testFillRangeTakeAndReverse(self):
        x = clarray.zeros(queue, 1025, np.float32)
        x.fill(np.float32(2.5))
        np.testing.assert_array_equal(x.get(), np.full(1025, 2.5, np.float32))
        np.testing.assert_array_equal(clarray.arange(queue, 3, 1000, 7, dtype=np.int32).get(), np.arange(3, 1000, 7))
        a = sample(np.float32, 1025)
        indices = np.arange(1024, -1, -3).astype(np.int32)
        np.testing.assert_array_equal(clarray.take(onDevice(a), onDevice(indices)).get(), a[indices])
        np.testing.assert_array_equal(onDevice(a).reverse().get(), a[::-1])

    def testSlicesOfOneBuffer(self):
        a = sample(np.int32, 1024)
        x = onDevice(a)
        x[100:200] = x[300:400] + 1
        a[100:200] = a[300:400] + 1
        np.testing.assert_array_equal(x.get(), a)

    def testOwnKernelWithBranchAndLoop(self):
        kernel = ElementwiseKernel(
            queue.context, "const int *x, int *steps",
            "long n = x[i]; int s = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; ++s; } steps[i] = s", "collatz")
        a = np.arange(1, 3001, dtype=np.int32)
        steps = clarray.empty(queue, a.shape, np.int32)
        kernel(onDevice(a), steps)
        self.assertEqual(list(steps.get()), [collatz(int(n)) for n in a])


def collatz(n):
    steps = 0
    while n != 1:
        n = 3 * n + 1 if n % 2 else n // 2
        steps += 1
    return steps


class Math(unittest.TestCase):
    def testFunctionsOfOneArgument(self):
        names = {"sin": "sin", "cos": "cos", "tan": "tan", "exp": "exp", "log": "log", "sqrt": "sqrt", "tanh": "tanh",
                 "atan": "arctan", "asinh": "arcsinh", "cbrt": "cbrt", "expm1": "expm1", "log1p": "log1p",
                 "floor": "floor", "ceil": "ceil", "trunc": "trunc", "rint": "rint", "fabs": "fabs"}
        for dtype, tolerance in [(np.float32, 2e-6), (np.float64, 1e-14)]:
            a = np.linspace(0.1, 9.0, 1025).astype(dtype)
            for name, numpyName in names.items():
                with self.subTest(function=name, dtype=dtype.__name__):
                    expected = getattr(np, numpyName)(a.astype(np.float64))
                    np.testing.assert_allclose(getattr(clmath, name)(onDevice(a)).get(), expected, rtol=tolerance,
                                               atol=tolerance)

    def testFunctionsOfTwoArguments(self):
        for dtype, tolerance in [(np.float32, 4e-6), (np.float64, 1e-14)]:
            a = np.linspace(0.5, 5.0, 1025).astype(dtype)
            b = np.linspace(3.0, -3.0, 1025).astype(dtype)
            x, y = onDevice(a), onDevice(b)
            for got, expected in [(clmath.atan2(y, x), np.arctan2(b, a)), (clmath.fmod(y, x), np.fmod(b, a)),
                                  (x ** y, a.astype(np.float64) ** b)]:
                np.testing.assert_allclose(got.get(), expected, rtol=tolerance, atol=tolerance)


class Reduction(unittest.TestCase):
    def testSumMinimumMaximum(self):
        for dtype in SIGNED + UNSIGNED + REAL:
            for count in LENGTHS:
                with self.subTest(dtype=dtype.__name__, count=count):
                    a = sample(dtype, count)
                    x = onDevice(a)
                    wide = np.float64 if np.dtype(dtype).kind == "f" else np.int64
                    self.assertEqual(clarray.sum(x, dtype=np.dtype(wide)).get(), a.sum(dtype=wide))
                    self.assertEqual(clarray.max(x).get(), a.max())
                    self.assertEqual(clarray.min(x).get(), a.min())

    def testDotProduct(self):
        for dtype in REAL + COMPLEX:
            for count in LENGTHS:
                with self.subTest(dtype=dtype.__name__, count=count):
                    a, b = sample(dtype, count, 1, 5), sample(dtype, count, 1, 5)[::-1].copy()
                    np.testing.assert_allclose(clarray.dot(onDevice(a), onDevice(b)).get(), np.dot(a, b), rtol=1e-5)

    def testSubsets(self):
        a, b = sample(np.float32, 1025), sample(np.float32, 1025)[::-1].copy()
        indices = np.arange(0, 1025, 5).astype(np.int32)
        chosen = onDevice(indices)
        self.assertEqual(clarray.subset_dot(chosen, onDevice(a), onDevice(b)).get(), np.dot(a[indices], b[indices]))
        self.assertEqual(clarray.subset_max(chosen, onDevice(a)).get(), a[indices].max())

    def testOwnKernel(self):
        kernel = ReductionKernel(queue.context, np.float64, neutral="0", reduce_expr="a + b",
                                 map_expr="x[i] * y[i]", arguments="const float *x, const float *y")
        for count in LENGTHS:
            a, b = sample(np.float32, count), sample(np.float32, count)[::-1].copy()
            self.assertEqual(kernel(onDevice(a), onDevice(b)).get(), np.dot(a.astype(np.float64), b))

    def testLongestRunByStruct(self):
        dtype = np.dtype([("low", np.int32), ("high", np.int32)])
        dtype, declaration = cl.tools.match_dtype_to_c_struct(queue.device, "extent", dtype)
        cl.tools.get_or_register_dtype("extent", dtype)
        join = """
            extent join(extent a, extent b) {
              extent r; r.low = min(a.low, b.low); r.high = max(a.high, b.high); return r;
            }
            extent one(int x) { extent r; r.low = x; r.high = x; return r; }
            extent none() { extent r; r.low = INT_MAX; r.high = INT_MIN; return r; }
        """
        kernel = ReductionKernel(queue.context, dtype, neutral="none()", reduce_expr="join(a, b)",
                                 map_expr="one(x[i])", arguments="const int *x", preamble=declaration + join)
        a = sample(np.int32, 100_003, 1, 1_000_000)
        self.assertEqual(kernel(onDevice(a)).get()[()], np.array((a.min(), a.max()), dtype)[()])


class Scan(unittest.TestCase):
    def testInclusiveAndExclusive(self):
        for dtype in [np.int32, np.int64, np.uint32, np.float64]:
            inclusive = InclusiveScanKernel(queue.context, dtype, "a+b", "0")
            exclusive = ExclusiveScanKernel(queue.context, dtype, "a+b", "0")
            for count in LENGTHS:
                with self.subTest(dtype=dtype.__name__, count=count):
                    a = sample(dtype, count)
                    expected = np.cumsum(a, dtype=dtype)
                    x = onDevice(a)
                    inclusive(x)
                    np.testing.assert_array_equal(x.get(), expected)
                    x = onDevice(a)
                    exclusive(x)
                    np.testing.assert_array_equal(x.get(), expected - a)

    def testMaximumSoFar(self):
        kernel = InclusiveScanKernel(queue.context, np.int32, "max(a, b)", "INT_MIN")
        a = sample(np.int32, 100_003, 1, 1_000_000)
        x = onDevice(a)
        kernel(x)
        np.testing.assert_array_equal(x.get(), np.maximum.accumulate(a))

    def testSegments(self):
        kernel = GenericScanKernel(
            queue.context, np.int32, arguments="const int *x, const char *start, int *sums",
            input_expr="x[i]", scan_expr="across_seg_boundary ? b : a + b", neutral="0",
            is_segment_start_expr="start[i]", output_statement="sums[i] = item;")
        a = sample(np.int32, 10_007)
        start = (np.arange(len(a)) % 37 == 0).astype(np.int8)
        sums = clarray.empty(queue, a.shape, np.int32)
        kernel(onDevice(a), onDevice(start), sums)
        expected = np.concatenate([np.cumsum(part) for part in np.split(a, np.flatnonzero(start)[1:])])
        np.testing.assert_array_equal(sums.get(), expected)


class Algorithms(unittest.TestCase):
    def testCopyIfPartitionUnique(self):
        a = sample(np.int32, 100_003)
        chosen, count, _ = copy_if(onDevice(a), "ary[i] > 42", queue=queue)
        np.testing.assert_array_equal(chosen.get()[:int(count.get())], a[a > 42])
        yes, no, count, _ = partition(onDevice(a), "ary[i] > 42", queue=queue)
        n = int(count.get())
        np.testing.assert_array_equal(yes.get()[:n], a[a > 42])
        np.testing.assert_array_equal(no.get()[:len(a) - n], a[a <= 42])
        ordered = np.sort(a)
        distinct, count, _ = unique(onDevice(ordered), queue=queue)
        np.testing.assert_array_equal(distinct.get()[:int(count.get())], np.unique(a))

    def testRadixSort(self):
        for dtype in [np.int32, np.uint64]:
            sort = RadixSort(queue.context, "%s *keys" % cl.tools.dtype_to_ctype(dtype), key_expr="keys[i]",
                             sort_arg_names=["keys"], scan_kernel=GenericScanKernel)
            for count in [5, 1025, 20_011]:
                a = np.abs(sample(dtype, count, 1, 1_000_000))
                (x,), _ = sort(onDevice(a), key_bits=20, queue=queue)
                np.testing.assert_array_equal(x.get(), np.sort(a))


def main():
    global queue
    platformName = "Weft"
    if "--platform" in sys.argv:
        at = sys.argv.index("--platform")
        platformName = sys.argv[at + 1]
        del sys.argv[at:at + 2]
    platforms = {p.name: p for p in cl.get_platforms()}
    if platformName not in platforms:
        sys.exit(f"no platform {platformName} in view, only {sorted(platforms)}")
    device = platforms[platformName].get_devices()[0]
    print(f"Device: {device.name}")
    queue = cl.CommandQueue(cl.Context([device]))
    unittest.main()


if __name__ == "__main__":
    main()
