# ffmpeg's OpenCL filters, beside its filters for the CPU, NumPy, or another OpenCL platform.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each case sends the same frames through a filter of OpenCL and through a reference, and compares the pixels.

The filters of OpenCL compute with floating point and round once for each kernel; those for the CPU with integers, which
round or cut off. So the bound is one level for each kernel in a row, of 255, unless a case says why it is another. At
borders the two read different pixels: `margin` leaves that many out at each side."""
import dataclasses
import functools
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy

import cases

_FFMPEG = ["/usr/bin/ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y"]
_WIDTH, _HEIGHT, _FRAMES, _RATE = 176, 120, 4, 4
_POCL = "/etc/OpenCL/vendors/pocl.icd"
# A plane's width and height as parts of the picture's, channels, and bytes of a number.
_PLANES = {
    "yuv420p": [(1, 1, 1), (2, 2, 1), (2, 2, 1)],
    "yuv444p": [(1, 1, 1), (1, 1, 1), (1, 1, 1)],
    "yuva420p": [(1, 1, 1), (2, 2, 1), (2, 2, 1), (1, 1, 1)],
    "gray": [(1, 1, 1)],
    "nv12": [(1, 1, 1), (2, 2, 2)],
    "rgba": [(1, 1, 4)],
    "p010le": [(1, 1, 2), (2, 2, 4)],  # bytes, of numbers of two
}
_PICTURE = "testsrc2=size={w}x{h}:rate={r}:duration=1,noise=alls=24:all_seed=7,format={format}"
_SECOND = "mandelbrot=size={w}x{h}:rate={r}:end_scale=0.1,trim=duration=1,format={format}"


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    filter: str         # OpenCL's
    reference: object   # a filter for the CPU, a function of the frames, POCL or FIBERS
    format: str = "yuv420p"
    result: str = ""    # its format, if it is another
    bound: int = 1      # levels by which a pixel may differ
    margin: int = 0     # pixels at each side that are not compared
    inputs: int = 1
    size: tuple = (_WIDTH, _HEIGHT)  # of the result
    outside: float = 0  # part of the pixels that may be beyond the bound
    before: str = ""    # filters in front of both


POCL = "the same filter on PoCL"
# Where PoCL can't run a filter and those for the CPU compute something else: work-items one by one, without vector code.
FIBERS = "the same filter with WEFT_EXECUTOR=fibers"


def formatOf(case):
    return case.result or case.format


def run(arguments, environment=None):
    done = subprocess.run(_FFMPEG + arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                          errors="replace", timeout=600, env=environment, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"ffmpeg ended with status {done.returncode}: {done.stdout[-300:]}")


class Frames:
    """Pictures in a folder, made once for each format, as raw files that all graphs begin with."""

    def __init__(self, folder):
        self._folder = pathlib.Path(folder)

    @functools.lru_cache(maxsize=None)
    def made(self, format_, number):
        path = self._folder / f"{format_}-{number}"
        source = (_PICTURE, _SECOND)[number].format(w=_WIDTH, h=_HEIGHT, r=_RATE, format=format_)
        run(["-f", "lavfi", "-i", source, "-frames:v", str(_FRAMES), "-f", "rawvideo", str(path)])
        return path

    def inputs(self, case):
        return [self.made(case.format, number) for number in range(case.inputs)]

    def through(self, case, graph, device, environment=None):
        """The frames behind a graph, as one array of bytes."""
        output = self._folder / "output"
        words = ["-init_hw_device", "opencl=device:0.0", "-filter_hw_device", "device"] if device else []
        for path in self.inputs(case):
            words += ["-f", "rawvideo", "-pixel_format", case.format, "-video_size", f"{_WIDTH}x{_HEIGHT}",
                      "-framerate", str(_RATE), "-i", str(path)]
        run([*words, "-filter_complex", graph, "-frames:v", str(_FRAMES), "-f", "rawvideo", str(output)], environment)
        return numpy.fromfile(output, numpy.uint8)


def downloaded(case):
    """The format in which frames leave the device: the filter's, which of these only tonemap_opencl changes."""
    return formatOf(case) if "format=" in case.filter else case.format


def deviceGraph(case):
    upload = "".join(f"[{i}:v]{case.before}format={case.format},hwupload[d{i}];" for i in range(case.inputs))
    return f"{upload}{''.join(f'[d{i}]' for i in range(case.inputs))}{case.filter},hwdownload,format={downloaded(case)},format={formatOf(case)}"


def cpuGraph(case):
    return f"{''.join(f'[{i}:v]' for i in range(case.inputs))}{case.reference},format={formatOf(case)}"


def planes(data, format_, size):
    """For each plane an array of frames by rows by columns by channels; None where the size isn't that of whole frames."""
    shapes = [(-(-size[1] // down), -(-size[0] // across), channels) for across, down, channels in _PLANES[format_]]
    lengths = [height * width * channels for height, width, channels in shapes]
    if len(data) == 0 or len(data) % sum(lengths) != 0:
        return None
    frames = data.reshape(-1, sum(lengths))
    starts = numpy.cumsum([0] + lengths)
    return [frames[:, start:start + length].reshape(-1, *shape) for start, length, shape in zip(starts, lengths, shapes)]


def difference(got, expected, case):
    """A sentence where the two are not the same within the case's bound."""
    if len(got) != len(expected):
        return f"{len(got)} bytes, not {len(expected)}"
    mine, theirs = (planes(data, formatOf(case), case.size) for data in (got, expected))
    if mine is None:
        return f"{len(got)} bytes are no whole frames"
    for number, (a, b) in enumerate(zip(mine, theirs)):
        inner = slice(case.margin, -case.margin or None)
        apart = numpy.abs(a[:, inner, inner].astype(int) - b[:, inner, inner])
        wrong = apart > case.bound
        if wrong.mean() > case.outside:
            at = tuple(int(i) for i in numpy.argwhere(wrong)[0])
            return (f"plane {number}: {wrong.sum()} of {wrong.size} numbers differ by more than {case.bound}, by up to "
                    f"{apart.max()}; the first at frame, row, column, channel {at} of the part that is compared")
    return None


def check(case, frames):
    got = frames.through(case, deviceGraph(case), device=True)
    if case.reference is POCL:
        if not os.path.exists(_POCL):
            raise cases.Skip("PoCL, the reference, is not installed")
        expected = frames.through(case, deviceGraph(case), device=True, environment={**os.environ, "OCL_ICD_VENDORS": _POCL})
    elif case.reference is FIBERS:
        expected = frames.through(case, deviceGraph(case), device=True, environment={**os.environ, "WEFT_EXECUTOR": "fibers"})
    elif callable(case.reference):
        read = [planes(numpy.fromfile(path, numpy.uint8), case.format, (_WIDTH, _HEIGHT)) for path in frames.inputs(case)]
        expected = numpy.concatenate([plane.reshape(len(plane), -1) for plane in case.reference(*read)], axis=1).ravel()
    else:
        expected = frames.through(case, cpuGraph(case), device=False)
    problem = difference(got, expected, case)
    if problem is None and case.inputs and not case.result and case.size == (_WIDTH, _HEIGHT):
        # A reference that any picture would pass shows nothing.
        plain = numpy.fromfile(frames.inputs(case)[0], numpy.uint8)
        if difference(plain, expected, case) is None:
            return "the input itself would pass: the case shows nothing"
    return problem


def fourDirections():
    return [Case(f"transpose-{way}", f"transpose_opencl=dir={way}", f"transpose=dir={way}", bound=0, size=(_HEIGHT, _WIDTH))
            for way in ("cclock_flip", "clock", "cclock", "clock_flip")]


_PROGRAM = """
kernel void waves(write_only image2d_t to, unsigned int number, read_only image2d_t from) {
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1)), size = get_image_dim(to);
  if (at.x >= size.x || at.y >= size.y)
    return;
  float4 sum = 0;
  for (int i = 0; i <= (at.y & 3); ++i)
    sum += read_imagef(from, nearest, (int2)(size.x - 1 - at.x, at.y + i));
  write_imagef(to, at, sum / (1 + (at.y & 3)));
}
kernel void made(write_only image2d_t to, unsigned int number) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, (float4)((at.x * 3 + at.y * 5 + (int)number * 7 & 255) / 255.0f, at.x / 255.0f, at.y / 255.0f, 1));
}
"""


def waves(pictures):
    """What the kernel `waves` does, in NumPy."""
    (plane,) = pictures
    height = plane.shape[1]
    result = numpy.empty_like(plane)
    for row in range(height):
        rows = [min(row + i, height - 1) for i in range((row & 3) + 1)]
        result[:, row] = numpy.rint(plane[:, rows, ::-1].astype(float).mean(axis=1))
    return [result]


def keyed(pictures):
    """What ffmpeg's manual says of colorkey: transparent near the colour, opaque far away, linear between; distances are 0 to 1."""
    (plane,) = pictures
    apart = numpy.sqrt((((plane[..., :3] - numpy.array([0x30, 0x50, 0xf0])) / 255.0) ** 2).sum(axis=-1))
    result = plane.copy()
    result[..., 3] = numpy.rint(255 * numpy.clip((apart - 0.4) / 0.2, 0, 1))
    return [result]


def made():
    """What the kernel `made` does, in NumPy."""
    rows, columns, number = numpy.ogrid[0:_HEIGHT, 0:_WIDTH, 0:_FRAMES]
    red = columns * 3 + rows * 5 + number * 7 & 255
    channels = [red, columns + 0 * red, rows + 0 * red, 255 + 0 * red]
    return [numpy.moveaxis(numpy.stack(channels, axis=-1), 2, 0).astype(numpy.uint8)]


_WIDE = "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc,"
_SHARPER = "0 -1 0 -1 5 -1 0 -1 0"
_FIVE = "1 4 6 4 1 4 16 24 16 4 6 24 36 24 6 4 16 24 16 4 1 4 6 4 1"


def convolution(matrix, factor):
    words = ":".join(f"{plane}m={matrix}:{plane}rdiv={factor}" for plane in range(3)).replace(" ", "\\ ")
    return f"convolution_opencl={words}", f"convolution={words}"


def edges(name):
    """Both compute a root of a sum of squares. The kernel cuts the sum at 1 before it is scaled, so the scale is 1."""
    return Case(name, f"{name}_opencl", name, margin=1)


def allCases():
    found = [
        Case("avgblur", "avgblur_opencl=sizeX=3", "avgblur=sizeX=3", bound=2, margin=3),
        Case("avgblur-unequal", "avgblur_opencl=sizeX=9:sizeY=2", "avgblur=sizeX=9:sizeY=2", bound=2, margin=9),
        Case("boxblur", "boxblur_opencl=lr=2:lp=1", "boxblur=lr=2:lp=1", bound=2, margin=2),
        Case("boxblur-twice", "boxblur_opencl=lr=4:lp=2:cr=1:cp=1", "boxblur=lr=4:lp=2:cr=1:cp=1", bound=4, margin=8),
        # Those for the CPU have other weights.
        Case("unsharp", "unsharp_opencl=lx=5:ly=5:la=1.0", POCL),
        Case("unsharp-13x3", "unsharp_opencl=lx=13:ly=3:la=-0.8:cx=5:cy=5:ca=1.5", POCL),
        Case("nlmeans", "nlmeans_opencl=s=4:p=5:r=7", POCL),
        Case("nlmeans-strong", "nlmeans_opencl=s=12:p=7:pc=5:r=15:rc=9", POCL),
        Case("convolution-3x3", *convolution(_SHARPER, 1), margin=1),
        Case("convolution-5x5", *convolution(_FIVE, 1 / 256), margin=2),
        edges("sobel"), edges("prewitt"), edges("roberts"),
        *fourDirections(),
        Case("dilation", "dilation_opencl", "dilation", bound=0, margin=1),
        Case("erosion", "erosion_opencl", "erosion", bound=0, margin=1),
        Case("dilation-crosses", "dilation_opencl=coordinates=90:threshold0=20",
             "dilation=coordinates=90:threshold0=20", bound=0, margin=1),
        Case("overlay", "overlay_opencl=x=34:y=22", "overlay=x=34:y=22", inputs=2, bound=0),
        Case("overlay-transparent", "overlay_opencl=x=16:y=8", "overlay=x=16:y=8:format=yuv420", format="yuva420p",
             result="yuv420p", inputs=2),
        Case("colorkey", "colorkey_opencl=color=0x3050F0:similarity=0.4:blend=0.2", keyed, format="rgba"),
        Case("pad", "pad_opencl=w=200:h=150:x=10:y=16:color=red", "pad=w=200:h=150:x=10:y=16:color=red", format="rgba", bound=0,
             size=(200, 150)),
        Case("program", "program_opencl=source=PROGRAM:kernel=waves", waves, format="rgba"),
        Case("openclsrc", f"openclsrc=source=PROGRAM:kernel=made:size={_WIDTH}x{_HEIGHT}:rate={_RATE}:format=rgba", made,
             format="rgba", inputs=0, bound=0),
        # In each frame the last group writes what others' work-items may be about to read: a race, which gives other pixels each
        # time, on all executors. A group has 32 x 32 pixels of the frame's 176 x 120.
        *(Case(f"tonemap-{curve}", f"tonemap_opencl=tonemap={curve}:format=nv12:p=bt709:t=bt709:m=bt709", FIBERS,
               format="p010le", result="nv12", outside=0.05, before=_WIDE)
          for curve in ("hable", "mobius", "reinhard", "linear", "gamma", "clip")),
        Case("deshake", "deshake_opencl", POCL),
    ]
    for transition in ("fade", "wipeleft", "wiperight", "wipeup", "wipedown", "slideleft", "slideright", "slideup", "slidedown"):
        words = f"transition={transition}:duration=0.75:offset=0"
        # Where a slide stands is rounded otherwise: one row or column.
        found.append(Case(f"xfade-{transition}", f"xfade_opencl={words}", f"xfade={words}", format="yuv444p", inputs=2,
                          outside=0.005 if "slide" in transition else 0))
    return found


def main():
    mine = cases.Cases(__doc__, package="ffmpeg", needs=("python3-numpy",))
    with tempfile.TemporaryDirectory(prefix="weft-ffmpeg-") as folder:
        program = pathlib.Path(folder) / "program.cl"
        program.write_text(_PROGRAM, encoding="utf-8")
        frames = Frames(folder)
        for case in allCases():
            case = dataclasses.replace(case, filter=case.filter.replace("PROGRAM", str(program)))
            mine.run(case.name, functools.partial(check, case, frames))
    return mine.finish()


if __name__ == "__main__":
    sys.exit(main())
