// Makes a kernel check for operations whose result is undefined.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_VALUE_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_VALUE_CHECKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// What: makes the kernel report operations with an undefined result just before they run. These are integer divisions
/// by zero or with too large a quotient, conversions of floating-point values to integer types that can't hold the
/// value, and shifts by at least as many bits as the value has. For a vector, the report names the first element that
/// is at fault.
/// Why: the result of these operations may be any value, and a different value on each device.
/// Requires: guard-arithmetic hasn't run yet. No earlier pass has moved a conversion to a place that the program
/// reaches without converting.
/// Guarantees: the kernel does the same as before. (OpenCL C defines the result of a shift by too many bits, and
/// Clang's IR reduces the number of bits accordingly. So only shifts in programs from SPIR-V can be reported.)
///
///   %q = sdiv i32 %a, %b      =>     %by.zero = icmp eq i32 %b, 0
///                                    br i1 %by.zero, label %bad, label %behind      ; bad: calls weft.check.report
///                                  behind:
///                                    %q = sdiv i32 %a, %b
void insertValueChecks(llvm::Function &kernel);

} // namespace weft::compiler

#endif
