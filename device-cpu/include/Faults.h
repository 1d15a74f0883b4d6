// The handling of kernels that access memory which isn't there, or fault in another way.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_FAULTS_H
#define WEFT_DEVICE_CPU_FAULTS_H

#include <string>
#include <vector>

namespace weft::cpu {

enum class FaultHandling {
  off,    ///< no handlers: the system ends the process
  report, ///< a line on standard error names the kernel and its group; then the process ends as with `off`
  event,  ///< the same line; the group is abandoned, and its execution ends with LaunchExecution::fault
};

/// Installs handlers for the signals of faults that nobody handles, which are the signals with the default action. Any
/// other action, also SIG_IGN, stays. The first call's `handling` holds for the process. Later calls look again for
/// signals that nobody handles any more. Any thread may call it at any time, and it is cheap.
void handleFaults(FaultHandling handling);

/// Returns the names of the fault signals that somebody else handles now.
std::vector<std::string> foreignFaultSignals();

} // namespace weft::cpu

#endif
