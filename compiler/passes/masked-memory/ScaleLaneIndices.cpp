// Scales the indices of a packet's lanes by one vector shift instead of a shift for each lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

#include <map>
#include <optional>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The largest scale of an index in an x86 address, as a shift.
constexpr unsigned addressShift = 3;
/// A vector is shifted only if at least this many of its lanes are indices. Otherwise the scalar shift that each index
/// needs costs little. (The shift of a vector of bytes takes two instructions.)
constexpr size_t minIndexLanes = 4;

/// A lane of a vector that is the only index of an address computation.
struct LaneIndex {
  ExtractElementInst *lane;
  ZExtInst *extension; ///< null if the lane has 64 bits, as indices have
  GetElementPtrInst *address;
};

/// Returns by how many bits the address computation shifts its only index; nothing if it has several indices, or an
/// element size that is no power of two.
std::optional<unsigned> shiftOf(const GetElementPtrInst &address) {
  if (address.getNumIndices() != 1 || address.getType()->isVectorTy())
    return std::nullopt;
  const TypeSize size = address.getDataLayout().getTypeAllocSize(address.getSourceElementType());
  return size.isScalable() || !isPowerOf2_64(size) ? std::nullopt : std::optional(Log2_64(size));
}

/// Finds the address whose only index is `lane`, if that is the only use of the lane; else `address` is null.
LaneIndex indexOf(ExtractElementInst &lane) {
  LaneIndex index{&lane, nullptr, nullptr};
  if (!isa<ConstantInt>(lane.getIndexOperand()) || !lane.hasOneUse())
    return index;
  index.extension = dyn_cast<ZExtInst>(lane.user_back());
  if (index.extension && !index.extension->hasOneUse())
    return index;
  Value *number = index.extension ? static_cast<Value *>(index.extension) : &lane;
  auto *address = dyn_cast<GetElementPtrInst>(*number->user_begin());
  const bool isItsIndex = address && number->getType()->isIntegerTy(64) && address->getPointerOperand() != number;
  index.address = isItsIndex ? address : nullptr;
  return index;
}

/// Shifts `vector` once and makes the addresses use the shifted lanes. `fits` says that no bit of a lane is shifted
/// out.
void scale(Instruction &vector, BasicBlock::iterator behind, ArrayRef<LaneIndex> indices, unsigned shift, bool fits) {
  IRBuilder<> builder(behind->getParent(), behind);
  Value *scaled = builder.CreateShl(&vector, ConstantInt::get(vector.getType(), shift), vector.getName() + ".scaled",
                                    /*HasNUW=*/fits);
  for (const LaneIndex &index : indices) {
    index.lane->setOperand(0, scaled);
    if (index.extension)
      index.extension->setNonNeg(false);
    index.address->setSourceElementType(builder.getInt64Ty());
    index.address->setResultElementType(builder.getInt64Ty());
  }
}

bool scaleLanes(Instruction &vector) {
  auto *type = dyn_cast<FixedVectorType>(vector.getType());
  const std::optional<BasicBlock::iterator> behind = vector.getInsertionPointAfterDef();
  if (!type || !type->getElementType()->isIntegerTy() || !behind)
    return false;
  std::map<unsigned, SmallVector<LaneIndex>> byShift;
  for (User *user : vector.users())
    if (auto *lane = dyn_cast<ExtractElementInst>(user); lane && lane->getVectorOperand() == &vector)
      if (const LaneIndex index = indexOf(*lane); index.address)
        if (const std::optional<unsigned> shift = shiftOf(*index.address); shift && *shift > addressShift)
          byShift[*shift].push_back(index);
  bool changed = false;
  for (const auto &[shift, indices] : byShift) {
    if (indices.size() < minIndexLanes)
      continue;
    const unsigned more = shift - addressShift;
    if (more >= type->getScalarSizeInBits())
      continue;
    const bool fits = computeKnownBits(&vector, vector.getDataLayout()).countMinLeadingZeros() >= more;
    // A lane of 64 bits may lose bits, because the scaling in the 64-bit address loses the same bits.
    if (!fits && any_of(indices, [](const LaneIndex &index) { return index.extension; }))
      continue;
    scale(vector, *behind, indices, more, fits);
    changed = true;
  }
  return changed;
}

} // namespace

bool scaleLaneIndices(Function &function, MaskedMemoryContext &) {
  if (!function.getParent()->getTargetTriple().isX86())
    return false;
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    changed |= scaleLanes(instruction);
  return changed;
}

} // namespace weft::compiler
