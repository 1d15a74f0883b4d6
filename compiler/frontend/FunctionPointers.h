// Function pointers: linking replaces each pointer by a number, and each call through a pointer by a switch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_FUNCTION_POINTERS_H
#define WEFT_COMPILER_FRONTEND_FUNCTION_POINTERS_H

#include <cstdint>
#include <vector>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Constant;
class Function;
class FunctionType;
class Module;
} // namespace llvm

namespace weft::compiler {

// Each kernel is a shared object with its own copy of the functions that it reaches, so a function's address in one
// kernel has no meaning in another. So a pointer is a number. The functions of the linked program that are pointed to
// are numbered from 1 on, and 0 is null. The numbers are the same for the host and for all kernels of the program, in
// all variants of their code.
//
//   before the program is linked:             after resolveFunctionPointers, where f has the number 1:
//   ptrtoint (ptr @f to i64)                  i64 1
//   call i32 @"weft.call i32 (i32)"           call i32 @"pointer.call i32 (i32)"(i64 %p, i32 %x)
//        (i64 %p, i32 %x)                     which is a switch with direct calls of the functions of this type

/// Returns the constant for a pointer to `function`, an i64.
llvm::Constant *pointerTo(llvm::Function &function);

/// Returns the stand-in: the declaration that IL calls in order to call a function of `type` by its pointer. The
/// stand-in's first argument is the pointer, and the function's arguments follow.
llvm::Function &pointerCall(llvm::Module &program, llvm::FunctionType &type);

/// Whether a function is a stand-in that pointerCall returns, by its name and type.
bool isPointerCall(const llvm::Function &function);

/// Keeps a function even if nothing calls it, and gives it a name by which the host can request a pointer to it.
void exportToHost(llvm::Function &function, llvm::StringRef name);

/// Numbers the functions that are pointed to or exported to the host, replaces pointers by these numbers, and writes
/// the bodies of the stand-ins. *Requires* a completely linked program. Does nothing if the functions already have
/// numbers.
void resolveFunctionPointers(llvm::Module &program);

/// Whether the function is a stand-in whose body resolveFunctionPointers has written. Such a function is not in the
/// source.
bool isPointerSwitch(const llvm::Function &function);

/// Whether the metadata about function numbers in the IL has the form that resolveFunctionPointers gives it.
bool hasValidFunctionIds(const llvm::Module &program);

/// A function to which the host can request a pointer: either it was exported to the host, or it is visible to other
/// programs and pointed to.
struct FunctionId {
  llvm::StringRef name;
  uint64_t number;
};
/// Returns the functions to which the host can request pointers. *Requires* that hasValidFunctionIds returns true.
std::vector<FunctionId> functionIds(const llvm::Module &program);

} // namespace weft::compiler

#endif
