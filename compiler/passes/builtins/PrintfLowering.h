// Replaces each call of printf by a call of a function that the launch provides, with a table of the arguments' types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_PRINTF_LOWERING_H
#define WEFT_COMPILER_PASSES_BUILTINS_PRINTF_LOWERING_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// What: stores the arguments of each printf into a variable, describes their types in a constant table
/// (WeftPrintArgument), and calls WeftLaunch::print.
/// Why: WeftLaunch::print formats the output and keeps apart the output of work-items that print at the same time. It
/// needs the table because the stored values don't show their types.
/// Guarantees: no call of printf is left. If there was one, the kernel gets the attribute weft-prints.
///
///   %r = call i32 (ptr, ...) @printf(ptr @format, i32 %i, <2 x float> %v)
///   =>
///   store i32 %i, ptr %print.values
///   store <2 x float> %v, ptr (%print.values + 4)
///   %r = call i32 %print(ptr %printer, ptr @format, ptr @weft.print.arguments, i32 2, ptr %print.values)
void lowerPrintf(llvm::Function &kernel);

} // namespace weft::compiler

#endif
