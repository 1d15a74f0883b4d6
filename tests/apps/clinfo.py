# clinfo: asks for everything that can be asked of platform and device.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import re
import sys

import application

# How clinfo reports a query that failed.
_ERROR = re.compile(r"error -?\d+|<error|Out of memory|CL_INVALID|CL_OUT_OF")
# One line of every part of its output: a crash or an early end would lose some.
_PARTS = ["Number of platforms", "Platform Name", "Platform Version", "Number of devices", "Device Name",
          "Device OpenCL C all versions", "Max compute units", "Max work item sizes", "Global memory size",
          "Local memory size", "Queue properties", "Execution capabilities", "Device Extensions",
          "NULL platform behavior", "ICD loader properties"]


def judge(output, platform):
    problems = [f"reports an error: {line.strip()}" for line in output.splitlines() if _ERROR.search(line)]
    problems += [f"says nothing about: {part}" for part in _PARTS if part not in output]
    if not re.search(rf"Platform Name +{re.escape(platform)}\n", output):
        problems.append(f"names no platform {platform}")
    return problems


if __name__ == "__main__":
    sys.exit(application.runAndJudge(__doc__, ["/usr/bin/clinfo"], judge))
