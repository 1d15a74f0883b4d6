// Calls of OpenCL C's builtin functions, under the names that Clang gives them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_BUILTIN_CALLS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_BUILTIN_CALLS_H

#include <string>

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler::spirv {

/// The effects of a function on memory.
enum class Effects { none, reads, any };

/// An argument and its type as it is written in the mangled name, without substitutions: "PU3AS1KDv4_f".
struct Parameter {
  llvm::Value *value;
  std::string type;
};

/// Returns the mangled type of numbers and vectors of them, images, samplers and events.
std::string mangledType(llvm::Type *type, bool isSigned);
/// Returns the mangled type of a pointer; `pointee` is the mangled type that it points to. `qualifiers`: "V" for
/// volatile, "K" for const, or both.
std::string mangledPointer(const llvm::Type *pointer, llvm::StringRef pointee, llvm::StringRef qualifiers = "");

inline Parameter signedParameter(llvm::Value *value) { return {value, mangledType(value->getType(), true)}; }
inline Parameter unsignedParameter(llvm::Value *value) { return {value, mangledType(value->getType(), false)}; }

/// Calls the overload of `name` for the parameters, and declares it if the module doesn't have it. Returns null if the
/// module has a function with this name and another type.
llvm::CallInst *callBuiltin(llvm::IRBuilderBase &builder, llvm::StringRef name, llvm::Type *result,
                            llvm::ArrayRef<Parameter> parameters, Effects effects);

/// Calls a function whose name is not mangled, and otherwise does the same as callBuiltin.
llvm::CallInst *callUnmangled(llvm::IRBuilderBase &builder, llvm::StringRef name, llvm::FunctionType *type,
                              llvm::ArrayRef<llvm::Value *> arguments);

} // namespace weft::compiler::spirv

#endif
