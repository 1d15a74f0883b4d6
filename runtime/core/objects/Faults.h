// What becomes of kernels that fault, by WEFT_FAULTS.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_FAULTS_H
#define WEFT_RUNTIME_CORE_OBJECTS_FAULTS_H

namespace weft::core {

/// Sees to the signals of faults: before the first compilation, whose own handlers would hide that nobody handles them,
/// and again whenever code is loaded. Where events are asked for and the application handles such a signal, a warning
/// says so once.
void handleFaults();

} // namespace weft::core

#endif
