// What hwloc finds in a portable build in place of libudev, of its plugins, and of the streams (hwloc-names.txt).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

extern "C" {

// For its messages, which it writes where HWLOC_* variables ask for them.
FILE *weftHwlocStderr = stderr;
FILE *weftHwlocStdout = stdout;
/// What a topology says of itself.
char weftHwlocProgramName[] = "weft";
char *weftHwlocProgram = weftHwlocProgramName;

/// Its plugins would be those of the machine's own hwloc: of another version, and linked with that.
void *weftHwlocOpen(const char *, int) { return nullptr; }

/// udev tells the vendors of disks. hwloc asks it for nothing where there is none, and Weft never looks at devices.
void *weftHwlocNoUdev() { return nullptr; }
void *weftHwlocNothing(void *) { return nullptr; }
}
