// Finds phis after a cycle whose value depends on the exit by which the cycle was left.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/CycleJoins.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::compiler {

SmallVector<CycleJoin> findCycleJoins(const Function &function, const CycleInfo &cycles) {
  SmallVector<CycleJoin> joins;
  for (const BasicBlock &block : function)
    for (const PHINode &phi : block.phis()) {
      SmallMapVector<const Cycle *, const Value *, 4> values; // by cycle; null if its exits bring different values
      for (const auto &[from, value] : zip(phi.blocks(), phi.incoming_values()))
        for (const Cycle *cycle = cycles.getCycle(from); cycle && !cycle->contains(&block);
             cycle = cycle->getParentCycle())
          if (const auto [found, isNew] = values.try_emplace(cycle, value.get());
              !isNew && found->second != value.get())
            found->second = nullptr;
      for (const auto &[cycle, value] : values)
        if (!value)
          joins.push_back({&phi, cycle});
    }
  return joins;
}

} // namespace weft::compiler
