// How faults in kernels are handled, as WEFT_FAULTS says.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_FAULTS_H
#define WEFT_RUNTIME_CORE_OBJECTS_FAULTS_H

namespace weft::core {

/// Sets up the signal handlers for faults. Called before the first compilation, because the compiler's own handlers
/// would hide that the application handles none of the signals. Called again whenever code is loaded. If WEFT_FAULTS is
/// 'event' and the application handles one of the signals itself, a warning says so once.
void handleFaults();

} // namespace weft::core

#endif
