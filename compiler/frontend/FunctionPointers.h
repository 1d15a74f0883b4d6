// Pointers to functions: what stands for them until a program is linked, and the numbers that they are from then on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_FUNCTIONPOINTERS_H
#define WEFT_COMPILER_FRONTEND_FUNCTIONPOINTERS_H

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

// Each kernel is a shared object of its own, with a copy of the functions that it reaches: an address in one is none in
// another. So a pointer is the function's number among those of the linked program that are pointed to, from 1 on, and
// 0 is null. All kernels of the program, in whatever form they are compiled, and the host have the same numbers.
//
//   before the program is linked:             behind resolveFunctionPointers, where f has the number 1:
//   ptrtoint (ptr @f to i64)                  i64 1
//   call i32 @"weft.call i32 (i32)"           call i32 @"pointer.call i32 (i32)"(i64 %p, i32 %x)
//        (i64 %p, i32 %x)                     which is a switch with direct calls of the functions of this type

/// The constant for a pointer to `function`, an i64.
llvm::Constant *pointerTo(llvm::Function &function);

/// The declaration that is called for a function of `type` by its pointer, which comes before the arguments.
llvm::Function &pointerCall(llvm::Module &program, llvm::FunctionType &type);

/// Whether a function is such a declaration, in name and type.
bool isPointerCall(const llvm::Function &function);

/// Keeps a function whatever calls it, and gives it a name for the host.
void keepForHost(llvm::Function &function, llvm::StringRef name);

/// Numbers the functions and writes the calls. For a program that is linked completely; one that has its numbers keeps
/// them.
void resolveFunctionPointers(llvm::Module &program);

/// Whether resolveFunctionPointers has written the function: it is none of the program's own.
bool isPointerSwitch(const llvm::Function &function);

/// Whether what stands in the IL about numbers is of the form that resolveFunctionPointers gives it.
bool hasFunctionNumbers(const llvm::Module &program);

/// A function that the host can ask a pointer to: one that was kept for it, or one that other programs see and that is
/// pointed to.
struct NumberedFunction {
  llvm::StringRef name;
  uint64_t number;
};
/// *Requires* hasFunctionNumbers.
std::vector<NumberedFunction> numberedFunctions(const llvm::Module &program);

} // namespace weft::compiler

#endif
