// One of two ways to do what an access does, by a condition that all lanes share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketChoice.h"

#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft::compiler {

MadeValues chooseEachBy(Value *condition, Instruction &access, function_ref<MadeValues(IRBuilder<> &)> make,
                        function_ref<MadeValues(IRBuilder<> &)> makeElse) {
  Instruction *ifSo = nullptr, *ifNot = nullptr;
  SplitBlockAndInsertIfThenElse(condition, &access, &ifSo, &ifNot);
  IRBuilder<> builder(ifSo);
  const MadeValues ones = make(builder);
  builder.SetInsertPoint(ifNot);
  const MadeValues others = makeElse(builder);
  builder.SetInsertPoint(&access);
  MadeValues results;
  for (auto [one, other] : zip_equal(ones, others)) {
    PHINode *result = builder.CreatePHI(one->getType(), 2, access.getName() + ".lanes");
    result->addIncoming(one, ifSo->getParent());
    result->addIncoming(other, ifNot->getParent());
    results.push_back(result);
  }
  return results;
}

Value *chooseBy(Value *condition, Instruction &access, function_ref<Value *(IRBuilder<> &)> make,
                function_ref<Value *(IRBuilder<> &)> makeElse) {
  const auto listOf = [](Value *value) { return value ? MadeValues{value} : MadeValues{}; };
  const MadeValues chosen = chooseEachBy(
      condition, access, [&](IRBuilder<> &place) { return listOf(make(place)); },
      [&](IRBuilder<> &place) { return listOf(makeElse(place)); });
  return chosen.empty() ? nullptr : chosen.front();
}

} // namespace weft::compiler
