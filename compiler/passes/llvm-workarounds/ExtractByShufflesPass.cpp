// Extracts parts of vectors by shuffles instead of the integer shifts that LLVM has made.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm-workarounds/ExtractByShufflesPass.h"

#include <optional>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// The bits of a general register. Integers that fit into one register stay, because CPUs extract them well by shifts.
constexpr unsigned generalRegisterBits = 64;

/// A range of bits in a vector, counted from the lowest bit of the first element.
struct BitRange {
  Value *vector;
  uint64_t firstBit;
};

uint64_t bitsOf(const Value &value) { return value.getType()->getPrimitiveSizeInBits().getFixedValue(); }

/// Returns the bits of a vector that the integer `value` consists of; nothing if `value` isn't a part of a vector.
std::optional<BitRange> bitRangeOf(Value &value) {
  uint64_t firstBit = 0;
  Value *at = &value;
  Value *next = nullptr;
  const APInt *shift = nullptr;
  uint64_t number = 0;
  while (true) {
    if (match(at, m_Trunc(m_Value(next)))) {
      at = next;
    } else if (match(at, m_LShr(m_Value(next), m_APInt(shift)))) {
      firstBit = SaturatingAdd(firstBit, shift->getLimitedValue());
      if (SaturatingAdd(firstBit, bitsOf(value)) > bitsOf(*at)) // a shift brings zeros in
        return std::nullopt;
      at = next;
    } else if (match(at, m_ExtractElt(m_Value(next), m_ConstantInt(number))) && match(next, m_BitCast(m_Value()))) {
      firstBit = SaturatingMultiplyAdd(number, bitsOf(*at), firstBit);
      at = next;
    } else if (match(at, m_BitCast(m_Value(next))) && isa<FixedVectorType>(next->getType())) {
      if (SaturatingAdd(firstBit, bitsOf(value)) > bitsOf(*next)) // beyond the end of the vector
        return std::nullopt;
      return BitRange{next, firstBit};
    } else {
      return std::nullopt;
    }
  }
}

/// Returns the shuffle that replaces `cast` if each element of its result is one whole element of another vector; else
/// null.
Value *extractByShuffle(BitCastInst &cast) {
  auto *type = dyn_cast<FixedVectorType>(cast.getType());
  Value *integer = cast.getOperand(0);
  if (!type || !integer->getType()->isIntegerTy() || bitsOf(*integer) <= generalRegisterBits)
    return nullptr;
  const uint64_t bits = type->getScalarSizeInBits();
  const std::optional<BitRange> part = bitRangeOf(*integer);
  if (!part || part->firstBit % bits != 0 || bitsOf(*part->vector) % bits != 0)
    return nullptr;
  IRBuilder<> builder(&cast);
  const auto elements = static_cast<unsigned>(bitsOf(*part->vector) / bits);
  Value *vector = builder.CreateBitCast(part->vector, FixedVectorType::get(type->getElementType(), elements));
  const auto first = static_cast<unsigned>(part->firstBit / bits);
  return builder.CreateShuffleVector(vector, createSequentialMask(first, type->getNumElements(), /*NumUndefs=*/0));
}

} // namespace

PreservedAnalyses ExtractByShufflesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<WeakTrackingVH> casts;
  for (Instruction &instruction : instructions(function))
    if (isa<BitCastInst>(instruction))
      casts.emplace_back(&instruction);
  bool changed = false;
  for (const WeakTrackingVH &handle : casts) {
    auto *cast = dyn_cast_or_null<BitCastInst>(static_cast<Value *>(handle));
    if (Value *taken = cast ? extractByShuffle(*cast) : nullptr) {
      taken->takeName(cast);
      cast->replaceAllUsesWith(taken);
      RecursivelyDeleteTriviallyDeadInstructions(cast);
      changed = true;
    }
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
