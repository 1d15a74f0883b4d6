// Decides which of LLVM's passes to skip on a function or a loop, because they gain nothing or take too long.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/SkippedPasses.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"

#include "codegen/CompileBudget.h"
#include "kernel/LoopMarks.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether the pass would replace a loop over a group's packets, which copies or clears memory, by a call of the C
/// library. A group's packets copy or clear too few bytes for the call to pay off.
bool makesCallOfPacketLoop(StringRef pass, const Any &unit) {
  const auto *loop = any_cast<const Loop *>(&unit);
  return loop && pass == LoopIdiomRecognizePass::name() && isPacketLoop(**loop);
}

/// Whether GVN would take quadratic time. For each call that reads memory, such as a masked load, GVN checks every
/// block before the call for writes. LLVM limits this search for loads, but not for calls. Here the limit is on the
/// number of calls times the number of blocks.
bool isGvnQuadratic(StringRef pass, const Any &unit) {
  const auto *function = any_cast<const Function *>(&unit);
  if (!function || pass != GVNPass::name() || (*function)->size() <= CodeSizes::gvnSmallFunctionBlocks)
    return false;
  const auto calls = count_if(instructions(**function), [](const Instruction &instruction) {
    const auto *call = dyn_cast<CallInst>(&instruction);
    return call && call->onlyReadsMemory() && !call->doesNotAccessMemory();
  });
  return static_cast<size_t>(calls) * (*function)->size() > CodeSizes::gvnBlocksTimesCalls;
}

} // namespace

bool skipsPass(StringRef name, const Any &unit) {
  return makesCallOfPacketLoop(name, unit) || isGvnQuadratic(name, unit);
}

} // namespace weft::compiler
