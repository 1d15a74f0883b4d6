# The results of the benchmarks as a table of text and as a plot.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`data` is what run.py writes as JSON. Medians are in seconds."""
OWN = "Weft"
# The fixed cost of building and launching, in absolute time; everything else is shown relative to plain C++.
OVERHEADS = ["build-first", "build-second", "launch-1", "launch-1000"]
LABELS = {
    "build-first": "one-line kernel: build + first run,\nfirst of the process",
    "build-second": "one-line kernel: build + first run,\nsecond of the process",
    "launch-1": "empty kernel + clFinish",
    "launch-1000": "batch of 1000 empty kernels",
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
    widths = [max(len(row[i]) for row in rows) for i in range(len(header))]
    lines = ["  ".join(text.ljust(width) if i == 0 else text.rjust(width)
                       for i, (text, width) in enumerate(zip(row, widths))) for row in rows]
    errors = [f"{benchmark} on {name}: {cell['error']}" for benchmark, cells in data["benchmarks"].items()
              for name, cell in cells.items() if "error" in cell]
    machine = data["machine"]
    title = f"Medians on {machine['cpus']} CPUs of {machine['cpu']}, {machine['date']}"
    disturbed = ", ".join(data["disturbed"])
    notes = [f"The hypervisor kept taking CPU time from turns at: {disturbed}"] if disturbed else []
    return "\n".join([title, "", *lines, *errors, *notes])


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
                          textcoords="offset points", ha="right" if leftward else "left", fontsize=7.5, color="#333333")
    axes.set_yticks(range(len(benchmarks)), [LABELS.get(b, b) for b in benchmarks], fontsize=9)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def plot(data, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import FuncFormatter

    host, *platforms = data["contenders"]
    overheads = [b for b in OVERHEADS if b in data["benchmarks"]]
    others = [b for b in data["benchmarks"] if b not in OVERHEADS]
    if not platforms:
        return
    heights = [max(1, len(overheads)) * 1.1, max(1, len(others))]
    figure, (upper, lower) = pyplot.subplots(2, 1, figsize=(9, 2.2 + 0.5 * sum(heights)), height_ratios=heights)

    _bars(upper, overheads, platforms, lambda b, name: median(data, b, name), duration)
    upper.xaxis.set_major_formatter(FuncFormatter(lambda value, _: duration(value)))
    upper.set_title("Building and launching: time (shorter is better)", loc="left", fontsize=11)

    def ratio(benchmark, name):
        time, base = median(data, benchmark, name), median(data, benchmark, host)
        return time / base if time and base else None

    _bars(lower, others, platforms, ratio, lambda amount: f"{amount:.3g}", origin=1)
    lower.axvline(1, color="black", linewidth=1)
    lower.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}x"))
    lower.set_title("Running: time relative to C++ with OpenMP (left of the line is faster)", loc="left", fontsize=11)
    for axes in (upper, lower):
        low, high = axes.get_xlim()
        axes.set_xlim(low * (0.6 if axes is lower else 1), high * 1.6)  # room for the figures
    handles, labels = lower.get_legend_handles_labels()
    if not handles:
        handles, labels = upper.get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper right", ncols=len(platforms), frameon=False, fontsize=10)
    machine = data["machine"]
    figure.text(0.01, 0.005, f"{machine['cpus']} CPUs of {machine['cpu']}, {machine['date']}. Medians; all in one run.",
                fontsize=8, color="#666666")
    figure.tight_layout(rect=(0, 0.02, 1, 0.97))
    figure.savefig(path, dpi=130)
