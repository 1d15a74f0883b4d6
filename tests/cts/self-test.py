# Shows that the CTS's runner counts rightly, with made-up CTS programs.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

_RUN = Path(__file__).parent / "run"

# A program that behaves like one of the CTS; each of its tests does what its name says.
_PROGRAM = """#!/usr/bin/python3
import json, os, signal, sys, time
names = sys.argv[1:]
if "--list" in names:
    print("".join(f"\\t{name}\\n" for name in %r.split()), end="")
    sys.exit(0)
print("Compute Device Name = a device, Compute Device Vendor = a vendor", flush=True)
options = [name for name in names if name.startswith("-")]
name = ([name for name in names if name not in options] or ["pass_alone"])[0]
with open(os.environ["COUNTER"] + "/" + name, "a") as counter:
    print(*options, os.environ.get("CL_WIMPY_MODE"), os.environ["WEFT_EXECUTOR"], os.environ.get("OCL_ICD_VENDORS"),
          os.environ.get("LD_LIBRARY_PATH"), file=counter)
if name.startswith("crash"):
    os.kill(os.getpid(), signal.SIGSEGV)
if name.startswith("hang"):
    if os.fork() == 0:
        time.sleep(100)
    time.sleep(100)
if name.startswith("silent"):
    sys.exit(3)
if name.startswith("pass_with_modules"):
    open("spirv_bin/module.spv").close()
if name.startswith("fail"):
    print("ERROR: 2 is not | 3")
word = {"pass": "pass", "fail": "fail", "skip": "skip", "badexit": "pass"}[name.split("_")[0]]
with open(os.environ["CL_CONFORMANCE_RESULTS_FILENAME"], "w") as results:
    json.dump({"results": {name: word}}, results)
sys.exit(1 if word == "fail" or name == "badexit" else 0)
"""


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "counter").mkdir()
        self.program("mixed/test_mixed", "pass_1 crash fail skip hang silent badexit pass_2")
        self.program("deep/kernel/test_good", "pass_3 pass_4")

    def program(self, path, names):
        path = self.folder / "cts" / "test_conformance" / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_PROGRAM % names, encoding="utf-8")
        path.chmod(0o755)

    def run_(self, *words, expect):
        """Runs the runner, checks its exit status, and returns the outcomes by title."""
        environment = dict(os.environ, COUNTER=str(self.folder / "counter"), PYTHONDONTWRITEBYTECODE="1")
        done = subprocess.run([sys.executable, _RUN, self.folder / "cts", "--output", self.folder / "out", "--limit",
                               "8", *words], env=environment, capture_output=True, encoding="utf-8", check=False,
                              timeout=60)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        self.printed = done.stdout
        self.results = json.loads((self.folder / "out" / "results.json").read_text("utf-8")) if expect < 2 else {}
        return {f"{each['group']}/{each['test']}": each["status"] for each in self.results.get("tests", [])}

    def starts(self, name):
        path = self.folder / "counter" / name
        return path.read_text("utf-8").splitlines() if path.exists() else []

    def testEachEndIsCountedAndTheNextTestRuns(self):
        outcomes = self.run_(expect=1)
        self.assertEqual(outcomes, {
            "mixed/pass_1": "passed", "mixed/crash": "lost", "mixed/fail": "failed", "mixed/skip": "skipped",
            "mixed/hang": "lost", "mixed/silent": "lost", "mixed/badexit": "failed", "mixed/pass_2": "passed",
            "deep/kernel/pass_3": "passed", "deep/kernel/pass_4": "passed"})
        counts = self.results["groups"]["mixed"]
        self.assertEqual([counts[word] for word in ("passed", "failed", "skipped", "lost")], [2, 2, 1, 3])
        reasons = {each["test"]: each["reason"] for each in self.results["tests"]}
        self.assertEqual(reasons["crash"], "ended by SIGSEGV")
        self.assertEqual(reasons["hang"], "time limit of 8 s")
        self.assertEqual(reasons["fail"], "ERROR: 2 is not | 3")
        self.assertEqual(self.results["settings"]["device"], "a device")
        self.assertIn("| mixed | 8 | 2 | 2 | 1 | 3 |", self.printed)
        self.assertIn("| mixed/fail | failed: ERROR: 2 is not \\| 3 |  |", self.printed)

    def testModulesOfSpirvAreFound(self):
        self.program("modules/test_modules", "pass_with_modules pass_without")
        self.assertEqual(self.run_("modules/*with_*", expect=1), {"modules/pass_with_modules": "lost"})
        modules = self.folder / "cts" / "test_conformance" / "modules" / "spirv_bin"
        modules.mkdir()
        (modules / "module.spv").touch()
        self.assertEqual(self.run_("modules/*with_*", expect=0), {"modules/pass_with_modules": "passed"})
        self.assertTrue((modules / "module.spv").exists())

    def testOnlyTestOfAProgramIsNotNamed(self):
        self.program("single/test_single", "fail_if_named")
        self.assertEqual(self.run_("single", expect=0), {"single/fail_if_named": "passed"})
        self.assertEqual(len(self.starts("pass_alone")), 1)

    def testOnlyTheChosenTestsRun(self):
        self.assertEqual(set(self.run_("deep/*", "mixed/pass*", expect=0)),
                         {"deep/kernel/pass_3", "deep/kernel/pass_4", "mixed/pass_1", "mixed/pass_2"})
        self.run_("mixed/nothing", expect=2)

    def testModeAndLibraryReachTheProgram(self):
        library = self.folder / "libweft.so"
        library.touch()
        self.run_("mixed/pass_1", "--wimpy", "--executor", "fibers", "--library", str(library), "--loader",
                  str(self.folder), "--arguments", "mixed=-d", expect=0)
        vendors = self.folder.resolve() / "out" / "vendors"
        self.assertEqual(self.starts("pass_1")[0].split()[:4], ["-d", "1", "fibers", str(vendors)])
        self.assertTrue(self.starts("pass_1")[0].split()[4].startswith(str(self.folder.resolve())))
        self.assertEqual((vendors / "weft.icd").read_text("utf-8").strip(), str(library.resolve()))

    def testSpirvModeNamesTheOfflineCompiler(self):
        self.run_("mixed/pass_1", "--compilation-mode", "spir-v", expect=0)
        self.assertEqual(self.starts("pass_1")[0].split()[:3],
                         ["--compilation-mode", "--compilation-program", "--compilation-cache-path"])
        self.assertEqual(json.loads((self.folder / "out" / "results.json").read_text("utf-8"))["settings"]["mode"],
                         "spir-v")

    def testOfflineCompilerMakesSpirv(self):
        source, module = self.folder / "k.cl", self.folder / "k.spv"
        source.write_text("kernel void k(global NUMBER *p) { *p = 1; }\n", encoding="utf-8")
        words = [_RUN.parent / "offline-compiler", f"--source={source}", f"--output={module}", "--mode=spir-v",
                 "--cl-device-info=none", "--"]
        self.assertEqual(subprocess.run([*words, "-cl-std=CL3.0", "-DNUMBER=int"], check=False).returncode, 0)
        self.assertEqual(module.read_bytes()[:4], b"\x03\x02\x23\x07")
        self.assertEqual(subprocess.run([*words, "-cl-std=CL3.1", "-DNUMBER=int"], check=False).returncode, 0)
        module.unlink()
        self.assertEqual(subprocess.run([*words[:-1], "--producer=translator", "--", "-cl-std=CL2.0", "-DNUMBER=int"],
                                        check=False).returncode, 0)
        self.assertEqual(module.read_bytes()[:4], b"\x03\x02\x23\x07")
        self.assertNotEqual(subprocess.run([*words, "-DNUMBER=nothing"], stderr=subprocess.DEVNULL, check=False).returncode,
                            0)

    def testOfflineCompilerRefusesWhatItDoesNotKnow(self):
        for words in (["--mode=binary", "--source=k.cl", "--output=k.spv"], ["--mode=spir-v", "--source=k.cl"],
                      ["--mode=spir-v", "--output=k.spv"], ["--mode=spir-v", "--fast"],
                      ["--mode=spir-v", "--producer=other", "--source=k.cl", "--output=k.spv"]):
            done = subprocess.run([_RUN.parent / "offline-compiler", *words], capture_output=True, encoding="utf-8",
                                  check=False, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn("offline-compiler [--producer=clang|translator] --mode=spir-v", done.stderr)

    def testResumedRunKeepsResults(self):
        self.run_("mixed/fail", "mixed/pass_1", expect=1)
        outcomes = self.run_("mixed/fail", "mixed/pass*", "--resume", "--again", "failed,lost", expect=1)
        self.assertEqual(outcomes, {"mixed/pass_1": "passed", "mixed/fail": "failed", "mixed/pass_2": "passed"})
        self.assertEqual([len(self.starts(name)) for name in ("pass_1", "fail", "pass_2")], [1, 2, 1])

    def testRunWithOtherSettingsIsNotResumed(self):
        self.run_("mixed/pass_1", expect=0)
        self.run_("mixed/pass_1", "--resume", expect=0)
        environment = dict(os.environ, COUNTER=str(self.folder / "counter"))
        done = subprocess.run([sys.executable, _RUN, self.folder / "cts", "mixed/pass_1", "--resume", "--wimpy",
                               "--output", self.folder / "out"], env=environment, capture_output=True,
                              encoding="utf-8", check=False, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is of a run with wimpy False", done.stderr)

    def testOptionsOfGroupsAreKeptWhenResumed(self):
        self.run_("mixed/pass_1", "--arguments", "mixed=-d", expect=0)
        self.run_("mixed/pass_2", "deep/kernel/pass_3", "--resume", "--arguments", "deep/kernel=-e -f", expect=0)
        self.assertEqual(self.results["settings"]["arguments"], ["deep/kernel=-e -f", "mixed=-d"])
        self.assertEqual(self.starts("pass_2")[0].split()[0], "-d")
        self.assertEqual(self.starts("pass_3")[0].split()[:2], ["-e", "-f"])
        self.run_("mixed/hang", "--resume", "--arguments", "mixed=-e", expect=1)
        self.assertEqual(self.starts("hang"), [])

    def testTableGoesBetweenTheMarkers(self):
        page, reasons = self.folder / "page.md", self.folder / "reasons.json"
        reasons.write_text('{"mixed/fail": "The test is wrong."}', encoding="utf-8")
        words = ("mixed/fail", "--markdown", str(page), "--reasons", str(reasons), "--commit", "abc")
        self.run_(*words, expect=0)
        page.write_text("above\n" + page.read_text("utf-8").replace("2 is not", "old") + "below\n", encoding="utf-8")
        self.run_(*words, expect=0)
        text = page.read_text("utf-8")
        self.assertTrue(text.startswith("above\n") and text.endswith("below\n"))
        self.assertIn("| mixed/fail | failed: ERROR: 2 is not \\| 3 | The test is wrong. |", text)
        self.assertIn("OpenCL-CTS commit `abc`", text)
        self.assertEqual(text.count("| group |"), 1)

    def testProgramWithoutAListIsOneTest(self):
        for name, status in (("good", 0), ("bad", 1)):
            path = self.folder / "cts" / "test_conformance" / name / f"test_{name}"
            path.parent.mkdir()
            path.write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
            path.chmod(0o755)
        self.assertEqual(self.run_("good", "bad", expect=1),
                         {"good/(whole program)": "passed", "bad/(whole program)": "failed"})


if __name__ == "__main__":
    unittest.main()
