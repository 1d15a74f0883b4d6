// Chooses the dimension along which work-items form packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/InterchangeDimensionsPass.h"

#include <array>
#include <string>
#include <utility>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "analysis/PacketWidth.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/PacketCost.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Swaps dimension 0 and `dimension` in the kernel's local ids and in its fixed local size.
void exchange(Function &kernel, LocalIdCalls &ids, unsigned dimension) {
  std::swap(ids[0], ids[dimension]);
  for (unsigned d : {0U, dimension})
    for (CallInst *call : ids[d])
      call->setCalledFunction(declareLocalId(*kernel.getParent(), d));
  std::array<uint64_t, 3> size = fixedLocalSize(kernel);
  std::swap(size[0], size[dimension]);
  if (size[0] != 0)
    setFixedLocalSize(kernel, size);
}

} // namespace

/// Returns whether groups have several work-items in `dimension`, as far as the code's local size shows.
static bool mayHaveItems(const Function &kernel, unsigned dimension) {
  const std::array<uint64_t, 3> size = fixedLocalSize(kernel);
  return size[dimension] != 1 && (size[0] != 0 || size[dimension] == 0);
}

double InterchangeDimensionsPass::cyclesForItem(Function &kernel) const {
  const PacketEstimate packet = estimatePacket(kernel, builtins_, profile_);
  return packet.cycles / packet.width;
}

PreservedAnalyses InterchangeDimensionsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  const bool isForAnySize = fixedLocalSize(*kernel)[0] == 0;
  LocalIdCalls ids = findLocalIds(*kernel);
  KernelSchedule schedule = scheduleOf(*kernel);
  const std::optional<uint32_t> wanted = schedule.dimension;
  unsigned best = wanted.value_or(0);
  if (best != 0 && (ids[best].empty() || !mayHaveItems(*kernel, best)))
    best = 0;
  double leastCycles = 0;
  for (unsigned dimension : {1U, 2U}) {
    // If the local size in this dimension isn't a multiple of a packet's width, lanes would stay empty, so the
    // dimension isn't tried.
    if (wanted || ids[dimension].empty() || fixedLocalSize(*kernel)[dimension] % profile_.packets.usual != 0)
      continue;
    if (leastCycles == 0)
      leastCycles = profile_.rows.maxInterchangedCost * cyclesForItem(*kernel);
    exchange(*kernel, ids, dimension);
    if (const double cycles = cyclesForItem(*kernel); cycles < leastCycles) {
      leastCycles = cycles;
      best = dimension;
    }
    exchange(*kernel, ids, dimension);
  }
  if (best == 0)
    return PreservedAnalyses::all();
  if (!wanted && isForAnySize &&
      !canRepartitionGroups(*kernel)) { // groups may have only one work-item along that dimension
    kernel->addFnAttr(gainsBySizeAttribute);
    return PreservedAnalyses::none();
  }
  exchange(*kernel, ids, best);
  setNumericAttribute(*kernel, packetDimensionAttribute, best);
  schedule.dimension = best;
  setSchedule(*kernel, schedule);
  OptimizationRemark remark("interchange-dimensions", "Dimension", kernel);
  kernel->getContext().diagnose(remark << "packets follow dimension " << std::to_string(best));
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
