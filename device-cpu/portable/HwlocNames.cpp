// Symbols that replace libudev, dlopen and the standard streams for hwloc in a portable build (hwloc-names.txt).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

extern "C" {

// hwloc writes messages to these streams where HWLOC_* environment variables request messages.
FILE *weftHwlocStderr = stderr;
FILE *weftHwlocStdout = stdout;
/// The name of the program that hwloc stores in a topology.
char weftHwlocProgramName[] = "weft";
char *weftHwlocProgram = weftHwlocProgramName;

/// Opens nothing. The plugins that hwloc would open belong to the machine's own hwloc: they have another version, and
/// are linked with that hwloc.
void *weftHwlocOpen(const char *, int) { return nullptr; }

/// Returns null, so that hwloc makes no query to udev. udev only reports the vendors of disks, and Weft never looks at
/// devices.
void *weftHwlocNoUdev() { return nullptr; }
void *weftHwlocNothing(void *) { return nullptr; }
}
