// How kernels that fault are handled, by WEFT_FAULTS.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_FAULTS_H
#define WEFT_RUNTIME_CORE_OBJECTS_FAULTS_H

namespace weft::core {

/// Sets up the signal handlers for faults. Called before the first compilation, whose own handlers would hide that
/// nobody handles the signals, and again whenever code is loaded. Where WEFT_FAULTS is 'event' and the application
/// handles such a signal itself, a warning says so once.
void handleFaults();

} // namespace weft::core

#endif
