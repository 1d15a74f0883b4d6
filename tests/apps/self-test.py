# Shows that each judge of a program's output says yes to a good one and no to every kind of bad one.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest

import clblast
import clinfo
import clpeak
import hashcat

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


if __name__ == "__main__":
    unittest.main()
