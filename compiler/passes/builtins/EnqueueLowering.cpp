// Replaces calls that enqueue kernels, or that handle queues and events, by calls of the launch's functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerLaunchCallsPass.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include "EnqueueAbi.h"
#include "kernel/AbiAccess.h"
#include "kernel/EnqueueFunctions.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A function of OpenCL C whose calls become calls of a function in WeftEnqueuer, with the same arguments.
struct Simple {
  EnqueueFunction function;
  StringLiteral types; ///< in the form that `hasTypes` takes
  uint64_t offset;     ///< of the pointer to the function in WeftEnqueuer
};
constexpr Simple simple[] = {
    {EnqueueFunction::enqueueMarker, "i:lipp", offsetof(WeftEnqueuer, enqueueMarker)},
    {EnqueueFunction::createUserEvent, "l:", offsetof(WeftEnqueuer, createUserEvent)},
    {EnqueueFunction::setUserEventStatus, "v:li", offsetof(WeftEnqueuer, setUserEventStatus)},
    {EnqueueFunction::retainEvent, "v:l", offsetof(WeftEnqueuer, retainEvent)},
    {EnqueueFunction::releaseEvent, "v:l", offsetof(WeftEnqueuer, releaseEvent)},
    {EnqueueFunction::isValidEvent, "b:l", offsetof(WeftEnqueuer, isValidEvent)},
    {EnqueueFunction::captureProfiling, "v:lip", offsetof(WeftEnqueuer, captureProfiling)},
    {EnqueueFunction::defaultQueue, "l:", offsetof(WeftEnqueuer, defaultQueue)},
};

/// Returns the letter that stands for a type in the strings of hasTypes(): v for void, and others for a bool, 32 bits,
/// 64 bits (also queues and events) and a pointer.
char letterOf(const Type &type) {
  if (type.isVoidTy())
    return 'v';
  if (type.isIntegerTy(1))
    return 'b';
  if (type.isIntegerTy(32))
    return 'i';
  if (type.isIntegerTy(64))
    return 'l';
  return type.isPointerTy() && type.getPointerAddressSpace() == 0 ? 'p' : '?';
}

/// Whether the call's result and arguments have the types that the string `types` names. The string has the letter of
/// the result's type, a colon, and a letter for the type of each argument (see letterOf).
bool hasTypes(const CallBase &call, StringRef types) {
  if (call.arg_size() + 2 != types.size() || letterOf(*call.getType()) != types[0])
    return false;
  return all_of(enumerate(call.args()), [&](const auto &argument) {
    return letterOf(*argument.value()->getType()) == types[argument.index() + 2];
  });
}

/// The members of WeftEnqueueRequest to which the arguments of enqueue_kernel go, in the order of the arguments.
constexpr uint64_t requestMembers[] = {
    offsetof(WeftEnqueueRequest, queue),        offsetof(WeftEnqueueRequest, flags),
    offsetof(WeftEnqueueRequest, range),        offsetof(WeftEnqueueRequest, waitCount),
    offsetof(WeftEnqueueRequest, waitList),     offsetof(WeftEnqueueRequest, event),
    offsetof(WeftEnqueueRequest, kernel),       offsetof(WeftEnqueueRequest, literal),
    offsetof(WeftEnqueueRequest, literalBytes), offsetof(WeftEnqueueRequest, literalAlignment),
    offsetof(WeftEnqueueRequest, localCount),   offsetof(WeftEnqueueRequest, localSizes),
};

class EnqueueLowering {
public:
  explicit EnqueueLowering(Function &kernel) : kernel_(kernel) {
    IRBuilder<> entry(&kernel.getEntryBlock(), entryInsertionPoint(kernel));
    enqueuer_ = loadInvariant(entry, entry.getPtrTy(), launchParameter(kernel), offsetof(WeftLaunch, enqueuer),
                              alignof(void *), "enqueuer");
  }

  /// Replaces `call`. Returns false, and changes nothing, if the call's types aren't those of the function in OpenCL C.
  bool lower(CallBase &call, EnqueueFunction function) {
    switch (function) {
    case EnqueueFunction::enqueueKernel:
      return lowerEnqueue(call);
    case EnqueueFunction::groupSize:
      return lowerQuery(call, WEFT_QUERY_WORK_GROUP_SIZE, false);
    case EnqueueFunction::preferredMultiple:
      return lowerQuery(call, WEFT_QUERY_PREFERRED_MULTIPLE, false);
    case EnqueueFunction::subGroupSize:
      return lowerQuery(call, WEFT_QUERY_SUB_GROUP_SIZE, true);
    case EnqueueFunction::subGroupCount:
      return lowerQuery(call, WEFT_QUERY_SUB_GROUP_COUNT, true);
    default:
      return lowerSimple(call, *find_if(simple, [&](const Simple &row) { return row.function == function; }));
    }
  }

private:
  /// Replaces `call` by a call of the function whose pointer is `offset` bytes into WeftEnqueuer.
  void replace(CallBase &call, uint64_t offset, Type *result, ArrayRef<Value *> arguments) {
    IRBuilder<> builder(&call);
    SmallVector<Value *> all = {enqueuer_};
    all.append(arguments.begin(), arguments.end());
    SmallVector<Type *> types;
    for (Value *argument : all)
      types.push_back(argument->getType());
    Value *function = loadInvariant(builder, builder.getPtrTy(), enqueuer_, offset, alignof(void *), "");
    Value *answer = builder.CreateCall(FunctionType::get(result, types, false), function, all);
    if (answer->getType() != call.getType()) // the function returns an integer instead of a bool
      answer = builder.CreateICmpNE(answer, ConstantInt::get(result, 0));
    call.replaceAllUsesWith(answer);
    call.eraseFromParent();
  }

  bool lowerSimple(CallBase &call, const Simple &row) {
    if (!hasTypes(call, row.types))
      return false;
    const bool isQuestion = row.function == EnqueueFunction::isValidEvent;
    const SmallVector<Value *> arguments(call.args());
    replace(call, row.offset, isQuestion ? Type::getInt32Ty(call.getContext()) : call.getType(), arguments);
    return true;
  }

  /// Replaces a call that queries a property of a block's kernel. The new call gets the kernel but not the block's
  /// literal (its captured values), because the answer doesn't depend on these.
  bool lowerQuery(CallBase &call, WeftKernelQuery query, bool hasRange) {
    if (!hasTypes(call, hasRange ? "i:ppp" : "i:pp"))
      return false;
    Value *range = hasRange ? call.getArgOperand(0) : ConstantPointerNull::get(PointerType::get(call.getContext(), 0));
    replace(
        call, offsetof(WeftEnqueuer, queryKernel), call.getType(),
        {ConstantInt::get(Type::getInt32Ty(call.getContext()), query), range, call.getArgOperand(hasRange ? 1 : 0)});
    return true;
  }

  bool lowerEnqueue(CallBase &call) {
    if (!hasTypes(call, "i:lipippppiiip"))
      return false;
    IRBuilder<> builder(&call);
    for (const auto &[argument, offset] : zip(call.args(), requestMembers))
      builder.CreateAlignedStore(argument, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), request(), offset),
                                 Align(argument->getType()->isIntegerTy(32) ? 4 : 8));
    replace(call, offsetof(WeftEnqueuer, enqueue), call.getType(), {groupParameter(kernel_), request()});
    return true;
  }

  /// Returns the one WeftEnqueueRequest into which each call stores its description. The calls can share it because the
  /// enqueuer (the runtime's part that takes commands from kernels) keeps no pointer to it after a call.
  Value *request() {
    if (!request_) {
      IRBuilder<> top(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
      request_ = top.CreateAlloca(ArrayType::get(top.getInt8Ty(), sizeof(WeftEnqueueRequest)), nullptr, "request");
      request_->setAlignment(Align(alignof(WeftEnqueueRequest)));
    }
    return request_;
  }

  Function &kernel_;
  Value *enqueuer_;
  AllocaInst *request_ = nullptr;
};

} // namespace

void lowerEnqueues(Function &kernel) {
  std::optional<EnqueueLowering> lowering;
  for (Function &function : make_early_inc_range(*kernel.getParent())) {
    const std::optional<EnqueueFunction> known = findEnqueueFunction(&function);
    if (!known)
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = dyn_cast<CallBase>(user);
      if (call && call->getCalledOperand() == &function && call->getFunction() == &kernel) {
        if (!lowering)
          lowering.emplace(kernel);
        if (lowering->lower(*call, *known))
          continue;
      }
      kernel.getContext().emitError("the function '" + function.getName() + "' is used otherwise than OpenCL C does");
    }
    if (function.use_empty())
      function.eraseFromParent();
  }
  if (lowering)
    kernel.addFnAttr(enqueuesAttribute);
}

} // namespace weft::compiler
