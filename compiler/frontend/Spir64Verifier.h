// The form of IL that all kernel code has where it enters the compiler, wherever it comes from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIR64_VERIFIER_H
#define WEFT_COMPILER_FRONTEND_SPIR64_VERIFIER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

class BuiltinLibrary;

/// Clang's for spir64.
inline constexpr llvm::StringLiteral spir64DataLayout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

/// Fails with a sentence where a module that LLVM finds well formed isn't of the form that every stage counts on, so
/// that neither a strange source nor a forged binary goes further than to this sentence:
/// - the triple is spir64, the data layout Clang's for it;
/// - types are OpenCL C's, of bounded size: its opaque types, pointers to address spaces 0 to 4, integers of up to 128
///   bits, half to double, vectors of up to 256 of these;
/// - variables are in global, constant or local memory, those in local memory without a value to begin with; they have
///   no section, no thread and no alias, and there are neither constructors nor destructors; none begins with the
///   address of local memory;
/// - functions are kernels or called as OpenCL C's functions are (spir_kernel, spir_func); kernels take pointers to
///   global, constant and local memory, and structures by value;
/// - calls name the function, by its own calling convention and types; there is no assembly, no exception, and no
/// intrinsic of a
///   target or of other languages;
/// - no name and no attribute is the compiler's own (weft.*, weft-*) but for those that linking gives, whose numbers
///   about program variables do not contradict each other.
llvm::Error verifySpir64(const llvm::Module &program);

/// Fails with a sentence where a function is called with other types than its own, as after the linking of programs
/// that don't agree about it.
llvm::Error verifyCalls(const llvm::Module &program);

/// Fails with a sentence where a linked program uses functions or variables that neither it nor the builtins nor the
/// passes define, or builtins with other types than theirs.
llvm::Error verifyNames(const llvm::Module &program, const BuiltinLibrary &builtins);

} // namespace weft::compiler

#endif
