// Recognises, by their names, the functions of OpenCL C by which a kernel enqueues other kernels (enqueue_kernel).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/EnqueueFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

#include "builtins/archive/AddressSpaces.h"
#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

struct Row {
  StringLiteral name; ///< without the parameter types, if the name is mangled
  EnqueueFunction function;
  bool isMangled;
};
constexpr Row table[] = {
    {enqueueKernelName, EnqueueFunction::enqueueKernel, false},
    {"enqueue_marker", EnqueueFunction::enqueueMarker, true},
    {"create_user_event", EnqueueFunction::createUserEvent, true},
    {"set_user_event_status", EnqueueFunction::setUserEventStatus, true},
    {"retain_event", EnqueueFunction::retainEvent, true},
    {"release_event", EnqueueFunction::releaseEvent, true},
    {"is_valid_event", EnqueueFunction::isValidEvent, true},
    {"capture_event_profiling_info", EnqueueFunction::captureProfiling, true},
    {"get_default_queue", EnqueueFunction::defaultQueue, true},
    {"__get_kernel_work_group_size_impl", EnqueueFunction::groupSize, false},
    {"__get_kernel_preferred_work_group_size_multiple_impl", EnqueueFunction::preferredMultiple, false},
    {"__get_kernel_max_sub_group_size_for_ndrange_impl", EnqueueFunction::subGroupSize, false},
    {"__get_kernel_sub_group_count_for_ndrange_impl", EnqueueFunction::subGroupCount, false},
};

} // namespace

FunctionType *enqueueKernelType(Module &program) {
  LLVMContext &context = program.getContext();
  Type *queue = TargetExtType::get(context, "spirv.Queue");
  Type *number = Type::getInt32Ty(context);
  Type *own = PointerType::get(context, spirPrivate);
  Type *any = PointerType::get(context, spirGeneric);
  return FunctionType::get(number, {queue, number, own, number, any, any, any, any, number, number, number, own},
                           false);
}

Function *declareEnqueueKernel(Module &program) {
  if (Function *known = program.getFunction(enqueueKernelName))
    return known;
  auto *made = Function::Create(enqueueKernelType(program), GlobalValue::ExternalLinkage, enqueueKernelName, program);
  made->setCallingConv(CallingConv::SPIR_FUNC);
  made->addFnAttr(Attribute::NoUnwind);
  return made;
}

std::optional<EnqueueFunction> findEnqueueFunction(StringRef name) {
  const StringRef base = functionBaseName(name);
  const StringRef plain = base.empty() ? name : base;
  const auto *found =
      find_if(table, [&](const Row &row) { return row.name == plain && row.isMangled == !base.empty(); });
  return found == std::end(table) ? std::nullopt : std::optional(found->function);
}

std::optional<EnqueueFunction> findEnqueueFunction(const Function *function) {
  return function && function->isDeclaration() ? findEnqueueFunction(function->getName()) : std::nullopt;
}

std::optional<unsigned> kernelParameter(EnqueueFunction function) {
  switch (function) {
  case EnqueueFunction::enqueueKernel:
    return 6;
  case EnqueueFunction::groupSize:
  case EnqueueFunction::preferredMultiple:
    return 0;
  case EnqueueFunction::subGroupSize:
  case EnqueueFunction::subGroupCount:
    return 1;
  default:
    return std::nullopt;
  }
}

Function *enqueuedKernel(const CallBase &call) {
  const std::optional<EnqueueFunction> function = findEnqueueFunction(call.getCalledFunction());
  const std::optional<unsigned> parameter = function ? kernelParameter(*function) : std::nullopt;
  if (!parameter || *parameter >= call.arg_size())
    return nullptr;
  auto *kernel = dyn_cast<Function>(call.getArgOperand(*parameter)->stripPointerCasts());
  return kernel && !kernel->isDeclaration() && kernel->hasFnAttribute(blockAttribute) ? kernel : nullptr;
}

} // namespace weft::compiler
