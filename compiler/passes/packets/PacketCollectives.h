// Carries out sub-group collectives (reductions, scans, ..) as vector operations: the packet is the sub-group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_COLLECTIVES_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_COLLECTIVES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

#include "kernel/SubGroupCollectives.h"

namespace weft::compiler {

/// Generates the vector operations of collectives. A lane that doesn't run the call takes part with the identity of the
/// operation (0 for a sum), which leaves the result as it is. A sub-group shuffle is a permutation of the vector. Scans
/// and clusters take log2(width) steps; in each step every lane combines its value with another lane's (Hillis and
/// Steele, "Data Parallel Algorithms", 1986).
class PacketCollectives {
public:
  /// `running` is the mask of the lanes that run the call; at least one lane does.
  PacketCollectives(llvm::IRBuilder<> &builder, llvm::Value *running);

  /// Returns the result for `operands`, which are vectors with one element for each lane. The result is a vector, or a
  /// single value if the collective is uniform.
  llvm::Value *make(const SubGroupCollective &collective, llvm::ArrayRef<llvm::Value *> operands);

private:
  llvm::Value *ballot(llvm::Value *conditions);
  llvm::Value *broadcast(llvm::Value *values, llvm::Value *lanes);
  llvm::Value *reduce(const SubGroupCollective &collective, llvm::Value *values);
  llvm::Value *scan(const SubGroupCollective &collective, llvm::Value *values);
  llvm::Value *shiftUp(llvm::Value *values, unsigned distance, llvm::Constant *fill);
  llvm::Value *clusters(const SubGroupCollective &collective, llvm::Value *values, llvm::Value *sizes);
  llvm::Value *firstActiveLane();

  llvm::IRBuilder<> &builder_;
  llvm::Value *running_;
  unsigned width_;
};

} // namespace weft::compiler

#endif
