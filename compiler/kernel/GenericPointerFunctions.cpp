// Recognises the OpenCL C functions that find out the address space of a generic pointer, by a table of their names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/GenericPointerFunctions.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

std::optional<GenericPointerFunction> findGenericPointerFunction(llvm::StringRef name) {
  using enum GenericPointerFunction;
  // The first three functions are builtins of Clang, because their result types depend on the type of the argument.
  return llvm::StringSwitch<std::optional<GenericPointerFunction>>(name)
      .Case("__to_global", toGlobal)
      .Case("__to_local", toLocal)
      .Case("__to_private", toPrivate)
      .Cases({"_Z9get_fencePU3AS4v", "_Z9get_fencePU3AS4Kv", "_Z9get_fencePU3AS4Vv", "_Z9get_fencePU3AS4VKv"}, getFence)
      .Default(std::nullopt);
}

bool isStackBound(const llvm::Instruction &instruction) {
  auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic && (intrinsic->getIntrinsicID() == llvm::Intrinsic::stacksave ||
                       intrinsic->getIntrinsicID() == llvm::Intrinsic::frameaddress);
}

} // namespace weft::compiler
