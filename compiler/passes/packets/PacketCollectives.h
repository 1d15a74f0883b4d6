// Collectives of sub-groups on a packet: operations on the vector that has their lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_COLLECTIVES_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_COLLECTIVES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

#include "kernel/SubGroupCollectives.h"

namespace weft::compiler {

/// Lanes that don't run the call count with the value that changes nothing. A shuffle is a permutation; scans and
/// clusters take as many steps as the width has binary digits, in each of which every lane takes in another's value
/// (Hillis and Steele, "Data Parallel Algorithms", 1986).
class PacketCollectives {
public:
  /// `running`: a mask of the lanes that run the call, of which there is one at least.
  PacketCollectives(llvm::IRBuilder<> &builder, llvm::Value *running);

  /// The result for the operands, vectors with a lane for each element: a vector, or one value where the collective is
  /// uniform.
  llvm::Value *make(const SubGroupCollective &collective, llvm::ArrayRef<llvm::Value *> operands);

private:
  llvm::Value *ballot(llvm::Value *conditions);
  llvm::Value *broadcast(llvm::Value *values, llvm::Value *lanes);
  llvm::Value *reduce(const SubGroupCollective &collective, llvm::Value *values);
  llvm::Value *scan(const SubGroupCollective &collective, llvm::Value *values);
  llvm::Value *shiftUp(llvm::Value *values, unsigned distance, llvm::Constant *fill);
  llvm::Value *clusters(const SubGroupCollective &collective, llvm::Value *values, llvm::Value *sizes);
  llvm::Value *firstRunning();

  llvm::IRBuilder<> &builder_;
  llvm::Value *running_;
  unsigned width_;
};

} // namespace weft::compiler

#endif
