// Masked loads and stores, and the lanes that a constant mask names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_MASKED_ACCESS_H
#define WEFT_COMPILER_PASSES_HOST_MASKED_ACCESS_H

#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// A call of llvm.masked.load or llvm.masked.store on vectors of a fixed length.
struct MaskedAccess {
  llvm::IntrinsicInst &call;

  /// Nothing where it is anything else.
  static std::optional<MaskedAccess> of(llvm::Instruction &instruction);
  bool isLoad() const { return call.getIntrinsicID() == llvm::Intrinsic::masked_load; }
  llvm::Value *address() const { return call.getArgOperand(addressOperand()); }
  llvm::Value *mask() const { return call.getArgOperand(addressOperand() + 1); }
  llvm::FixedVectorType *type() const;
  llvm::Align alignment() const { return call.getParamAlign(addressOperand()).valueOrOne(); }
  uint64_t elementBytes() const;
  /// Whether the CPU has no mask for it, or one that takes long.
  bool isSlow(TargetProfile::Legal legal) const;
  void copyMetadataTo(llvm::Instruction &other) const;

private:
  unsigned addressOperand() const { return isLoad() ? 0 : 1; }
};

/// Whether the CPU has no mask for loads, or stores, of such elements, or one that takes long.
bool isSlowWithMask(TargetProfile::Legal legal, uint64_t elementBytes, bool isLoad);

/// What holds of an access holds of another one in its place.
void copyAccessMetadata(const llvm::Instruction &from, llvm::Instruction &to);

/// Neighbouring lanes.
struct LaneRun {
  unsigned first, count;
};

/// Of a constant mask those of its lanes that run, each as long as it gets; nothing where that isn't known of each
/// lane.
std::optional<llvm::SmallVector<LaneRun, 4>> runsOf(const llvm::Value &mask);

/// `lanes` of `value`: a scalar if it is one.
llvm::Value *extractRun(llvm::IRBuilder<> &builder, llvm::Value *value, LaneRun lanes);

/// Where the run's elements are, and how they are aligned.
std::pair<llvm::Value *, llvm::Align> placeOfRun(llvm::IRBuilder<> &builder, const MaskedAccess &access, LaneRun lanes);

} // namespace weft::compiler

#endif
