// In a portable build, hwloc uses these symbols instead of libudev, dlopen and the standard streams (hwloc-names.txt).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

extern "C" {

// hwloc writes messages to these streams if HWLOC_* environment variables request messages.
FILE *weftHwlocStderr = stderr;
FILE *weftHwlocStdout = stdout;
/// The name of the program that hwloc stores in a topology.
char weftHwlocProgramName[] = "weft";
char *weftHwlocProgram = weftHwlocProgramName;

/// Replaces dlopen and opens nothing. hwloc would open plugins of the hwloc that is installed on the machine. These
/// plugins may be of another version, and are linked with that hwloc.
void *weftHwlocOpen(const char *, int) { return nullptr; }

/// Returns null, so that hwloc makes no query to udev. udev only reports the vendors of disks, and Weft never looks at
/// devices.
void *weftHwlocNoUdev() { return nullptr; }
void *weftHwlocNothing(void *) { return nullptr; }
}
