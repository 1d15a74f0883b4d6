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
  event,  ///< a line as with `report`; the group is abandoned, and its execution ends with LaunchExecution::fault
};

/// Installs handlers for the signals of faults that have the default action. Signals with another action, even SIG_IGN,
/// are left alone. The `handling` of the first call is valid for the process, and later values are ignored. Later calls
/// install the handlers again for those signals that have got the default action meanwhile. Any thread may call it at
/// any time, and it is cheap.
void handleFaults(FaultHandling handling);

/// Returns the names of those fault signals that Weft's handlers don't handle at present.
std::vector<std::string> foreignFaultSignals();

} // namespace weft::cpu

#endif
