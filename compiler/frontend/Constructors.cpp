// Reads Clang's list of a program's constructors (C++ for OpenCL), and makes the program's initialiser call them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/Constructors.h"

#include <optional>
#include <tuple>
#include <vector>

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include "frontend/ProgramVariables.h"

namespace weft::compiler {
namespace {

struct Constructor {
  uint64_t priority;
  size_t place; ///< the index in the list
  llvm::Function *function;
};

/// Returns the entries of Clang's list of constructors; nothing if an entry has another form than { i32 priority, ptr
/// function, ptr null }.
std::optional<std::vector<Constructor>> constructorsOf(const llvm::Module &program) {
  std::vector<Constructor> constructors;
  const llvm::GlobalVariable *list = program.getGlobalVariable(constructorList);
  if (!list)
    return constructors;
  const auto *entries = list->hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
  if (!entries || !list->use_empty())
    return std::nullopt;
  for (const llvm::Use &use : entries->operands()) {
    const auto *entry = llvm::dyn_cast<llvm::ConstantStruct>(use);
    if (!entry || entry->getNumOperands() != 3)
      return std::nullopt;
    const auto *priority = llvm::dyn_cast<llvm::ConstantInt>(entry->getOperand(0));
    auto *function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1));
    if (!priority || priority->getBitWidth() != 32 || !function || function->isDeclaration() ||
        function->arg_size() != 0 || !function->getReturnType()->isVoidTy() ||
        function->getCallingConv() != llvm::CallingConv::SPIR_FUNC)
      return std::nullopt;
    constructors.push_back({priority->getZExtValue(), constructors.size(), function});
  }
  return constructors;
}

void removeRegistrations(llvm::Module &program) {
  llvm::Function *registration = program.getFunction("__cxa_atexit");
  if (!registration || !registration->isDeclaration())
    return;
  for (llvm::User *user : llvm::make_early_inc_range(registration->users()))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(user)) {
      call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
      call->eraseFromParent();
    }
  if (registration->use_empty())
    registration->eraseFromParent();
  if (llvm::GlobalVariable *handle = program.getGlobalVariable("__dso_handle"); handle && handle->use_empty())
    handle->eraseFromParent();
}

} // namespace

void lowerClangConstructors(llvm::Module &program) {
  removeRegistrations(program);
  const llvm::GlobalVariable *list = program.getGlobalVariable(constructorList);
  if (!list)
    return;
  for (const llvm::Use &entry : list->getInitializer()->operands())
    if (auto *function = llvm::dyn_cast<llvm::Function>(llvm::cast<llvm::Constant>(entry)->getAggregateElement(1))) {
      function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
      function->clearMetadata();
    }
}

bool hasValidConstructors(const llvm::Module &program) { return constructorsOf(program).has_value(); }

void callConstructors(llvm::Module &program) {
  std::vector<Constructor> constructors = *constructorsOf(program);
  if (constructors.empty())
    return;
  llvm::sort(constructors, [](const Constructor &a, const Constructor &b) {
    return std::tie(a.priority, a.place) < std::tie(b.priority, b.place);
  });
  llvm::Function &initialiser = getOrMakeInitialiser(program);
  llvm::IRBuilder<> builder(initialiser.getEntryBlock().getTerminator());
  for (const Constructor &constructor : constructors)
    builder.CreateCall(constructor.function)->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  program.getGlobalVariable(constructorList)->eraseFromParent();
}

} // namespace weft::compiler
