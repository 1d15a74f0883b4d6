// How many numbers a work-item has at a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_NUMBERS_AT_ONCE_H
#define WEFT_COMPILER_ANALYSIS_NUMBERS_AT_ONCE_H

#include <cstddef>

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace weft::compiler {

/// The most that the values which a work-item needs at a time weigh together; 0 is the weight of those that don't
/// count.
size_t maxRegisterPressure(const llvm::Function &kernel, llvm::function_ref<unsigned(const llvm::Value &)> weigh);

} // namespace weft::compiler

#endif
