// Writes the constant weftKernelInfo, which tells the runtime how to run the kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/DescribeKernelPass.h"

#include <cassert>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

#include "KernelAbi.h"
#include "kernel/CheckCalls.h"
#include "kernel/EnqueueFunctions.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Computes an upper bound of the bytes that a work-item's private variables take on the stack and in scratch, before
/// LLVM optimises the code. Variables of two functions exist at the same time only if one of the functions calls the
/// other. So a function's bound is its own bytes plus the greatest bound of its callees.
class PrivateMemory {
public:
  uint64_t bytesOf(const Function &function) {
    if (auto known = known_.find(&function); known != known_.end())
      return known->second;
    uint64_t own = numericAttribute(function, scratchBytesAttribute);
    uint64_t called = 0;
    for (const Instruction &instruction : instructions(function)) {
      if (const auto *variable = dyn_cast<AllocaInst>(&instruction))
        if (std::optional<TypeSize> size = variable->getAllocationSize(function.getDataLayout()))
          own = SaturatingAdd(own, size->getFixedValue() / packetWidth(function)); // has one copy for each lane
      if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction())
        called = std::max(called, bytesOf(*call->getCalledFunction()));
    }
    return known_[&function] = SaturatingAdd(own, called);
  }

private:
  DenseMap<const Function *, uint64_t> known_;
};

/// Whether floating-point operations of the module may be reassociated. LLVM does so in another way for vectors than
/// for scalars, for example in sums.
bool mayBeReassociated(const Module &module) {
  return any_of(module, [](const Function &function) {
    return any_of(instructions(function), [](const Instruction &instruction) {
      return isa<FPMathOperator>(instruction) && instruction.hasAllowReassoc();
    });
  });
}

/// Returns the whole schedule of the kernel: what the request asked for, and what passes have decided.
KernelSchedule wholeSchedule(const Function &kernel, bool isOnFibers) {
  KernelSchedule schedule = packetWidth(kernel) > 1 ? scheduleOf(kernel) : KernelSchedule();
  if (isOnFibers)
    schedule.executor = ScheduleExecutor::fibers;
  else
    schedule.executor = packetWidth(kernel) > 1 ? ScheduleExecutor::packets : ScheduleExecutor::loops;
  return schedule;
}

/// Makes a constant of the schedule's text. All texts have the same length, filled up with zeros, so that the code of
/// two schedules differs only if the schedules make a difference.
Constant *scheduleText(Module &module, const KernelSchedule &schedule) {
  constexpr size_t length = 192; // longer than the text of a schedule that has all words
  std::string text = schedule.text();
  assert(text.size() < length);
  text.resize(length);
  Constant *bytes = ConstantDataArray::getString(module.getContext(), text, /*AddNull=*/false);
  return new GlobalVariable(module, bytes->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage, bytes,
                            "weft.schedule");
}

void reportSchedule(const Function &kernel, const KernelSchedule &schedule) {
  OptimizationRemark remark("schedule", "Schedule", &kernel);
  kernel.getContext().diagnose(remark << "schedule: "
                                      << DiagnosticInfoOptimizationBase::Argument("Schedule", schedule.text()));
}

} // namespace

PreservedAnalyses DescribeKernelPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  LLVMContext &context = module.getContext();
  auto i32 = [&](uint64_t value) { return ConstantInt::get(Type::getInt32Ty(context), value); };
  auto i64 = [&](uint64_t value) { return ConstantInt::get(Type::getInt64Ty(context), value); };

  uint64_t flags = 0;
  if (kernel->hasFnAttribute(observesGroupsAttribute))
    flags |= WEFT_KERNEL_OBSERVES_GROUPS;
  if (!kernel->hasFnAttribute(wideIndicesAttribute))
    flags |= WEFT_KERNEL_32_BIT_INDICES;
  if (kernel->hasFnAttribute(printsAttribute))
    flags |= WEFT_KERNEL_PRINTS;
  if (kernel->hasFnAttribute(walksColumnsAttribute))
    flags |= WEFT_KERNEL_READS_COLUMNS;
  if (kernel->hasFnAttribute(reportsAttribute))
    flags |= WEFT_KERNEL_CHECKS;
  if (const uint64_t shadows = numericAttribute(*kernel, shadowsAttribute))
    flags |= shadows == 2 ? WEFT_KERNEL_SHADOWS | WEFT_KERNEL_SHADOWS_BYTES : WEFT_KERNEL_SHADOWS;
  if (kernel->hasFnAttribute(enqueuesAttribute))
    flags |= WEFT_KERNEL_ENQUEUES;
  if (kernel->hasFnAttribute(gainsBySizeAttribute))
    flags |= WEFT_KERNEL_GAINS_BY_SIZE;
  if (kernel->hasFnAttribute(streamsAttribute))
    flags |= WEFT_KERNEL_STREAMS;
  if (kernel->hasFnAttribute(prefersTilesAttribute))
    flags |= WEFT_KERNEL_PREFERS_TILES;
  if (kernel->hasFnAttribute(subGroupsAttribute) || mayBeReassociated(module))
    flags |= WEFT_KERNEL_DEPENDS_ON_SCHEDULE;
  bool fibers = kernel->arg_size() == 3;
  std::array<uint64_t, 3> size = launchLocalSize(*kernel);
  if (fibers && size[0] == 0) // fibers run single work-items, so groups may have any local size
    size = {};
  const uint64_t packetDimension = numericAttribute(*kernel, packetDimensionAttribute);
  auto *requiredSize =
      ConstantArray::get(ArrayType::get(Type::getInt64Ty(context), 3), {i64(size[0]), i64(size[1]), i64(size[2])});

  const KernelSchedule schedule = wholeSchedule(*kernel, fibers);
  reportSchedule(*kernel, schedule);
  // The constant has the members of WeftKernelInfo in their order. The struct has no padding, so both have the same
  // layout.
  static_assert(sizeof(WeftKernelInfo) == 8 + 8 + 8 + 6 * 8 + 3 * 8 + 4 * 8);
  Constant *info = ConstantStruct::getAnon({
      i32(WEFT_KERNEL_ABI_VERSION),
      i32(fibers ? WEFT_EXECUTOR_FIBERS : WEFT_EXECUTOR_LOOPS),
      kernel,
      i64(flags),
      i64(numericAttribute(*kernel, localBytesAttribute)),
      i64(numericAttribute(*kernel, scratchBytesAttribute)),
      i64(packetWidth(*kernel)),
      i64(packetDimension),
      i64(subGroupSize(*kernel)),
      i64(PrivateMemory().bytesOf(*kernel)),
      requiredSize,
      i64(numericAttribute(*kernel, distinctArgumentsAttribute)),
      i64(numericAttribute(*kernel, writtenArgumentsAttribute)),
      i64(0), // bytes of stack: filled in once the object file is made
      scheduleText(module, schedule),
  });
  auto *variable = new GlobalVariable(module, info->getType(), /*isConstant=*/true, GlobalValue::ExternalLinkage, info,
                                      WEFT_KERNEL_INFO_SYMBOL);
  variable->setAlignment(Align(alignof(WeftKernelInfo)));
  kernel->setVisibility(GlobalValue::HiddenVisibility);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
