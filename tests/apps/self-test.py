# Shows that each judge of a program's output says yes to a good one and no to every kind of bad one.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import importlib
import importlib.machinery
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy

import application
import cases
import clblast
import clfft
import client_tables
import clinfo
import clpeak
import ffmpeg
import hashcat
import opencv

openmm = importlib.import_module("openmm-forces")


def _load(name):
    """A script whose name has no ending."""
    loader = importlib.machinery.SourceFileLoader(name, str(pathlib.Path(__file__).parent / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


runAll = _load("run-all")

_CLINFO = "\n".join(f"  {part} value" for part in clinfo._PARTS) + "\n  Platform Name                Weft\n"

_CLPEAK = "Platform: Weft\n  Device: CPU\n" + "".join(
    f"    {heading}\n" + "".join(f"      {row:8}: 3.14\n" for row in rows)
    for heading, rows in clpeak._SECTIONS.items()) + (
        "    No half precision support! Skipped\n    Kernel launch latency : 4.2 us\n")

_CLBLAST = "".join(
    f"* Starting tests for the '{precision}AXPY' routine. Legend:\n   X -> Test produced incorrect results\n"
    "   \\ -> Test not executed: OpenCL-kernel compilation error\n   ::::----\n"
    "   4 test(s) passed\n   4 test(s) skipped\n   0 test(s) failed\n" for precision in "SDCZ")


class Clinfo(unittest.TestCase):
    def testGoodOutputPasses(self):
        self.assertEqual(clinfo.judge(_CLINFO, "Weft"), [])

    def testOtherPlatformIsReported(self):
        self.assertEqual(clinfo.judge(_CLINFO, "Other"), ["names no platform Other"])

    def testFailedQueryIsReported(self):
        bad = _CLINFO + "  Max clock  <clinfo.c:12: get CL_DEVICE_MAX_CLOCK_FREQUENCY : error -30>\n"
        self.assertEqual(len(clinfo.judge(bad, "Weft")), 1)

    def testEarlyEndIsReported(self):
        self.assertIn("says nothing about: NULL platform behavior",
                      clinfo.judge(_CLINFO[:_CLINFO.index("  NULL")], "Weft"))


class Hashcat(unittest.TestCase):
    def testFoundPasswordPasses(self):
        self.assertEqual(hashcat.judge("Initialized\nab12:secret\n", "ab12", "secret"), [])

    def testNetworkIsNamedInWords(self):
        hashed = "WPA*01*4d4f*fc69*f474*6e6574***"
        self.assertEqual(hashcat.judge("4d4f:fc69:f474:net:secret\n", hashed, "secret"), [])
        self.assertEqual(len(hashcat.judge("4d4f:fc69:f474:net:other\n", hashed, "secret")), 1)

    def testOtherPasswordIsReported(self):
        self.assertEqual(hashcat.judge("ab12:other\n", "ab12", "secret"), ["does not find the password of ab12"])

    def testFailedSelfTestIsReported(self):
        bad = "* Device #1: ATTENTION! OpenCL kernel self-test failed.\nab12:secret\n"
        self.assertEqual(len(hashcat.judge(bad, "ab12", "secret")), 1)


class Clpeak(unittest.TestCase):
    def testGoodOutputPasses(self):
        self.assertEqual(clpeak.judge(_CLPEAK, "Weft"), [])

    def testMissingSectionIsReported(self):
        start, end = _CLPEAK.index("    Double"), _CLPEAK.index("    Integer compute (")
        self.assertEqual(len(clpeak.judge(_CLPEAK[:start] + _CLPEAK[end:], "Weft")), 1)

    def testRowWithoutFigureIsReported(self):
        for text in ["0", "nan", "inf", "-1", ""]:
            bad = _CLPEAK.replace("float4  : 3.14", f"float4  : {text}", 1)
            self.assertEqual(clpeak.judge(bad, "Weft"), ["Global memory bandwidth (GBPS): no figure for float4"])

    def testHalfSectionIsCheckedWhereItRuns(self):
        bad = _CLPEAK.replace("    No half precision support! Skipped\n", "")
        self.assertEqual(len(clpeak.judge(bad, "Weft")), 1)

    def testErrorLineIsReported(self):
        self.assertEqual(len(clpeak.judge(_CLPEAK + "clBuildProgram failed\n", "Weft")), 1)


class Clblast(unittest.TestCase):
    def testGoodOutputPasses(self):
        self.assertEqual(clblast.judgeRoutine("AXPY", _CLBLAST), [])

    def testFailedTestIsReported(self):
        bad = _CLBLAST.replace("0 test(s) failed", "1 test(s) failed", 1)
        self.assertEqual(clblast.judgeRoutine("AXPY", bad), ["SAXPY: 1 tests failed"])

    def testWrongSignIsReported(self):
        for sign in "X/\\o":
            bad = _CLBLAST.replace("::::----", f":::{sign}----", 1)
            self.assertEqual(clblast.judgeRoutine("AXPY", bad), [f"a test went wrong: :::{sign}----"])

    def testMissingPrecisionIsReported(self):
        bad = _CLBLAST[:_CLBLAST.index("* Starting tests for the 'ZAXPY'")]
        self.assertEqual(clblast.judgeRoutine("AXPY", bad), ["ZAXPY was not tested"])

    def testNothingPassedIsReported(self):
        bad = _CLBLAST.replace("4 test(s) passed", "0 test(s) passed")
        self.assertEqual(len(clblast.judgeRoutine("AXPY", bad)), 4)

    def testCrashBeforeTheCountsIsReported(self):
        bad = _CLBLAST[:_CLBLAST.rindex("   4 test(s) passed")]
        self.assertEqual(len(clblast.judgeRoutine("AXPY", bad)), 2)

    def testWhatIsWrongByItselfIsLeftOutAlone(self):
        batched = _CLBLAST.replace("AXPY", "GEMMBATCHED")
        wrong = _CLBLAST[:_CLBLAST.index("* Starting tests for the 'DAXPY'")].replace("SAXPY", "HGEMMBATCHED")
        wrong = wrong.replace("::::----", ":::X----").replace("0 test(s) failed", "1 test(s) failed")
        self.assertEqual(clblast.judgeRoutine("GEMMBATCHED", batched + wrong), [])
        self.assertEqual(len(clblast.judgeRoutine("GEMMBATCHED", batched + wrong.replace("HGEMM", "SGEMM"))), 2)


class Cases(unittest.TestCase):
    """With a package that is always there, and the platforms in view made up."""

    def setUp(self):
        real = application.platformsInView
        self.addCleanup(setattr, application, "platformsInView", real)
        application.platformsInView = lambda: ["Weft"]

    def made(self, *words):
        return cases.Cases("", package="python3", words=list(words))

    def testPassesEndWithZero(self):
        mine = self.made()
        mine.run("right", lambda: None)
        self.assertEqual(mine.finish(), 0)

    def testSentenceIsAFailure(self):
        mine = self.made()
        mine.run("right", lambda: None)
        mine.run("wrong", lambda: "it is wrong")
        self.assertEqual((mine.found[1]["outcome"], mine.found[1]["why"]), (cases.FAILED, "it is wrong"))
        self.assertEqual(mine.finish(), 1)

    def testExceptionIsAFailure(self):
        mine = self.made()
        mine.run("right", lambda: None)
        mine.run("broken", lambda: [][0])
        self.assertEqual(mine.finish(), 1)

    def testNothingButSkippedIsAFailure(self):
        def skip():
            raise cases.Skip("no reason")

        mine = self.made()
        mine.run("skipped", skip)
        self.assertEqual(mine.found[0]["outcome"], cases.SKIPPED)
        self.assertEqual(mine.finish(), 1)

    def testMissingPackageIsToldToCTest(self):
        with self.assertRaises(SystemExit) as ended:
            cases.Cases("", package="weft-no-such-package", words=[])
        self.assertEqual(ended.exception.code, cases.NOT_INSTALLED)

    def testOtherPlatformsInViewAreReported(self):
        application.platformsInView = lambda: ["Weft", "Other"]
        with self.assertRaises(SystemExit) as ended:
            self.made()
        self.assertIn("Other", ended.exception.code)

    def testResultsAreWritten(self):
        with tempfile.TemporaryDirectory() as folder:
            mine = self.made("--results", f"{folder}/results", "--only", "^r")
            mine.run("right", lambda: None)
            mine.run("other", lambda: "not asked for")
            mine.finish()
            found = json.loads(pathlib.Path(folder, "results").read_text(encoding="utf-8"))
        self.assertEqual([(case["name"], case["outcome"]) for case in found], [("right", cases.PASSED)])

    def testJunit(self):
        text = """<testsuites><testsuite><testcase classname="test.a" name="b"/><testcase classname="test.a" name="c"><failure
            message="wrong"/></testcase><testcase classname="test.a" name="d"><skipped message="no"/></testcase><testcase
            classname="" name="e"><error message="crash"/></testcase></testsuite></testsuites>"""
        self.assertEqual(cases.fromJunit(text), [("a::b", "passed", ""), ("a::c", "failed", "wrong"), ("a::d", "skipped", "no"),
                                                 ("e", "failed", "crash")])


class RunAll(unittest.TestCase):
    def outcomes(self, reports, status, *found):
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder, "results")
            if found:
                results.write_text(json.dumps([{"name": name, "outcome": outcome} for name, outcome in found]), encoding="utf-8")
            return [case["outcome"] for case in runAll.casesOf(("some.py", "1"), results, reports, status, 1.0)]

    def testScriptWithoutResultsIsOneCase(self):
        self.assertEqual(self.outcomes(False, 0), [cases.PASSED])
        self.assertEqual(self.outcomes(False, 1), [cases.FAILED])
        self.assertEqual(self.outcomes(False, "no end after 1 s"), [cases.FAILED])

    def testCrashIsAFailure(self):
        self.assertEqual(self.outcomes(True, -11), [cases.FAILED])
        self.assertEqual(self.outcomes(True, -11, ("a", cases.PASSED)), [cases.PASSED, cases.FAILED])

    def testMissingPartIsSkipped(self):
        self.assertEqual(self.outcomes(True, cases.NOT_INSTALLED), [cases.SKIPPED])

    def testFailedCaseIsCountedOnce(self):
        self.assertEqual(self.outcomes(True, 1, ("a", cases.FAILED)), [cases.FAILED])

    def testCommandThatNeverEndsIsEnded(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "sleeps.py")
            script.write_text("import time\ntime.sleep(1000)\n", encoding="utf-8")
            found = runAll.runCommand((str(script),), {}, 1, pathlib.Path(folder, "log"))
        self.assertEqual([case["why"] for case in found], ["no end after 1 s"])

    def testStatusSaysFailure(self):
        """The whole command, for a client that can't run: no platform is in view."""
        with tempfile.TemporaryDirectory() as folder:
            vendors = pathlib.Path(folder, "vendors")
            vendors.mkdir()
            done = subprocess.run([sys.executable, runAll.__file__, "--vendors", vendors, "--output", folder, "clinfo"],
                                  stdout=subprocess.PIPE, encoding="utf-8", check=False)
            results = json.loads(pathlib.Path(folder, "results.json").read_text(encoding="utf-8"))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(results["clinfo"]["cases"][0]["outcome"], cases.FAILED)

    def testTables(self):
        found = {"version": "1.2", "commit": "abc", "date": "2026-01-01", "seconds": 3, "what": "a | b",
                 "cases": [{"name": "x", "outcome": cases.PASSED, "why": ""}, {"name": "y", "outcome": cases.FAILED, "why": "w < 1"},
                           {"name": "z", "outcome": cases.SKIPPED, "why": "no"}]}
        text = client_tables.markdown({"some": found}, ["other", "some"], {"some/y": "known"})
        self.assertIn("| some | 1.2 | `abc`, 2026-01-01 | 1 | 1 | 1 | 3 | a \\| b |", text)
        self.assertIn("| some: y | w &lt; 1 | known |", text)
        self.assertIn("| some: z | 1 | no |", text)


class Ffmpeg(unittest.TestCase):
    case = ffmpeg.Case("some", "", "", format="yuv420p", bound=1, margin=1, size=(8, 6))

    def frames(self):
        return numpy.arange(2 * (48 + 12 + 12)).astype(numpy.uint8)

    def testSamePasses(self):
        self.assertIsNone(ffmpeg.difference(self.frames() + 1, self.frames(), self.case))

    def testOneWrongPixelIsReported(self):
        wrong = self.frames()
        wrong[72 + 8 * 2 + 3] += 2
        self.assertIn("plane 0: 1 of", ffmpeg.difference(wrong, self.frames(), self.case))

    def testMarginIsLeftOut(self):
        wrong = self.frames()
        wrong[3] += 50
        self.assertIsNone(ffmpeg.difference(wrong, self.frames(), self.case))

    def testMissingFrameIsReported(self):
        self.assertIsNotNone(ffmpeg.difference(self.frames()[:72], self.frames(), self.case))


class Opencv(unittest.TestCase):
    def testWrongElementShapeAndTypeAreReported(self):
        right = numpy.arange(12, dtype=numpy.float32).reshape(3, 4)
        wrong = right.copy()
        wrong[1, 2] += 0.1
        self.assertIsNone(opencv.difference(right, right, 1e-6, 0))
        self.assertIn("1 of 12", opencv.difference(wrong, right, 1e-6, 0))
        self.assertIsNone(opencv.difference(wrong, right, 1e-6, 0.1))
        self.assertIn("shape", opencv.difference(right[:2], right, 1, 0))
        self.assertIn("type", opencv.difference(right.astype(int), right, 1, 0))

    def testNanIsReported(self):
        right = numpy.ones(3, numpy.float32)
        wrong = right.copy()
        wrong[0] = numpy.nan
        self.assertIsNotNone(opencv.difference(wrong, right, 1, 0))
        self.assertIsNotNone(opencv.difference(right, wrong, 1, 0))

    def testOnlyLaunchesOfKernelsCount(self):
        lines = ['[', '{"ph":"X","ts":2000000,"cat":"command","name":"k","args":{"type":"kernel"}},',
                 '{"ph":"X","ts":3000000,"cat":"command","name":"read","args":{"type":"read"}},']
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write("\n".join(lines))
            file.flush()
            self.assertEqual(opencv.launchTimes(file.name), [2.0])


class Clfft(unittest.TestCase):
    def testOutputs(self):
        self.assertIsNone(clfft.judge("Passed.\n"))
        self.assertIsNotNone(clfft.judge("FAIL\n"))
        self.assertIsNotNone(clfft.judge("something else\n"))


class Openmm(unittest.TestCase):
    _GOOD = """
There are 3 Platforms available:

1 Reference - Successfully computed forces
2 CPU - Successfully computed forces
3 OpenCL - Successfully computed forces

Median difference in forces between platforms:

Reference vs. CPU: 6.3e-06
Reference vs. OpenCL: 6.7e-06
CPU vs. OpenCL: 8.1e-07
"""

    def problems(self, output):
        return [problem for _, problem in openmm.judge(output) if problem]

    def testGoodOutputPasses(self):
        self.assertEqual(self.problems(self._GOOD), [])
        self.assertEqual(len(openmm.judge(self._GOOD)), 3)
        warned = self._GOOD.replace("3 OpenCL - Succ", "3 OpenCL WARNING: unsupported.\n- Succ")
        self.assertEqual((self.problems(warned), len(openmm.judge(warned))), ([], 3))

    def testFailureIsReported(self):
        self.assertEqual(len(self.problems(self._GOOD.replace("3 OpenCL - Successfully computed forces", "3 OpenCL - Error"))), 1)

    def testDifferenceIsReported(self):
        for number in ("2e-2", "nan"):
            self.assertEqual(len(self.problems(self._GOOD.replace("6.7e-06", number))), 1)

    def testMissingPlatformIsReported(self):
        self.assertEqual(len(self.problems(self._GOOD.replace("OpenCL", "Other"))), 1)

    def testWrongForcesAreReported(self):
        right = [numpy.ones((5, 3))]
        self.assertIsNone(openmm.apart(right, right, 1e-6, ["forces"]))
        self.assertIsNotNone(openmm.apart([right[0] * 1.001], right, 1e-6, ["forces"]))
        self.assertIsNotNone(openmm.apart([right[0] * numpy.nan], right, 1e-6, ["forces"]))
        self.assertIsNotNone(openmm.apart([0 * right[0]], [0 * right[0]], 1e-6, ["forces"]))


if __name__ == "__main__":
    unittest.main()
