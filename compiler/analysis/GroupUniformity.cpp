// Finds which values and paths of a kernel are the same in all groups of a launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/GroupUniformity.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::compiler {

GroupUniformity::GroupUniformity(Function &kernel)
    : uniformity_(kernel, UniformityScope::launch), divergentBlocks_(divergentBlocks(kernel, uniformity_)) {}

bool GroupUniformity::isUniform(const Value &value) const {
  const auto *instruction = dyn_cast<Instruction>(&value);
  return !instruction || uniformity_.isUniform(*instruction);
}

} // namespace weft::compiler
