// Generates a branch between two ways to carry out an access. The condition is the same for all lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/UniformBranch.h"

#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft::compiler {

GeneratedValues createIfElseValues(Value *condition, Instruction &access,
                                   function_ref<GeneratedValues(IRBuilder<> &)> make,
                                   function_ref<GeneratedValues(IRBuilder<> &)> makeElse) {
  Instruction *ifSo = nullptr, *ifNot = nullptr;
  SplitBlockAndInsertIfThenElse(condition, &access, &ifSo, &ifNot);
  IRBuilder<> builder(ifSo);
  const GeneratedValues ones = make(builder);
  builder.SetInsertPoint(ifNot);
  const GeneratedValues others = makeElse(builder);
  builder.SetInsertPoint(&access);
  GeneratedValues results;
  for (auto [one, other] : zip_equal(ones, others)) {
    PHINode *result = builder.CreatePHI(one->getType(), 2, access.getName() + ".lanes");
    result->addIncoming(one, ifSo->getParent());
    result->addIncoming(other, ifNot->getParent());
    results.push_back(result);
  }
  return results;
}

Value *createIfElse(Value *condition, Instruction &access, function_ref<Value *(IRBuilder<> &)> make,
                    function_ref<Value *(IRBuilder<> &)> makeElse) {
  const auto listOf = [](Value *value) { return value ? GeneratedValues{value} : GeneratedValues{}; };
  const GeneratedValues chosen = createIfElseValues(
      condition, access, [&](IRBuilder<> &place) { return listOf(make(place)); },
      [&](IRBuilder<> &place) { return listOf(makeElse(place)); });
  return chosen.empty() ? nullptr : chosen.front();
}

} // namespace weft::compiler
