// Lets a kernel look for operations whose result is undefined.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_VALUES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_VALUES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: reports divisions of integers by zero and those whose quotient is too large, conversions of floating-point
/// values to integers that can't hold them, and shifts by as many bits as the value has or more. Of a vector, the first
/// element that is at fault is named.
/// Why: the result is any value, and another one on another device.
/// Requires: the form work-item, before guard-arithmetic; the attribute weft-checks has "values". Nothing before has
/// moved a conversion to where the program hasn't written it.
/// Guarantees: the kernel does the same as before. (OpenCL C says what shifts by too many bits give, and Clang writes
/// that down; only those from SPIR-V are undefined.)
///
///   %q = sdiv i32 %a, %b      =>     %by.zero = icmp eq i32 %b, 0
///                                    br i1 %by.zero, label %bad, label %behind      ; bad: calls weft.check.report
///                                  behind:
///                                    %q = sdiv i32 %a, %b
class CheckValuesPass : public llvm::PassInfoMixin<CheckValuesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
