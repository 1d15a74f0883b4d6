// Computes the greatest total weight of the values that are live at any one point of a kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_REGISTER_PRESSURE_H
#define WEFT_COMPILER_ANALYSIS_REGISTER_PRESSURE_H

#include <cstddef>

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace weft::compiler {

/// The greatest total weight of the values that are live at any one point of the kernel. `weigh` gives each value's
/// weight, for instance its number of registers; 0 for values that don't count.
size_t maxRegisterPressure(const llvm::Function &kernel, llvm::function_ref<unsigned(const llvm::Value &)> weigh);

} // namespace weft::compiler

#endif
