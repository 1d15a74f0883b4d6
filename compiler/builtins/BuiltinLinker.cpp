// Links a module with the builtins it calls. Opens only the members of the archive that contain them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/BuiltinLinker.h"

#include <algorithm>
#include <set>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

#include "builtins/archive/BuiltinArchive.h"
#include "builtins/archive/MangledName.h"
#include "codegen/CompileBudget.h"

namespace weft::compiler {
namespace {

/// Makes the calls of `function` agree with its definition. In Clang's code for spir64, calls have spir64's calling
/// convention, and attributes that say that results of less than 32 bits are extended to 32. The definition may have
/// another calling convention and may not extend its result.
void adaptCalls(llvm::Function &function) {
  for (llvm::User *user : function.users()) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->getCalledOperand() != &function)
      continue;
    call->setCallingConv(function.getCallingConv());
    for (auto kind : {llvm::Attribute::ZExt, llvm::Attribute::SExt})
      if (!function.hasRetAttribute(kind))
        call->removeRetAttr(kind);
    if (!function.isConvergent())
      call->removeFnAttr(llvm::Attribute::Convergent);
    call->removeFnAttr(llvm::Attribute::NoBuiltin);
  }
}

bool hasLoop(const llvm::Function &function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> backEdges;
  llvm::FindFunctionBackedges(function, backEdges);
  return !backEdges.empty();
}

} // namespace

llvm::Error BuiltinLinker::linkWhatIsThere(llvm::function_ref<bool(const llvm::Function &)> wanted) {
  for (;;) {
    auto undefined = findUndefined(wanted);
    if (!undefined)
      return undefined.takeError();
    if (undefined->empty())
      break;
    for (const auto &[member, symbols] : *undefined)
      if (llvm::Error error = linkMember(member, symbols))
        return error;
  }
  makeInternal();
  return llvm::Error::success();
}

llvm::Expected<BuiltinLinker::Wanted>
BuiltinLinker::findUndefined(llvm::function_ref<bool(const llvm::Function &)> wanted) {
  Wanted undefined;
  for (llvm::Function &function : llvm::make_early_inc_range(module_)) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty() || !wanted(function))
      continue;
    const auto entry = archive_.find(function.getName());
    if (!entry)
      continue;
    const std::string symbol = entry->symbol.str();
    if (function.getName() != symbol)
      if (llvm::Error error = useSymbol(function, symbol))
        return std::move(error);
    llvm::Function *target = module_.getFunction(symbol);
    if (target && target->isDeclaration())
      if (auto &symbols = undefined[entry->member]; !llvm::is_contained(symbols, symbol))
        symbols.push_back(symbol);
  }
  for (llvm::GlobalVariable &variable : module_.globals())
    if (variable.isDeclaration())
      if (const auto entry = archive_.find(variable.getName()))
        undefined[entry->member].push_back(entry->symbol.str());
  return undefined;
}

llvm::Error BuiltinLinker::useSymbol(llvm::Function &declaration, llvm::StringRef symbol) {
  llvm::Function *there = module_.getFunction(symbol);
  if (!there) {
    declaration.setName(symbol);
    return llvm::Error::success();
  }
  if (there->getFunctionType() != declaration.getFunctionType())
    return llvm::createStringError("The program declares " + readableFunctionName(declaration.getName()) +
                                   " with types that are not those of the builtin function.");
  declaration.replaceAllUsesWith(there);
  declaration.eraseFromParent();
  return llvm::Error::success();
}

llvm::Error BuiltinLinker::linkMember(uint32_t member, const std::vector<std::string> &symbols) {
  auto lazy =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(archive_.member(member), "builtins"), module_.getContext());
  if (!lazy)
    return lazy.takeError();
  std::unique_ptr<llvm::Module> source = std::move(*lazy);
  // The bodies have no target traits (see dropTargetTraits), so they get the module's triple and data layout.
  source->setTargetTriple(module_.getTargetTriple());
  source->setDataLayout(module_.getDataLayout());
  std::vector<llvm::GlobalValue *> values;
  for (const std::string &symbol : symbols) {
    llvm::GlobalValue *value = source->getNamedValue(symbol);
    llvm::GlobalValue *declaration = module_.getNamedValue(symbol);
    if (declaration && declaration->getValueType() != value->getValueType() && llvm::isa<llvm::Function>(value))
      return llvm::createStringError("The program declares " + readableFunctionName(symbol) +
                                     " with types that are not those of the builtin function.");
    values.push_back(value);
    linked_.push_back(symbol);
  }
  return mover_.move(std::move(source), values, [](llvm::GlobalValue &, llvm::IRMover::ValueAdder) {}, false);
}

void BuiltinLinker::makeInternal() {
  for (const std::string &symbol : linked_) {
    llvm::GlobalValue *value = module_.getNamedValue(symbol);
    value->setLinkage(llvm::GlobalValue::InternalLinkage);
    if (auto *function = llvm::dyn_cast<llvm::Function>(value))
      adaptCalls(*function);
  }
}

void BuiltinLinker::prepareForInlining() {
  llvm::DenseMap<const llvm::Function *, size_t> copies;
  for (llvm::Function *function : callersFirst()) {
    // Count the copies of `function` if it is inlined: each call counts as often as its caller has been copied. A
    // caller that isn't inlined exists once, however often it is called, so each of its calls counts once.
    size_t count = 0;
    for (const llvm::User *user : function->users())
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user))
        count += std::max<size_t>(copies.lookup(call->getFunction()), 1);
    if (function->hasFnAttribute(llvm::Attribute::Cold)) // handles rare arguments: not worth a copy at each call
      function->addFnAttr(llvm::Attribute::NoInline);
    else if (function->getInstructionCount() * count <=
             (hasLoop(*function) ? CodeSizes::inlinedLoops : CodeSizes::inlinedBuiltins))
      function->addFnAttr(llvm::Attribute::AlwaysInline);
    else
      function->addFnAttr(llvm::Attribute::InlineHint);
    copies[function] = function->hasFnAttribute(llvm::Attribute::AlwaysInline) ? count : 1;
  }
}

/// Returns the linked functions, each before the functions that it calls. This is the reverse of the order in which a
/// depth-first search through the calls finishes them.
std::vector<llvm::Function *> BuiltinLinker::callersFirst() const {
  std::vector<llvm::Function *> calleesFirst;
  llvm::SmallPtrSet<const llvm::Function *, 32> seen;
  const std::set<std::string> linked(linked_.begin(), linked_.end());
  const auto visit = [&](auto &self, llvm::Function &function) -> void {
    if (!linked.contains(function.getName().str()) || !seen.insert(&function).second)
      return;
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->getCalledFunction())
        self(self, *call->getCalledFunction());
    calleesFirst.push_back(&function);
  };
  for (const std::string &symbol : linked_)
    if (auto *function = llvm::dyn_cast<llvm::Function>(module_.getNamedValue(symbol)))
      visit(visit, *function);
  return {calleesFirst.rbegin(), calleesFirst.rend()};
}

} // namespace weft::compiler
