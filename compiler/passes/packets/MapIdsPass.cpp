// Changes a kernel's ids so that the work-items of a packet follow each other along dimension 0.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/MapIdsPass.h"

#include <array>
#include <string>
#include <utility>

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "kernel/FlatIds.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/DelineariseIds.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Swaps dimension 0 and `dimension` in the kernel's local ids and in its fixed local size.
void interchangeDimensions(Function &kernel, unsigned dimension) {
  LocalIdCalls ids = findLocalIds(kernel);
  std::swap(ids[0], ids[dimension]);
  for (const unsigned d : {0U, dimension})
    for (CallInst *call : ids[d])
      call->setCalledFunction(declareLocalId(*kernel.getParent(), d));
  std::array<uint64_t, 3> size = fixedLocalSize(kernel);
  std::swap(size[0], size[dimension]);
  if (size[0] != 0)
    setFixedLocalSize(kernel, size);
  setNumericAttribute(kernel, packetDimensionAttribute, dimension);
}

} // namespace

PreservedAnalyses MapIdsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  const KernelSchedule schedule = scheduleOf(*kernel);
  OptimizationRemark remark("map-ids", "Dimension", kernel);
  if (schedule.flatten == true) {
    flattenIds(*kernel);
  } else if (schedule.dimension.value_or(0) != 0) {
    interchangeDimensions(*kernel, *schedule.dimension);
    kernel->getContext().diagnose(remark << "packets follow dimension " << std::to_string(*schedule.dimension));
  } else if (schedule.delinearise == true) {
    if (const uint64_t length = delineariseIds(*kernel))
      kernel->getContext().diagnose(remark << "work-items of dimension 0 form rows of " << std::to_string(length));
  } else {
    return PreservedAnalyses::all();
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
