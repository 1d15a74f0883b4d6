# OpenCV's operations on UMat, which OpenCL computes, beside the same on Mat, which plain C++ does.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""OpenCV falls back to the CPU in silence where it has no kernel for an operation. So a second process runs the operations
with a trace (docs/tracing.md), which says during which of them a kernel ran. The others are skipped.

Bounds: 0 where an operation moves or compares whole numbers; 1 level where both round a sum or a product to whole numbers;
for floating point a part of the largest value. Where a decision hangs on a rounded value (is this pixel an edge?), some
pixels, `outside` as a part of all, may differ."""
import dataclasses
import functools
import json
import os
import subprocess
import sys
import tempfile
import time

import cases

_SIZE = (203, 157)  # width and height: no multiples of anything


@dataclasses.dataclass(frozen=True)
class Operation:
    name: str
    run: object          # a function of OpenCV and of a list of Mats or UMats
    inputs: tuple        # "type" or "type x channels" of each
    bound: float = 0     # as a number, of whole numbers; as a part of the largest value, of floating point
    outside: float = 0


def allOperations():
    """All that are run. `cv` is the module, `a` a list of Mats or UMats."""
    found = []

    def add(name, run, *inputs, bound=0.0, outside=0.0):
        found.append(Operation(name, run, inputs, bound, outside))

    for kind in ("8U1", "8U3", "8U4", "16S1", "32F1", "32F4"):
        whole = not kind.startswith("32F")
        near = 1 if whole else 1e-5
        add(f"blur-{kind}", lambda cv, a: cv.blur(a[0], (5, 3)), kind, bound=near)
        add(f"boxFilter-{kind}", lambda cv, a: cv.boxFilter(a[0], -1, (7, 7), normalize=True), kind, bound=near)
        add(f"GaussianBlur-{kind}", lambda cv, a: cv.GaussianBlur(a[0], (5, 5), 1.3), kind, bound=near)
        add(f"filter2D-{kind}", lambda cv, a: cv.filter2D(a[0], -1, sharper()), kind, bound=near)
        add(f"sepFilter2D-{kind}", lambda cv, a: cv.sepFilter2D(a[0], -1, smooth(5), smooth(3)), kind, bound=near)
        add(f"flip-{kind}", lambda cv, a: cv.flip(a[0], -1), kind)
        add(f"transpose-{kind}", lambda cv, a: cv.transpose(a[0]), kind)
        add(f"repeat-{kind}", lambda cv, a: cv.repeat(a[0], 2, 3), kind)
        add(f"copyMakeBorder-{kind}", lambda cv, a: cv.copyMakeBorder(a[0], 3, 4, 5, 6, cv.BORDER_REFLECT_101), kind)
        add(f"resize-nearest-{kind}", lambda cv, a: cv.resize(a[0], (301, 99), interpolation=cv.INTER_NEAREST), kind)
        add(f"resize-linear-{kind}", lambda cv, a: cv.resize(a[0], (301, 99), interpolation=cv.INTER_LINEAR), kind,
            bound=1 if whole else 1e-4)
        add(f"resize-area-{kind}", lambda cv, a: cv.resize(a[0], (70, 41), interpolation=cv.INTER_AREA), kind, bound=near)
        for operation in ("add", "subtract", "absdiff", "min", "max"):
            add(f"{operation}-{kind}", lambda cv, a, f=operation: getattr(cv, f)(a[0], a[1]), kind, kind,
                bound=0 if whole else 1e-6)
        add(f"multiply-{kind}", lambda cv, a: cv.multiply(a[0], a[1], scale=0.013), kind, kind, bound=1 if whole else 1e-6)
        add(f"divide-{kind}", lambda cv, a: cv.divide(a[0], a[1], scale=11), kind, kind, bound=1 if whole else 1e-6)
        add(f"addWeighted-{kind}", lambda cv, a: cv.addWeighted(a[0], 0.7, a[1], 0.4, 3), kind, kind, bound=near)
        add(f"convertScaleAbs-{kind}", lambda cv, a: cv.convertScaleAbs(a[0], alpha=0.8, beta=-20), kind, bound=1)
        add(f"norm-{kind}", lambda cv, a: cv.norm(a[0], cv.NORM_L2), kind, bound=1e-5)
        add(f"mean-{kind}", lambda cv, a: cv.meanStdDev(a[0])[1], kind, bound=1e-5)
        if kind != "8U3":
            add(f"pyrDown-{kind}", lambda cv, a: cv.pyrDown(a[0]), kind, bound=near)
            add(f"pyrUp-{kind}", lambda cv, a: cv.pyrUp(a[0]), kind, bound=near)
        for name in ("erode", "dilate"):
            add(f"{name}-{kind}", lambda cv, a, f=name: getattr(cv, f)(a[0], cross(cv, 5), iterations=2), kind)
        add(f"morphology-gradient-{kind}", lambda cv, a: cv.morphologyEx(a[0], cv.MORPH_GRADIENT, cross(cv, 3)), kind,
            bound=0 if whole else 1e-6)
        add(f"warpAffine-{kind}", lambda cv, a: cv.warpAffine(a[0], turned(), (190, 170)), kind, bound=2 if whole else 2e-2,
            outside=0.01)
        add(f"warpPerspective-{kind}", lambda cv, a: cv.warpPerspective(a[0], tilted(), (190, 170)), kind,
            bound=2 if whole else 2e-2, outside=0.01)
        add(f"remap-{kind}", lambda cv, a: cv.remap(a[0], *waved(cv, a[0]), cv.INTER_LINEAR), kind, bound=2 if whole else 2e-2,
            outside=0.01)

    for kind in ("8U1", "16S1", "32F1"):
        near = 1 if kind == "8U1" else 1e-5
        deep = "CV_16S" if kind == "8U1" else "CV_32F"
        add(f"Sobel-{kind}", lambda cv, a, d=deep: cv.Sobel(a[0], getattr(cv, d), 1, 1, ksize=3), kind, bound=near)
        add(f"Scharr-{kind}", lambda cv, a, d=deep: cv.Scharr(a[0], getattr(cv, d), 0, 1), kind, bound=near)
        add(f"Laplacian-{kind}", lambda cv, a, d=deep: cv.Laplacian(a[0], getattr(cv, d), ksize=5), kind, bound=near)
        for type_ in ("BINARY", "TRUNC", "TOZERO_INV"):
            add(f"threshold-{type_}-{kind}",
                lambda cv, a, t=type_: cv.threshold(a[0], 99, 200, getattr(cv, f"THRESH_{t}"))[1], kind)
        add(f"inRange-{kind}", lambda cv, a: cv.inRange(a[0], 40, 150), kind)
        add(f"minMaxLoc-{kind}", lambda cv, a: numbers(cv.minMaxLoc(a[0])), kind)
        add(f"countNonZero-{kind}", lambda cv, a: numbers([cv.countNonZero(a[0])]), kind)
        for axis in (0, 1):
            add(f"reduce-{axis}-{kind}", lambda cv, a, x=axis: cv.reduce(a[0], x, cv.REDUCE_SUM, dtype=cv.CV_32F), kind, bound=1e-5)
        for what in ("EQ", "GT", "LE"):
            add(f"compare-{what}-{kind}", lambda cv, a, w=what: cv.compare(a[0], a[1], getattr(cv, f"CMP_{w}")), kind, kind)
        add(f"normalize-{kind}", lambda cv, a: cv.normalize(a[0], None, 0, 200, cv.NORM_MINMAX), kind, bound=near)
        add(f"accumulateWeighted-{kind}", accumulated, kind, bound=1e-5)

    for name in ("BGR2GRAY", "BGR2YUV", "YUV2BGR", "BGR2YCrCb", "BGR2XYZ", "BGR2HSV", "HSV2BGR", "BGR2HLS", "BGR2Lab", "Lab2BGR",
                 "BGR2Luv", "BGR2RGB", "BGR2BGRA"):
        # Hues are angles: a level more or less may come of a quotient's rounding.
        add(f"cvtColor-{name}-8U", lambda cv, a, n=name: cv.cvtColor(a[0], getattr(cv, f"COLOR_{n}")), "8U3", bound=1,
            outside=0.001)
    for name in ("BGR2GRAY", "BGR2HSV", "BGR2Lab", "BGR2YUV", "BGR2XYZ"):
        # The C++ takes Lab from a table, which is coarse for dark colours.
        add(f"cvtColor-{name}-32F", lambda cv, a, n=name: cv.cvtColor(a[0], getattr(cv, f"COLOR_{n}")), "unit3",
            bound=5e-3 if name == "BGR2Lab" else 1e-3, outside=0.001 if name == "BGR2Lab" else 0)

    for name in ("exp", "log", "sqrt"):
        add(f"{name}-32F", lambda cv, a, n=name: getattr(cv, n)(a[0]), "unit1", bound=1e-5)
        add(f"{name}-64F", lambda cv, a, n=name: getattr(cv, n)(a[0]), "unit64", bound=1e-9)
    add("pow-32F", lambda cv, a: cv.pow(a[0], 2.7), "unit1", bound=1e-5)
    add("magnitude", lambda cv, a: cv.magnitude(a[0], a[1]), "unit1", "unit1", bound=1e-5)
    # OpenCV's own arc tangent is good to 0.3 degrees.
    add("phase", lambda cv, a: cv.phase(a[0], a[1], angleInDegrees=True), "unit1", "unit1", bound=1e-3)
    add("cartToPolar", lambda cv, a: cv.cartToPolar(a[0], a[1])[0], "unit1", "unit1", bound=1e-5)
    add("polarToCart", lambda cv, a: cv.polarToCart(a[0], a[1])[1], "unit1", "unit1", bound=1e-5)
    add("gemm-32F", lambda cv, a: cv.gemm(a[0], a[1], 1.3, a[0], 0.7), "square1", "square1", bound=1e-4)
    add("gemm-64F", lambda cv, a: cv.gemm(a[0], a[1], 1, None, 0, flags=cv.GEMM_2_T), "square64", "square64", bound=1e-9)
    for type_, bound in (("32F1", 1e-4), ("64F1", 1e-9)):
        add(f"dft-{type_}", lambda cv, a: cv.dft(a[0], flags=cv.DFT_COMPLEX_OUTPUT), type_, bound=bound)
    add("dft-real", lambda cv, a: cv.idft(cv.dft(a[0]), flags=cv.DFT_SCALE), "32F1", bound=1e-4)
    add("integral", lambda cv, a: cv.integral(a[0]), "8U1")
    add("calcHist", lambda cv, a: cv.calcHist([a[0]], [0], None, [256], [0, 256]), "8U1")
    add("calcBackProject", backProjected, "8U1", bound=1)
    add("equalizeHist", lambda cv, a: cv.equalizeHist(a[0]), "8U1", bound=1)
    add("CLAHE", lambda cv, a: cv.createCLAHE(3.0, (8, 8)).apply(a[0]), "8U1", bound=1)
    add("LUT", lambda cv, a: cv.LUT(a[0], table()), "8U3")
    add("medianBlur-3", lambda cv, a: cv.medianBlur(a[0], 3), "8U1")
    add("medianBlur-5", lambda cv, a: cv.medianBlur(a[0], 5), "8U4")
    add("bilateralFilter", lambda cv, a: cv.bilateralFilter(a[0], 7, 40, 5), "8U1", bound=1)
    add("adaptiveThreshold", lambda cv, a: cv.adaptiveThreshold(a[0], 255, cv.ADAPTIVE_THRESH_MEAN_C, cv.THRESH_BINARY, 7, 2), "8U1",
        outside=0.01)
    add("Canny", lambda cv, a: cv.Canny(a[0], 60, 150), "8U1", outside=0.01)
    add("cornerHarris", lambda cv, a: cv.cornerHarris(a[0], 5, 3, 0.04), "8U1", bound=1e-4)
    add("cornerMinEigenVal", lambda cv, a: cv.cornerMinEigenVal(a[0], 3), "8U1", bound=1e-4)
    add("HoughLines", lambda cv, a: cv.HoughLines(lined(cv, a[0]), 1, 3.14159 / 180, 60), "8U1", bound=1e-3)
    for method in ("SQDIFF", "SQDIFF_NORMED", "CCORR", "CCORR_NORMED", "CCOEFF", "CCOEFF_NORMED"):
        add(f"matchTemplate-{method}", lambda cv, a, m=method: cv.matchTemplate(a[0], part(cv, a[0]), getattr(cv, f"TM_{m}")), "8U1",
            bound=1e-3)
    add("split", lambda cv, a: cv.split(a[0])[2], "8U3")
    add("merge", lambda cv, a: cv.merge([a[0], a[1], a[0]]), "8U1", "8U1")
    add("bitwise_not", lambda cv, a: cv.bitwise_not(a[0]), "8U3")
    add("bitwise_xor", lambda cv, a: cv.bitwise_xor(a[0], a[1]), "16S1", "16S1")
    add("setIdentity", lambda cv, a: cv.setIdentity(a[0], 3), "32F1")
    add("FAST", lambda cv, a: keyPoints(cv.FastFeatureDetector_create(30).detect(a[0])), "8U1")
    add("ORB", lambda cv, a: keyPoints(cv.ORB_create(200).detect(a[0])), "8U1", bound=1e-3, outside=0.05)
    add("goodFeaturesToTrack", lambda cv, a: cv.goodFeaturesToTrack(a[0], 60, 0.05, 5), "8U1", outside=0.05)
    add("opticalFlowFarneback",
        lambda cv, a: cv.calcOpticalFlowFarneback(a[0], moved(cv, a[0]), None, 0.5, 3, 15, 3, 5, 1.1, 0), "soft1",
        bound=2e-2, outside=0.02)
    add("opticalFlowPyrLK", followed, "soft1", bound=2e-3, outside=0.05)
    add("BackgroundSubtractorMOG2", subtracted, "soft1", outside=0.01)
    add("fastNlMeansDenoising", lambda cv, a: cv.fastNlMeansDenoising(a[0], None, 7, 5, 11), "8U1", bound=1)
    for name in _NETWORKS:
        add(f"dnn-{name}", lambda cv, a, n=name: network(cv, a[0], n), "8U3", bound=1e-4)
    return found


# --- what the operations take besides

_CONVOLUTION = "[convolutional]\nbatch_normalize=1\nfilters={}\nsize={}\nstride={}\npad=1\nactivation=leaky\n"
# Networks in Darknet's words; (filters, size, inputs) of their convolutions stand in the order of the weights.
_NETWORKS = {
    "convolutions": (_CONVOLUTION.format(16, 3, 1) + _CONVOLUTION.format(24, 3, 2) + _CONVOLUTION.format(10, 1, 1),
                     [(16, 3, 3), (24, 3, 16), (10, 1, 24)]),
    "pools": (_CONVOLUTION.format(16, 5, 1) + "[maxpool]\nsize=2\nstride=2\n" + _CONVOLUTION.format(32, 3, 1) +
              "[avgpool]\n[softmax]\n", [(16, 5, 3), (32, 3, 16)]),
    "branches": (_CONVOLUTION.format(16, 3, 1) + _CONVOLUTION.format(16, 3, 1) + "[shortcut]\nfrom=-2\nactivation=linear\n" +
                 "[upsample]\nstride=2\n" + _CONVOLUTION.format(8, 3, 2) + "[route]\nlayers=-1,-3\n",
                 [(16, 3, 3), (16, 3, 16), (8, 3, 16)]),
}


def network(cv, image, name):
    """What OpenCV's own inference makes of an image, by kernels if that is a UMat. The weights are random, the same each time."""
    import numpy as np
    words, convolutions = _NETWORKS[name]
    generator = np.random.default_rng(2)
    parts = [np.array([0, 2, 0, 0, 0], np.int32).tobytes()]
    for filters, size, inputs in convolutions:
        # Biases, scales, means, variances, weights.
        for low, high, count in ((-0.1, 0.1, filters), (0.8, 1.2, filters), (-0.1, 0.1, filters), (0.5, 1.5, filters)):
            parts.append(generator.uniform(low, high, count).astype(np.float32).tobytes())
        weights = generator.standard_normal(filters * inputs * size * size) / (inputs * size * size) ** 0.5
        parts.append(weights.astype(np.float32).tobytes())
    text = "[net]\nwidth=64\nheight=48\nchannels=3\n" + words
    made = cv.dnn.readNetFromDarknet(np.frombuffer(text.encode(), np.uint8), np.frombuffer(b"".join(parts), np.uint8))
    made.setPreferableBackend(cv.dnn.DNN_BACKEND_OPENCV)
    made.setPreferableTarget(cv.dnn.DNN_TARGET_OPENCL if isinstance(image, cv.UMat) else cv.dnn.DNN_TARGET_CPU)
    made.setInput(cv.dnn.blobFromImage(hostOf(cv, image), 1 / 255, (64, 48)))
    return made.forward()

def sharper():
    import numpy as np
    return np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], np.float32)


def smooth(n):
    import numpy as np
    return np.array({3: [1, 2, 1], 5: [1, 4, 6, 4, 1]}[n], np.float32).reshape(1, -1) / 2 ** (n - 1)


def cross(cv, n):
    return cv.getStructuringElement(cv.MORPH_CROSS, (n, n))


def table():
    import numpy as np
    return (np.arange(256) * 7 % 256).astype(np.uint8)


def turned():
    import numpy as np
    return np.array([[0.9, -0.3, 25], [0.25, 1.1, -9]], np.float64)


def tilted():
    import numpy as np
    return np.array([[0.9, -0.2, 25], [0.15, 1.1, -9], [4e-4, -3e-4, 1]], np.float64)


def waved(cv, like):
    import numpy as np
    rows, columns = np.mgrid[0:140, 0:180].astype(np.float32)
    maps = columns + 6 * np.sin(rows / 9) + 3, rows + 4 * np.cos(columns / 13)
    return [asIs(cv, like, m.astype(np.float32)) for m in maps]


def asIs(cv, like, array):
    """A UMat where the other one is."""
    return cv.UMat(array) if isinstance(like, cv.UMat) else array


def hostOf(cv, array):
    return array.get() if isinstance(array, cv.UMat) else array


def part(cv, array):
    return asIs(cv, array, hostOf(cv, array)[40:61, 50:83].copy())


def moved(cv, array):
    import numpy as np
    return asIs(cv, array, np.roll(hostOf(cv, array), (2, 3), (0, 1)))


def lined(cv, like):
    import numpy as np
    picture = np.zeros(_SIZE[::-1], np.uint8)
    for k in range(4):
        cv.line(picture, (10 + 30 * k, 5), (190 - 20 * k, 150), 255, 1)
    return asIs(cv, like, picture)


def numbers(tree):
    import numpy as np
    return np.array([x for y in tree for x in (y if isinstance(y, tuple) else (y,))], np.float64)


def keyPoints(points):
    import numpy as np
    return np.array(sorted((p.pt[0], p.pt[1]) for p in points), np.float64)


def accumulated(cv, a):
    import numpy as np
    sum_ = asIs(cv, a[0], np.full(_SIZE[::-1], 3.5, np.float32))
    source = asIs(cv, a[0], hostOf(cv, a[0]).astype(np.float32)) if hostOf(cv, a[0]).dtype == np.int16 else a[0]
    cv.accumulateWeighted(source, sum_, 0.3)
    return sum_


def backProjected(cv, a):
    histogram = cv.calcHist([hostOf(cv, a[0])], [0], None, [32], [0, 256])
    return cv.calcBackProject([a[0]], [0], asIs(cv, a[0], histogram), [0, 256], 0.5)


def followed(cv, a):
    import numpy as np
    points = np.array([[x, y] for x in range(40, 170, 17) for y in range(30, 130, 13)], np.float32).reshape(-1, 1, 2)
    return cv.calcOpticalFlowPyrLK(a[0], moved(cv, a[0]), asIs(cv, a[0], points), None)[0]


def subtracted(cv, a):
    subtractor = cv.createBackgroundSubtractorMOG2(detectShadows=True)
    mask = None
    for _ in range(4):
        subtractor.apply(a[0], learningRate=0.2)
        mask = subtractor.apply(moved(cv, a[0]), learningRate=0.01)
    return mask


# --- running and judging

def inputOf(kind, seed):
    import numpy as np
    generator = np.random.default_rng(seed)
    if kind.startswith("square"):
        return generator.random((133, 133)).astype(np.float64 if kind.endswith("64") else np.float32)
    if kind.startswith("unit"):
        channels = 3 if kind == "unit3" else 1
        shape = _SIZE[::-1] + ((channels,) if channels > 1 else ())
        return (generator.random(shape) * 0.98 + 0.01).astype(np.float64 if kind == "unit64" else np.float32)
    if kind == "soft1":
        import cv2
        return cv2.GaussianBlur(generator.integers(0, 256, _SIZE[::-1]).astype(np.uint8), (0, 0), 3) * 3
    types = {"8U": (np.uint8, 0, 256), "16S": (np.int16, -300, 301), "32F": (np.float32, -50, 256), "64F": (np.float64, -50, 256)}
    type_, low, high = types[kind[:-1]]
    channels = int(kind[-1])
    return generator.integers(low, high, _SIZE[::-1] + ((channels,) if channels > 1 else ())).astype(type_)


def difference(got, expected, bound, outside):
    """A sentence where the two arrays differ."""
    import numpy as np
    got, expected = np.asarray(got), np.asarray(expected)
    if got.shape != expected.shape:
        return f"its shape is {got.shape}, not {expected.shape}"
    if got.dtype != expected.dtype:
        return f"its type is {got.dtype}, not {expected.dtype}"
    if got.size == 0:
        return "both are empty"
    a, b = got.astype(np.float64), expected.astype(np.float64)
    allowed = bound if expected.dtype.kind in "iu" else bound * max(1e-30, np.abs(b[np.isfinite(b)]).max())
    wrong = ~((np.abs(a - b) <= allowed) | (a == b) | (np.isnan(a) & np.isnan(b)))
    if wrong.mean() > outside:
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        return f"{wrong.sum()} of {wrong.size} differ by more than {allowed:.3g}; the first at {at}: {got[at]}, not {expected[at]}"
    return None


def runAll(pattern, output):
    """The second process: each operation on Mat and on UMat."""
    import re
    import cv2
    cv2.setNumThreads(2)
    found = []
    for operation in allOperations():
        if not re.search(pattern, operation.name):
            continue
        start = time.monotonic()
        inputs = [inputOf(kind, 10 + i) for i, kind in enumerate(operation.inputs)]
        try:
            cv2.ocl.setUseOpenCL(False)
            expected = hostOf(cv2, operation.run(cv2, [array.copy() for array in inputs]))
            cv2.ocl.setUseOpenCL(True)
            if not cv2.ocl.useOpenCL():
                raise RuntimeError("OpenCV finds no OpenCL device")
            begin = time.monotonic()
            got = hostOf(cv2, operation.run(cv2, [cv2.UMat(array) for array in inputs]))
            cv2.ocl.finish()
            why = difference(got, expected, operation.bound, operation.outside)
        except Exception as error:  # pylint: disable=broad-except
            begin, why = time.monotonic(), f"{type(error).__name__}: {error}"
        end = time.monotonic()
        found.append({"name": operation.name, "why": why, "begin": begin, "end": end, "seconds": end - start})
        with open(output, "w", encoding="utf-8") as file:
            json.dump(found, file)


def launchTimes(trace):
    """The starts of all kernels' launches in a trace, in seconds of CLOCK_MONOTONIC."""
    starts = []
    with open(trace, encoding="utf-8") as file:
        for line in file:
            if '"cat":"command"' in line:
                event = json.loads(line.strip().rstrip(","))
                if event["args"].get("type") == "kernel":
                    starts.append(event["ts"] / 1e6)
    return starts


def main():
    if sys.argv[1:2] == ["--second-process"]:
        runAll(*sys.argv[2:4])
        return 0
    mine = cases.Cases(__doc__, package="python3-opencv")
    traced = mine.options.platform == "Weft"
    with tempfile.TemporaryDirectory(prefix="weft-opencv-") as folder:
        told, trace = f"{folder}/operations.json", f"{folder}/trace.json"
        environment = {**os.environ, "OPENCV_OPENCL_DEVICE": ":CPU:", "OPENCV_OPENCL_RAISE_ERROR": "1",
                       "OPENCV_OPENCL_CACHE_ENABLE": "0",
                       "OPENCV_DNN_OPENCL_ALLOW_ALL_DEVICES": "1", "HOME": folder, **({"WEFT_TRACE": trace} if traced else {})}
        done = subprocess.run([sys.executable, __file__, "--second-process", mine.options.only, told], env=environment, check=False)
        with open(told, encoding="utf-8") as file:
            operations = json.load(file)
        launches = launchTimes(trace) if traced else None
    for operation in operations:
        if operation["why"]:
            outcome, why = cases.FAILED, operation["why"]
        elif traced and not any(operation["begin"] <= start <= operation["end"] for start in launches):
            outcome, why = cases.SKIPPED, "OpenCV ran no kernel for it"
        else:
            outcome, why = cases.PASSED, ""
        mine.add(operation["name"], outcome, why, operation["seconds"])
    if done.returncode != 0:
        mine.add("all operations run", cases.FAILED, f"the process ended with {done.returncode} behind {len(operations)} operations")
    return mine.finish()


if __name__ == "__main__":
    sys.exit(main())
