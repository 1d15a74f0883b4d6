# A program's trace has what it did, whatever becomes of the program; weft-report makes a page of it.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: tracing.py CASE WEFT-REPORT WEFTC, where a case is the name of a function below without its 'case'."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

SOURCE = """
kernel void scale(global float *x, float factor) { x[get_global_id(0)] *= factor; }
kernel void pick(global float *y, global const float *x, global const int *index, int count) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < count; ++k)
    sum += x[index[i] + k];
  if (i % 3 != 0)
    y[i] = sum;
}
"""

# What the traced programs begin with; a case goes on.
BEGINNING = f"""
import os, signal, sys, threading
import numpy as np
import pyopencl as cl
context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
queue = cl.CommandQueue(context)
apart = cl.CommandQueue(context, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)
program = cl.Program(context, {SOURCE!r}).build(cache_dir=False)
flags = cl.mem_flags.READ_WRITE
x, y, index = (cl.Buffer(context, flags, 4 << 16) for _ in range(3))
cl.enqueue_fill_buffer(queue, index, np.int32(0), 0, 4 << 16)
first = program.scale(queue, (1 << 16,), (64,), x, np.float32(2))
second = program.pick(apart, (1 << 16,), (64,), y, x, index, np.int32(3), wait_for=[first])
second.wait()
# So small a copy is left to the thread that waits for it.
cl.enqueue_copy(queue, np.empty(1 << 14, np.float32), x)
queue.finish()
"""


def environment(folder, **more):
    """Caches are each test's own: a program that is killed may leave PyOpenCL's locked, and others would wait for it."""
    return {**os.environ, "WEFT_TRACE": str(folder / "trace.json"), "WEFT_CACHE_DIR": str(folder / "cache"),
            "XDG_CACHE_HOME": str(folder / "cache-of-python"), **more}


def run(folder, rest="", **more):
    return subprocess.run([sys.executable, "-c", BEGINNING + rest], env=environment(folder, **more), encoding="utf-8",
                          stderr=subprocess.PIPE, timeout=100, check=False)


def events(path):
    """Of a trace that may end anywhere but within a line."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.strip().rstrip(",")
        if line not in ("[", "]", ""):
            found.append(json.loads(line))
    return found


def of(found, category, name=None):
    return [event for event in found if event.get("cat") == category and name in (None, event["name"])]


def check(condition, sentence, *details):
    if not condition:
        sys.exit(" ".join([sentence, *map(str, details)]))


def caseEvents(folder, *_):
    done = run(folder)
    check(done.returncode == 0, "the program failed:", done.stderr)
    whole = json.loads((folder / "trace.json").read_text(encoding="utf-8"))
    launches = {event["name"]: event for event in of(whole, "command") if event["args"]["type"] == "kernel"}
    check(sorted(launches) == ["pick", "scale"], "the launches are", sorted(launches))
    pick = launches["pick"]
    # Groups that can't tell are joined to larger ones.
    (local,) = pick["args"]["local"]
    check(pick["args"]["global"] == [1 << 16] and local % 64 == 0, "sizes are wrong:", pick)
    check(pick["args"]["bytes"] == 3 * (4 << 16), "bytes are wrong:", pick)
    check(pick["args"]["queued"] <= pick["args"]["submitted"] <= pick["ts"], "times are in no order:", pick)
    check(launches["scale"]["args"]["after"] == "1.1", "scale is not behind the fill:", launches["scale"])
    # All groups were run, each once, within the command's time.
    pieces = [event for event in of(whole, "piece", "pick") if event["args"]["command"] == pick["args"]["id"]]
    stretches = sorted((event["args"]["first"], event["args"]["count"]) for event in pieces)
    place = 0
    for begin, count in stretches:
        check(begin == place, "groups are missing or twice there:", stretches)
        place += count
    check(place == (1 << 16) // local, "not all groups were run:", stretches)
    for event in pieces:
        check(event["ts"] >= pick["ts"] - 1 and event["ts"] + event["dur"] <= pick["ts"] + pick["dur"] + 1,
              "a piece is outside of its command:", event, pick)
    # The dependency leads from the end of the one to the beginning of the other.
    begin, end = ([event for event in whole if event["ph"] == phase] for phase in "sf")
    check(len(begin) == len(end) == 1 and begin[0]["id"] == end[0]["id"], "flows:", begin, end)
    check(begin[0]["tid"] == launches["scale"]["tid"] and end[0]["tid"] == pick["tid"], "a flow is elsewhere:", begin, end)
    check(of(whole, "wait") and of(whole, "build") and of(whole, "compile", "compile pick"), "waits or builds are missing")
    check(of(whole, "stage", "packetise"), "no stages of a compilation")
    check({event["args"]["from"] for event in of(whole, "compile")} == {"compiler"}, "the cache was empty")
    names = {event["tid"]: event["args"]["name"] for event in whole if event["name"] == "thread_name"}
    check(all(event["tid"] in names for event in whole if event["ph"] == "X"), "a track has no name:", names)
    # Again, from the cache.
    done = run(folder)
    again = json.loads((folder / "trace.json").read_text(encoding="utf-8"))
    check({event["args"]["from"] for event in of(again, "compile")} == {"cache"}, "the cache was full")
    check(any(event["name"] == "weft.code" and event["args"]["made"] for event in again), "the cache lost the facts")


def caseCrash(folder, *_):
    for name, rest in [("fault", "import ctypes; ctypes.string_at(8)"), ("abort", "os.abort()"),
                       ("kernel", "program.pick(queue, (64,), (64,), y, x, index, np.int32(1)); queue.finish()")]:
        # An index that leads far away: the fault is in a kernel.
        prepare = "cl.enqueue_fill_buffer(queue, index, np.int32(0x7fffff00), 0, 4 << 16)\n"
        done = run(folder, prepare + rest)
        check(done.returncode < 0, name, "ended with status", done.returncode, done.stderr)
        found = events(folder / "trace.json")
        check(of(found, "command", "pick") and of(found, "piece", "scale"), name, "lost what was before it")
        if name == "kernel":
            open_ = [event for event in found if event["ph"] == "B"]
            check([event["name"] for event in open_] == ["pick"], "the piece that crashed isn't there:", open_)


def caseKilled(folder, *_):
    rest = "import time; time.sleep(0.5); os.kill(os.getpid(), signal.SIGKILL)"
    check(run(folder, rest).returncode == -9, "it lives")
    check(of(events(folder / "trace.json"), "command", "pick"), "what was half a second ago is not in the file")


def caseFork(folder, *_):
    rest = """
child = os.fork()
if child == 0:
    program.scale(queue, (1 << 16,), (64,), x, np.float32(2)).wait()
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
program.pick(queue, (1 << 16,), (64,), y, x, index, np.int32(3)).wait()
"""
    done = run(folder, rest)
    check(done.returncode == 0, "the program failed:", done.stderr)
    files = sorted(path.name for path in folder.glob("trace.json*"))
    check(len(files) == 2, "there are the files", files)
    parent, child = (events(folder / name) for name in files)
    check(len(of(parent, "command", "pick")) == 2 and len(of(parent, "command", "scale")) == 1, "the parent's file")
    check(len(of(child, "command", "scale")) == 1 and not of(child, "command", "pick"), "the child's file")
    check({event["pid"] for event in parent}.isdisjoint(event["pid"] for event in child), "both say they are one process")


def caseFiles(folder, *_):
    """Files that can't be written are a sentence; the program runs."""
    for name in (folder, folder / "missing" / "trace.json", "/dev/full"):
        done = run(folder, WEFT_TRACE=str(name))
        check(done.returncode == 0, name, "ended the program:", done.stderr)
        check(len(re.findall("weft warning: The trace .* The program runs on untraced", done.stderr)) == 1, name, done.stderr)
    # A limit is kept, and what there is can be read.
    many = "for _ in range(40000): program.scale(queue, (64,), (64,), x, np.float32(2))\nqueue.finish()"
    done = run(folder, many, WEFT_TRACE_MB="1")
    check(done.returncode == 0 and "WEFT_TRACE_MB" in done.stderr, "no word of the limit:", done.stderr)
    size = (folder / "trace.json").stat().st_size
    check(size < 4 << 20, "the file has", size, "bytes")
    json.loads((folder / "trace.json").read_text(encoding="utf-8"))
    # Two at once.
    both = [subprocess.Popen([sys.executable, "-c", BEGINNING + "import time; time.sleep(2)"], env=environment(folder))
            for _ in range(2)]
    check([one.wait(100) for one in both] == [0, 0], "two at once fail")
    check(len(list(folder.glob("trace.json*"))) == 2, "two at once write to", list(folder.glob("trace.json*")))


def caseNames(folder, report, _):
    """What a program is called, and what its source says, can't break the file or the page."""
    hostile = 'a"b\\\\</script><img src=x onerror=alert(1)>\\u2028\\x01'
    program = folder / "evil.py"
    source = f'// {hostile}\nkernel void evil(global int *x) {{ x[get_global_id(0)] = 1; }}'
    program.write_text(BEGINNING + f"cl.Program(context, {source!r}).build(cache_dir=False).evil(queue, (64,), None, x)\n"
                       "queue.finish()\n", encoding="utf-8")
    name = folder / '"<script>'
    os.symlink(sys.executable, name)
    done = subprocess.run([name, program], env=environment(folder), timeout=100, check=False)
    check(done.returncode == 0, "the program failed")
    json.loads((folder / "trace.json").read_text(encoding="utf-8"))
    page = folder / "page.html"
    subprocess.run([report, folder / "trace.json", "-o", page], check=True)
    text = page.read_text(encoding="utf-8")
    check("<img" not in text and text.count("<script") == 2, "the page has the program's own elements")


def caseReport(folder, report, weftc):
    check(run(folder).returncode == 0, "the program failed")
    page = folder / "page.html"
    subprocess.run([report, folder / "trace.json", "-o", page], check=True)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"), re.S)[1])
    kernels = {kernel["name"]: kernel for kernel in data["kernels"]}
    check(kernels["scale"]["launches"] == 1 and len(kernels["scale"]["localSizes"]) == 1, "scale is", kernels["scale"])
    # One multiplication, a load and a store of 4 bytes for each work-item.
    check(kernels["scale"]["work"]["flops"] == 1 << 16 and kernels["scale"]["work"]["bytes"] == 8 << 16,
          "scale's work is", kernels["scale"]["work"])
    # Three rounds, as an argument says, that load an index and an element; and a store that not all do.
    work = kernels["pick"]["work"]
    check(work["flops"] == 3 << 16 and work["bytes"] == (3 * (4 + 4) + 4) << 16 and work["note"] == "at most", "pick's work is", work)
    lines = kernels["pick"]["source"]["lines"]
    gathers = [line for line, entry in lines.items() if "gathered" in entry["marks"]]
    check(gathers and all("x[index[i] + k]" in SOURCE.splitlines()[int(line) - 1] for line in gathers),
          "the gathers are elsewhere:", lines)
    check(data["machine"]["memoryBytes"] > 1e8 and data["machine"]["floatFlops"] > 1e8, "the machine is", data["machine"])
    # Samples of perf.
    samples = folder / "samples.txt"
    samples.write_text("    7f0000001000 pick+0x10 (/x.so)\n  program.cl:7\n" * 3 + "    7f0000001000 other (/y.so)\n", encoding="utf-8")
    subprocess.run([report, folder / "trace.json", "--perf", samples, "-o", page], check=True)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"), re.S)[1])
    source = next(kernel["source"] for kernel in data["kernels"] if kernel["name"] == "pick")
    check(source["sampleCount"] == 3 and source["totalSamples"] == 4 and source["samples"] == {"7": 1},
          "the samples are", source["samples"])
    # Without running, by the same facts.
    (folder / "k.cl").write_text(SOURCE, encoding="utf-8")
    subprocess.run([weftc, "--report", "--kernel=pick", folder / "k.cl", "-o", page], check=True)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"), re.S)[1])
    check([kernel["source"]["lines"] for kernel in data["kernels"]] == [lines], "weftc says something else")
    check([kernel["how"] for kernel in data["kernels"]] == [kernels["pick"]["how"]] != ["one work-item at a time"],
          "weftc's code runs as", data["kernels"][0]["how"])


# Launches enough for a search that doesn't wait until it is worth its cost.
MANY_LAUNCHES = "for _ in range(60): program.pick(queue, (1 << 16,), (64,), y, x, index, np.int32(3)).wait()\n"


def pageOf(folder, report, trace):
    page = folder / "page.html"
    subprocess.run([report, trace, "-o", page], check=True)
    text = page.read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])
    return text, {kernel["name"]: kernel for kernel in data["kernels"]}


def caseTrials(folder, report, _):
    """Each trial of a search is in the trace and on the page, beside the estimates; other kernels have no trials."""
    done = run(folder, MANY_LAUNCHES, WEFT_TUNE="eager")
    check(done.returncode == 0, "the program failed:", done.stderr)
    whole = json.loads((folder / "trace.json").read_text(encoding="utf-8"))
    trials = [event["args"] for event in whole if event["name"] == "weft.trial"]
    check(trials and {trial["kernel"] for trial in trials} == {"pick"}, "the trials are", trials)
    types = {"kernel": str, "candidate": str, "present": str, "percent": int, "measurements": int, "won": bool}
    codes = [event["args"] for event in whole if event["name"] == "weft.code" and event["args"]["kernel"] == "pick"]

    def factsOf(code, name):
        return [fact for fact in code["made"]["facts"] if fact["name"] == name]

    compiled = {factsOf(code, "Schedule")[0]["Schedule"] for code in codes}
    for trial in trials:
        check({name: type(value) for name, value in trial.items()} == types, "a trial is", trial)
        check({trial["candidate"], trial["present"]} <= compiled, "no code has the schedules of", trial, compiled)
        check(trial["candidate"] != trial["present"] and trial["percent"] > 0 and trial["measurements"] > 0, "a trial is", trial)
    _, kernels = pageOf(folder, report, folder / "trace.json")
    pick = kernels["pick"]
    shown = [{"kernel": "pick", "candidate": trial.pop("schedule"), **trial} for trial in pick["schedules"]["trials"]]
    check(shown == trials and pick["schedules"]["trialCount"] == len(trials), "the page has other trials:", shown)
    check(kernels["scale"]["schedules"]["trials"] == [], "scale has trials")
    # All launches are counted for codes that are no candidates, and the last one tells what launches run.
    launches = sorted((event for event in of(whole, "command", "pick")), key=lambda event: event["ts"])
    # A candidate that has lost is freed, so a later code may have its address.
    lastCode = [code for code in codes if code["code"] == launches[-1]["args"]["code"]][-1]
    last = factsOf(lastCode, "Schedule")[0]["Schedule"]
    check(pick["schedules"]["last"] == last, "the last launch ran", last, "but the page says", pick["schedules"]["last"])
    check(sum(code["launches"] for code in pick["codes"]) == pick["launches"] == 61, "the codes are", pick["codes"])
    check(0 < pick["candidateCount"] == len(codes) - pick["codeCount"], pick["candidateCount"], "candidates of", len(codes), "codes")
    check({code["first"] for code in pick["codes"]} >= {1} and max(code["last"] for code in pick["codes"]) == 61,
          "launches have other numbers:", pick["codes"])
    estimates = pick["schedules"]["estimates"]
    made = [sorted([fact["Candidate"], float(fact["Cycles"])] for fact in factsOf(code, "Candidate")) for code in codes]
    check(estimates and sorted(estimates) in made, "the estimates are", estimates)
    check(estimates == sorted(estimates, key=lambda estimate: estimate[1]), "the estimates are in no order:", estimates)


def madeCode(address, schedule, request="", **more):
    facts = [{"name": "Schedule", "Schedule": schedule, "text": "schedule: " + schedule}, *more.pop("facts", [])]
    return {"ph": "M", "name": "weft.code", "args": {"code": address, "kernel": "k", "request": f"schedule={request}\nlocal-size=64,1,1\n",
                                                    "packetWidth": 8, "made": {"facts": facts}, **more}}


def madeTrial(**members):
    return {"ph": "M", "name": "weft.trial", "args": {"kernel": "k", "candidate": "loops", "present": "packets", "percent": 50,
                                                     "measurements": 9, "won": True, **members}}


def caseTrialFacts(folder, report, _):
    """Which launches ran which of several codes; trials with members of other types are left out; no text is an element."""
    hostile = "</script><img src=x onerror=alert(1)>"
    launch = [{"ph": "X", "name": "k", "cat": "command", "ts": time_, "dur": 3, "tid": 1, "args": {"type": "kernel", "global": [64],
              "local": [64], "code": code}} for time_, code in [(10, "a"), (50, "b"), (40, "b"), (30, "a"), (20, "a")]]
    estimates = [{"name": "Candidate", "Candidate": name, "Cycles": cycles} for name, cycles in
                 [("loops", "9.5"), ("packets width=8", "2.5"), (hostile, "3"), ("far", "inf"), ("no", "nan"), ("word", "x"), ("number", 7), (7, "1")]]
    wrong = [madeTrial(**{member: value}) for member, values in {
        "kernel": [7, None, ["k"], "unknown"], "candidate": [7, None, {}], "present": [True, [hostile]], "percent": ["50", -1, 0.5, True, 1 << 70],
        "measurements": [None, "9", -3], "won": ["true", 1, None]}.items() for value in values]
    trials = [madeTrial(candidate=hostile, percent=120, won=False), madeTrial(candidate="loops")]
    trace = folder / "trials.json"
    trace.write_text(json.dumps([madeCode("a", "packets", facts=estimates), launch[0], madeCode("c", hostile, "width=4"), *wrong[:9],
                                 trials[0], madeCode("b", "loops", "loops"), trials[1], *wrong[9:], *launch[1:]]), encoding="utf-8")
    text, kernels = pageOf(folder, report, trace)
    check("<img" not in text and text.count("<script") == 2, "the page has elements of the trace")
    shown, schedules = kernels["k"], kernels["k"]["schedules"]
    check(list(kernels) == ["k"], "the kernels are", list(kernels))
    check([(trial["schedule"], trial["percent"], trial["won"]) for trial in schedules["trials"]] == [(hostile, 120, False), ("loops", 50, True)],
          "the trials are", schedules["trials"])
    check(schedules["last"] == "loops", "the last launch is that of", schedules["last"])
    check(schedules["estimates"] == [["packets width=8", 2.5], [hostile, 3], ["loops", 9.5]], "the estimates are", schedules["estimates"])
    check([[code[key] for key in ("schedule", "launches", "first", "last")] for code in shown["codes"]] ==
          [["packets", 3, 1, 3], ["loops", 2, 4, 5]] and shown["candidateCount"] == 1, "the codes are", shown["codes"])
    check(shown["source"]["general"] == ["schedule: packets"], "the facts are those of another code:", shown["source"]["general"])
    # A search that never ends fills no page.
    trace.write_text(json.dumps([madeCode("a", "packets"), *(madeTrial(percent=number) for number in range(5000))]), encoding="utf-8")
    schedules = pageOf(folder, report, trace)[1]["k"]["schedules"]
    check(schedules["trialCount"] == 5000 and [trial["percent"] for trial in schedules["trials"]] == list(range(4900, 5000)),
          "the page has", len(schedules["trials"]), "of", schedules["trialCount"], "trials")


def caseBadInput(folder, report, _):
    bad = folder / "bad.json"
    cases = {"missing": None, "empty": b"", "no trace": b"hello", "a number": b"7", "deep": b"[" * 100000,
             "bytes": bytes(range(256)) * 40, "other events": b'[{"ph":"X"},{"ph":"M","name":7},null,{"ph":"X","name":"a","ts":"x"}]',
             "infinite": b'[{"ph":"X","name":"a","ts":1e999,"dur":1,"tid":1}]'}
    for name, content in cases.items():
        bad.unlink(missing_ok=True)
        if content is not None:
            bad.write_bytes(content)
        done = subprocess.run([report, bad, "-o", folder / "page.html"], stderr=subprocess.PIPE, encoding="utf-8", check=False)
        check(done.returncode == 2 and done.stderr.startswith("weft-report: ") and len(done.stderr.splitlines()) == 1,
              name, "gives", done.returncode, done.stderr)
    odd = [{"ph": "M", "name": "weft.code", "args": {"code": 1, "made": {"facts": [7, {"name": "Line", "line": 3}, {"name": "Work", "Trips": "x"},
           {"name": "Work", "Trips": '[["argument",0]]'}, {"name": "Work", "Flops": "inf"}, {"name": "Work", "Loaded": "1e300"},
           {"name": "Work", "Stored": "nan"}, {"name": "Access", "line": "1"}], "stages": [{}, 3,
           {"name": "emit", "begun": 0, "ended": 10 ** 4000}]}, "packetWidth": "x"}},
           {"ph": "M", "name": "weft.machine", "args": {"memoryBytes": "x", "floatFlops": float("inf")}}, {"ph": "X", "name": "k", "cat": "command", "ts": 1, "dur": 1,
           "tid": 1, "args": {"type": "kernel", "global": ["x", -1], "local": {}, "code": 1, "queued": "x", "arguments": "zz"}},
           {"ph": "X", "name": "k", "cat": "command", "ts": 2, "dur": 1, "tid": 1, "args": {"type": "kernel", "global": [(1 << 64) - 1] * 99,
            "local": [1], "code": 1, "queued": 10 ** 4000, "arguments": []}}]
    bad.write_text(json.dumps(odd), encoding="utf-8")
    subprocess.run([report, bad, "-o", folder / "page.html"], check=True)
    # Whatever is cut off, or exchanged, is no reason for a trace of Python's.
    check(run(folder).returncode == 0, "the program failed")
    whole = (folder / "trace.json").read_bytes()
    for length in range(0, len(whole), len(whole) // 40 + 1):
        for content in (whole[:length], whole[:length] + b"\x00{" + whole[length + 7:]):
            bad.write_bytes(content)
            done = subprocess.run([report, bad, "-o", folder / "page.html"], stderr=subprocess.PIPE, encoding="utf-8", check=False)
            check(done.returncode in (0, 2) and "Traceback" not in done.stderr, length, done.stderr)
    for arguments in (["--limits=x"], ["--limits=1,-1"], ["--perf=/missing"], []):
        done = subprocess.run([report, *([folder / "trace.json"] if arguments else []), *arguments], stderr=subprocess.PIPE, check=False)
        check(done.returncode == 2, arguments, done.returncode)


def caseSameCode(folder, _, weftc):
    """The machine code is the same with lines, but for where it says that they are."""
    (folder / "k.cl").write_text(SOURCE, encoding="utf-8")

    def text(cache, **more):
        run(folder, WEFT_CACHE_DIR=str(folder / cache), **more)
        codes = {}
        for path in (folder / cache).rglob("*.so"):
            code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", path], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
            codes[re.search("<([^>]*)>:", code)[1]] = code.split("\n", 3)[3]
        return codes

    plain, traced = text("plain", WEFT_TRACE=""), text("traced")
    check(plain and plain == traced, "the code differs:", sorted(plain), sorted(traced))


def caseMany(folder, report, _):
    """A page of 120,000 events stays small and is made in reasonable time."""
    trace = folder / "trace.json"
    with open(trace, "w", encoding="utf-8") as file:
        file.write("[\n")
        for i in range(120_000):
            file.write(json.dumps({"ph": "X", "pid": 1, "tid": 10_000_100 + i % 3 * 100, "ts": i * 7 + i % 5, "dur": i % 11 + 0.5, "cat": "command",
                                   "name": f"k{i % 9}", "args": {"type": "kernel", "id": f"1.{i}", "global": [64], "local": [8]}}) + ",\n")
    begin = time.monotonic()
    subprocess.run([report, trace, "-o", folder / "page.html"], check=True)
    text = (folder / "page.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])
    check(20_000 < data["timeline"]["drawn"] <= 100_000, "it draws", data["timeline"]["drawn"])
    check(sum(kernel["launches"] for kernel in data["kernels"]) == 120_000, "launches are lost")
    size = len(text)
    check(size < 12 << 20, "the page has", size, "bytes")
    print(f"{time.monotonic() - begin:.1f} s, {size} bytes")


def caseBrowser(folder, report, _):
    """Chromium shows the page, in light and in dark, and its console stays empty."""
    browser = next((path for path in ("/usr/bin/chromium", "/usr/bin/google-chrome") if os.path.exists(path)), None)
    if not browser:
        print("No Chromium is installed: skipped.")
        sys.exit(77)
    check(run(folder, MANY_LAUNCHES, WEFT_TUNE="eager").returncode == 0, "the program failed")
    page = folder / "page.html"
    subprocess.run([report, folder / "trace.json", "-o", page], check=True)
    for scheme in ("0", "1"):
        picture = folder / f"page-{scheme}.png"
        command = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--window-size=1400,2000",
                   f"--blink-settings=preferredColorScheme={scheme}", "--enable-logging=stderr", "--virtual-time-budget=4000"]
        done = subprocess.run([*command, f"--screenshot={picture}", f"file://{page}"], stderr=subprocess.PIPE, encoding="utf-8",
                              errors="replace", timeout=100, check=False)
        check(picture.exists() and picture.stat().st_size > 50_000, "there is no picture:", done.stderr[-2000:])
        check("CONSOLE" not in done.stderr, "the console says:", done.stderr)
        made = subprocess.run([*command, "--dump-dom", f"file://{page}"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
                              timeout=100, check=False).stdout
        for part in ("<td class=\"words\">", "<svg", "class=\"mark gathered\"", "2 kernels", "The last launch ran: ", "not kept"):
            check(part in made, "the page lacks", part)
        # Both kernels have estimates, but only one of them trials.
        check(made.count("<div class=\"trials\">") == 1 and made.count("<div class=\"estimates\">") == 2, "the tables of schedules are others")


def main(case, report, weftc):
    with tempfile.TemporaryDirectory() as name:
        globals()["case" + case](pathlib.Path(name), report, weftc)


main(*sys.argv[1:])
