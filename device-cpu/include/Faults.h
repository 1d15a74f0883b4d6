// What becomes of a kernel that reaches memory which isn't there, or faults otherwise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_FAULTS_H
#define WEFT_DEVICE_CPU_FAULTS_H

#include <string>
#include <vector>

namespace weft::cpu {

enum class FaultHandling {
  off,    ///< no handlers: the process ends as the system has it end
  report, ///< a line on standard error names the kernel and its group; then the process ends as with `off`
  event,  ///< the same line; the group is abandoned, and its execution ends with LaunchExecution::fault
};

/// Takes the signals of faults that nobody handles: those whose action is the default one. Any other action, SIG_IGN
/// among them, stays. The first call's `handling` holds for the process; later calls look again which signals nobody
/// handles any more. Any thread may call it at any time, and it is cheap.
void handleFaults(FaultHandling handling);

/// The names of the signals that somebody else handles now.
std::vector<std::string> faultsOfOthers();

} // namespace weft::cpu

#endif
