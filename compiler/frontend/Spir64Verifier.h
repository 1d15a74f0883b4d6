// The form of IL that all kernel code has where it enters the compiler, wherever it comes from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIR64_VERIFIER_H
#define WEFT_COMPILER_FRONTEND_SPIR64_VERIFIER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

class BuiltinLibrary;

/// Clang's data layout for spir64.
inline constexpr llvm::StringLiteral spir64DataLayout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

/// Fails with a sentence if a module that LLVM finds well formed isn't of the form that every stage relies on. So
/// neither a strange source nor a forged binary goes further than this check. The form is:
/// - The triple is spir64, and the data layout is Clang's for it.
/// - Types are OpenCL C's, of bounded size: its opaque types, pointers to address spaces 0 to 4, integers of up to 128
///   bits, half to double, and vectors of up to 256 of these.
/// - Variables are in global, constant or local memory. Variables in local memory have no initial value. Variables have
///   no section, no alias and are not thread-local. No initial value has the address of local memory. The module has
///   no destructors, and its constructors have the form of hasValidConstructors.
/// - Functions are kernels or have the calling convention of OpenCL C's functions (spir_kernel, spir_func). Kernels
///   take pointers to global, constant and local memory, and structures by value.
/// - Each call names the called function, and has that function's calling convention and types. The module has no
///   assembly, no exceptions, and no intrinsics of a target or of other languages.
/// - No name and no attribute is the compiler's own (weft.*, weft-*), except for the names and attributes that linking
///   gives. What linking has stated about program variables does not contradict itself.
llvm::Error verifySpir64(const llvm::Module &program);

/// Fails with a sentence if a function is called with other types than its own. This can happen after programs are
/// linked that don't agree about the function.
llvm::Error verifyCalls(const llvm::Module &program);

/// Fails with a sentence if a linked program uses functions or variables that neither the program nor the builtins nor
/// the passes define. Also fails if the program calls builtins with types that differ from the builtins' types.
llvm::Error verifyNames(const llvm::Module &program, const BuiltinLibrary &builtins);

} // namespace weft::compiler

#endif
