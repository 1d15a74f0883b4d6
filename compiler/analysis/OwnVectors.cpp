// Whether a work-item's own vectors make better use of the registers than lanes would.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/OwnVectors.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include "codegen/TargetProfile.h"
#include "kernel/Meetings.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool hasMeeting(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, mayBeMeeting); });
}

/// Whether what `loop` carries fits into registers as vectors, but not as their elements.
bool carriesMoreElementsThanFit(const Loop &loop, TargetProfile::Registers registers) {
  uint64_t vectors = 0, elements = 0;
  for (const PHINode &phi : loop.getHeader()->phis()) {
    const auto *type = dyn_cast<FixedVectorType>(phi.getType());
    const uint64_t bits = type ? uint64_t{type->getNumElements()} * type->getScalarSizeInBits() : 0;
    if (bits < registers.fewestBits)
      continue;
    vectors += divideCeil(bits, uint64_t{8} * registers.bytes);
    elements += type->getNumElements();
  }
  return elements >= registers.count && vectors <= registers.count;
}

} // namespace

bool fillsRegistersByItself(const Function &kernel, const TargetProfile &profile) {
  const DominatorTree dominators(const_cast<Function &>(kernel));
  const LoopInfo loops(dominators);
  return any_of(loops, [&](const Loop *outermost) {
    return !hasMeeting(*outermost) && any_of(outermost->getLoopsInPreorder(), [&](const Loop *loop) {
      return carriesMoreElementsThanFit(*loop, profile.registers);
    });
  });
}

} // namespace weft::compiler
