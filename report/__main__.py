# weft-report: makes a page of a trace.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes one self-contained HTML page of what WEFT_TRACE has recorded: a timeline of queues and workers, a table of the
kernels, a roofline, and each kernel's source with how each line was compiled."""
import argparse
import sys

import kernels
import page
import samples
import timeline
import tracefile

EPILOGUE = """example:
  WEFT_TRACE=run.json ./program        record
  weft-report run.json -o run.html     make the page; any browser opens it, without a network

with the shares of the source's lines:
  WEFT_TRACE=run.json perf record -k CLOCK_MONOTONIC ./program
  perf script -F ip,sym,srcline > samples.txt
  weft-report run.json --perf samples.txt -o run.html

The trace is in the Chrome trace-event format: Perfetto (ui.perfetto.dev) and chrome://tracing open it, too.
Exit status: 0; 2 where the input can't be read or the page not be written."""


def parseLimits(text):
    """(bytes per second, operations per second) of "20e9,150e9"."""
    parts = text.split(",")
    try:
        memory, flops = (float(part) for part in parts)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' should be two numbers, as in 20e9,150e9") from None
    if not (0 < memory < float("inf") and 0 < flops < float("inf")):
        raise argparse.ArgumentTypeError(f"'{text}' should be two numbers above 0")
    return memory, flops


def parseArguments(arguments):
    parser = argparse.ArgumentParser(prog="weft-report", description=__doc__, epilog=EPILOGUE,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trace", metavar="TRACE", help="a file that WEFT_TRACE has named, or that weftc --emit=facts has made")
    parser.add_argument("-o", "--output", metavar="FILE", default="report.html",
                        help="where the page goes (report.html; '-' for standard output)")
    parser.add_argument("--perf", metavar="FILE", help="samples, as perf script -F ip,sym,srcline prints them")
    parser.add_argument("--limits", metavar="BYTES,FLOPS", type=parseLimits,
                        help="what the machine can do per second at most: bytes of memory and operations on float, in place "
                        "of what the trace has measured, as in 20e9,150e9")
    parser.add_argument("--title", help="the page's title (the program's name)")
    parser.add_argument("--most-events", metavar="COUNT", type=int, default=100_000,
                        help="short events are drawn together where there are more (100000)")
    return parser.parse_args(arguments)


def main(arguments):
    options = parseArguments(arguments)
    try:
        trace = tracefile.read(options.trace)
        found = samples.read(options.perf) if options.perf else None
        text = page.make(trace, kernels.collect(trace, found, options.limits),
                         timeline.collect(trace, max(options.most_events, 1000)), options.title)
        if options.output == "-":
            sys.stdout.write(text)
        else:
            with open(options.output, "w", encoding="utf-8") as file:
                file.write(text)
    except (tracefile.Unreadable, samples.Unreadable) as problem:
        print(f"weft-report: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        print(f"weft-report: {problem.filename or options.output}: {problem.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
