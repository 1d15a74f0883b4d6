# The results of the benchmarks as a table of text and as a plot.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`data` is what run.py writes as JSON. Medians are in seconds."""
import os

OWN = "Weft"
# The fixed cost of building and launching, in absolute time; everything else is shown relative to plain C++.
RUNS = ["1", "10", "100"]
MATHEMATICS = "math-"  # how the names of these benchmarks begin
OVERHEADS = ["build-first", "build-second", "launch-1", "launch-100", "launch-1000", "graph-100", "graph-100-apart"]
LABELS = {
    "build-first": "one-line kernel: build + first run,\nfirst of the process",
    "build-second": "one-line kernel: build + first run,\nsecond of the process",
    "launch-1": "empty kernel + clFinish",
    "launch-100": "batch of 100 empty kernels",
    "launch-1000": "batch of 1000 empty kernels",
    "graph-100": "command-buffer of 100 empty kernels",
    "graph-100-apart": "the same, each for itself",
}
COLOURS = {OWN: "#c8442d", "Portable Computing Language": "#4a6fa5"}
SHORT = {"Portable Computing Language": "PoCL"}


def duration(seconds):
    for limit, factor, unit in [(1e-3, 1e6, "us"), (1, 1e3, "ms")]:
        if seconds < limit:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def short(name):
    return SHORT.get(name, name)


def median(data, benchmark, name):
    """Seconds, or None where there is no figure."""
    return data["benchmarks"].get(benchmark, {}).get(name, {}).get("median")


def table(data):
    host, *platforms = data["contenders"]
    rivals = [name for name in platforms if name != OWN] if OWN in platforms else []
    header = ["", host]
    for name in platforms:
        header += [short(name), "/ C++"]
    header += [f"{short(name)} / {OWN}" for name in rivals]
    rows = [header]
    for benchmark, cells in data["benchmarks"].items():
        base = median(data, benchmark, host)
        row = [benchmark, duration(base) if base else "-"]
        for name in platforms:
            time = median(data, benchmark, name)
            row += [duration(time) if time else "failed", f"{time / base:.2f}" if time and base else "-"]
        own = median(data, benchmark, OWN)
        for name in rivals:
            time = median(data, benchmark, name)
            row.append(f"{time / own:.2f}" if time and own else "-")
        rows.append(row)
    lines = _aligned(rows)
    errors = [f"{benchmark} on {name}: {cell['error']}" for benchmark, cells in data["benchmarks"].items()
              for name, cell in cells.items() if "error" in cell]
    machine = data["machine"]
    title = f"Medians on {machine['cpus']} CPUs of {machine['cpu']}, {machine['date']}"
    disturbed = ", ".join(data["disturbed"])
    notes = [f"The hypervisor kept taking CPU time from turns at: {disturbed}"] if disturbed else []
    return "\n".join([title, "", *lines, *errors, *notes, *_librariesTable(data), *_firstRunsTable(data)])


def _aligned(rows):
    """Lines of text, the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(text.ljust(width) if i == 0 else text.rjust(width)
                      for i, (text, width) in enumerate(zip(row, widths))) for row in rows]


def _librariesTable(data):
    if not data["libraries"]:
        return []
    platforms = data["contenders"][1:]
    rows = [["", "library", "time"] + [f"{short(name)} / library" for name in platforms]]
    for benchmark, library in data["libraries"].items():
        base = median(data, benchmark, library)
        times = [median(data, benchmark, name) for name in platforms]
        rows.append([benchmark, library, duration(base) if base else "failed"]
                    + [f"{time / base:.2f}" if time and base else "-" for time in times])
    return ["", "Beside libraries that do the same work", "", *_aligned(rows)]


def _firstRunsTable(data):
    if not data["firstRuns"]:
        return []
    platforms = data["contenders"][1:]
    rows = [[""] + [f"{short(name)} {run}" for name in platforms for run in RUNS]]
    for benchmark, cells in data["firstRuns"].items():
        times = [cells.get(name, {}).get(run) for name in platforms for run in RUNS]
        rows.append([benchmark] + [duration(time) if time else "-" for time in times])
    return ["", "From source text to the end of the 1st, 10th and 100th run", "", *_aligned(rows)]


def _bars(axes, benchmarks, names, value, text, origin=None):
    """Grouped horizontal bars, the first benchmark on top, each with its figure beside it. They start at `origin`, or
    at the axis."""
    height = 0.8 / len(names)
    labelled = set()
    colours = iter(["#8a9a5b", "#8e6c8a", "#b08d57", "#6d9dc5"])
    for k, name in enumerate(names):
        colour = COLOURS.get(name) or next(colours)
        for i, benchmark in enumerate(benchmarks):
            amount = value(benchmark, name)
            if amount is None:
                continue
            place = i + (k - (len(names) - 1) / 2) * height
            axes.barh(place, amount - (origin or 0), height * 0.92, left=origin or 0, color=colour,
                      label=short(name) if name not in labelled else None)
            labelled.add(name)
            leftward = origin is not None and amount < origin
            axes.annotate(text(amount), (amount, place), xytext=(-3 if leftward else 3, 0), va="center",
                          textcoords="offset points", ha="right" if leftward else "left", fontsize=7, color="#333333")
    axes.set_yticks(range(len(benchmarks)), [LABELS.get(b, b) for b in benchmarks], fontsize=9)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def _figure(pyplot, rows):
    """A figure with a panel for each number of rows, and its panels."""
    inches = [0.6 + 0.3 * count for count in rows]
    figure, panels = pyplot.subplots(len(rows), 1, figsize=(9, 0.9 + sum(inches)), height_ratios=inches, squeeze=False)
    return figure, list(panels[:, 0])


def _finish(figure, panels, data, path):
    for axes in panels:
        axes.set_ylim(len(axes.get_yticks()) - 0.4, -0.6)  # no empty bands
        low, high = axes.get_xlim()
        axes.set_xlim(low * 0.7, high * 1.6)  # room for the figures
    handles, labels = panels[-1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper right", ncols=len(labels), frameon=False, fontsize=9)
    machine = data["machine"]
    figure.text(0.01, 0.05 / figure.get_figheight(), fontsize=8, color="#666666",
                s=f"{machine['cpus']} CPUs of {machine['cpu']}, {machine['date']}. Medians; all in one run.")
    figure.tight_layout(rect=(0, 0.25 / figure.get_figheight(), 1, 1 - 0.25 / figure.get_figheight()))
    figure.savefig(path, dpi=110)


def _plotRatios(pyplot, data, title, benchmarks, path):
    from matplotlib.ticker import FuncFormatter

    host, *platforms = data["contenders"]
    figure, [axes] = _figure(pyplot, [len(benchmarks)])

    def ratio(benchmark, name):
        time, base = median(data, benchmark, name), median(data, benchmark, host)
        return time / base if time and base else None

    _bars(axes, benchmarks, platforms, ratio, lambda amount: f"{amount:.3g}", origin=1)
    axes.axvline(1, color="black", linewidth=1)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}x"))
    axes.set_title(f"{title}: time relative to C++ with OpenMP\n(left of the line is faster)", loc="left", fontsize=11)
    _finish(figure, [axes], data, path)


def _plotBuilds(pyplot, data, overheads, path):
    from matplotlib.ticker import FuncFormatter

    platforms = data["contenders"][1:]
    firsts = [b for b in data["firstRuns"] if not b.startswith(MATHEMATICS)]
    figure, panels = _figure(pyplot, [1.5 * len(overheads)] + ([len(firsts)] if firsts else []))
    _bars(panels[0], overheads, platforms, lambda b, name: median(data, b, name), duration)
    panels[0].set_title("Building and launching: time", loc="left", fontsize=11)
    if firsts:
        def time(benchmark, name):
            return data["firstRuns"][benchmark].get(name, {}).get(RUNS[0])

        _bars(panels[1], firsts, platforms, time, duration)
        panels[1].set_title("From source text to the end of the first run: time", loc="left", fontsize=11)
    for axes in panels:
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: duration(value)))
    _finish(figure, panels, data, path)


def plot(data, folder):
    """Writes pictures that each fit a page into the folder. Returns their names."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    if len(data["contenders"]) < 2:
        return []
    overheads = [b for b in OVERHEADS if b in data["benchmarks"]]
    mathematics = [b for b in data["benchmarks"] if b.startswith(MATHEMATICS)]
    kernels = [b for b in data["benchmarks"] if b not in OVERHEADS and b not in mathematics]
    names = []
    for name, title, benchmarks in [("kernels", "Kernels", kernels), ("mathematics", "Functions", mathematics)]:
        if benchmarks:
            _plotRatios(pyplot, data, title, benchmarks, os.path.join(folder, f"results-{name}.png"))
            names.append(f"results-{name}.png")
    if overheads:
        _plotBuilds(pyplot, data, overheads, os.path.join(folder, "results-builds.png"))
        names.append("results-builds.png")
    return names
