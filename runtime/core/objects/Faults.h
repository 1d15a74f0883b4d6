// Chooses by WEFT_FAULTS what happens if a kernel faults, for example by an access to an invalid address.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_FAULTS_H
#define WEFT_RUNTIME_CORE_OBJECTS_FAULTS_H

namespace weft::core {

/// Sets up the signal handlers for faults. Weft handles only the signals for which the application has no handler. So
/// this function is called before the first compilation: the compiler installs handlers, too, and Weft would mistake
/// them for the application's. It is called again whenever code is loaded. If WEFT_FAULTS is 'event' and the
/// application handles one of the signals itself, a warning is written once.
void handleFaults();

} // namespace weft::core

#endif
