// Replaces calls of shuffle and shuffle2 with constant masks by shuffle instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerBuiltinsPass.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

bool isShuffle(const Function &function) {
  const StringRef name = functionBaseName(function.getName());
  return ((name == "shuffle" && function.arg_size() == 2) || (name == "shuffle2" && function.arg_size() == 3)) &&
         all_of(function.getFunctionType()->params(), [](const Type *type) { return isa<FixedVectorType>(type); });
}

void lowerConstantShuffle(CallInst &call) {
  const unsigned sources = call.arg_size() - 1;
  Value *first = call.getArgOperand(0);
  const auto *mask = dyn_cast<Constant>(call.getArgOperand(sources));
  const unsigned elements = cast<FixedVectorType>(first->getType())->getNumElements();
  if (!mask || !isPowerOf2_32(elements))
    return;
  SmallVector<int, 16> places;
  for (unsigned i = 0; i < cast<FixedVectorType>(mask->getType())->getNumElements(); ++i) {
    const auto *place = dyn_cast_or_null<ConstantInt>(mask->getAggregateElement(i));
    if (!place)
      return;
    places.push_back(static_cast<int>(place->getZExtValue() & (sources * elements - 1)));
  }
  IRBuilder<> builder(&call);
  Value *second = sources == 2 ? call.getArgOperand(1) : PoisonValue::get(first->getType());
  Value *result = builder.CreateShuffleVector(first, second, places);
  result->takeName(&call);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace weft::compiler
