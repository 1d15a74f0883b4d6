// Replaces the calls by which checks report errors by calls of functions that the launch provides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerLaunchCallsPass.h"

#include <cstddef>

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"

#include "CheckAbi.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

class CheckLowering {
public:
  explicit CheckLowering(Function &kernel)
      : kernel_(kernel), entry_(&kernel.getEntryBlock(), entryInsertionPoint(kernel)) {
    check_ = loadInvariant(entry_, entry_.getPtrTy(), launchParameter(kernel), offsetof(WeftLaunch, check),
                           alignof(void *), "check");
  }

  void lower(CallInst &call, StringRef name) {
    if (name == "barrier")
      noteBarrier(call);
    else if (name == "arguments")
      call.replaceAllUsesWith(member(offsetof(WeftCheck, arguments), "check.arguments"));
    else
      callChecker(call, StringSwitch<size_t>(name)
                            .Case("report", offsetof(WeftCheck, report))
                            .Case("find", offsetof(WeftCheck, find))
                            .Case("together", offsetof(WeftCheck, together))
                            .Case("met", offsetof(WeftCheck, met))
                            .Case("shadow", offsetof(WeftCheck, shadow))
                            .Case("wrote", offsetof(WeftCheck, wrote))
                            .Default(offsetof(WeftCheck, access)));
    if (entry_.GetInsertBlock() == call.getParent() && entry_.GetInsertPoint() == call.getIterator())
      entry_.SetInsertPoint(call.getNextNode()); // the call is erased, so the insertion point moves on
    call.eraseFromParent();
  }

private:
  Value *member(size_t offset, const char *name) {
    Value *&known = members_[offset];
    if (!known)
      known = loadInvariant(entry_, entry_.getPtrTy(), check_, offset, alignof(void *), name);
    return known;
  }

  void callChecker(CallInst &call, size_t function) {
    IRBuilder<> builder(&call);
    SmallVector<Value *> arguments = {member(offsetof(WeftCheck, checker), "checker"), launchParameter(kernel_),
                                      groupParameter(kernel_)};
    append_range(arguments, call.args());
    SmallVector<Type *> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    CallInst *lowered = builder.CreateCall(FunctionType::get(call.getType(), types, false),
                                           member(function, "check.function"), arguments);
    lowered->setDoesNotThrow();
    lowered->addFnAttr(Attribute::WillReturn);
    lowered->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    if (call.hasFnAttr(Attribute::Cold))
      lowered->addFnAttr(Attribute::Cold);
    call.replaceAllUsesWith(lowered);
  }

  void noteBarrier(CallInst &call) {
    if (kernel_.arg_size() < 3)
      return;
    IRBuilder<> builder(&call);
    Value *place =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), kernel_.getArg(2), offsetof(WeftItem, waitsAt));
    // Volatile, because the checker reads the position while the work-item waits.
    builder.CreateAlignedStore(call.getArgOperand(0), place, Align(alignof(void *)), /*isVolatile=*/true);
  }

  Function &kernel_;
  IRBuilder<> entry_;
  Value *check_;
  DenseMap<size_t, Value *> members_;
};

} // namespace

void lowerChecks(Function &kernel) {
  if (!kernel.hasFnAttribute(reportsAttribute))
    return;
  CheckLowering lowering(kernel);
  for (Function &function : make_early_inc_range(*kernel.getParent())) {
    if (!isCheckFunction(&function))
      continue;
    for (User *user : make_early_inc_range(function.users()))
      lowering.lower(*cast<CallInst>(user), function.getName().drop_front(checkPrefix.size()));
    function.eraseFromParent();
  }
}

} // namespace weft::compiler
