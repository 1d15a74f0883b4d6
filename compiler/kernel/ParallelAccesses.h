// Tells LLVM that the iterations of loops over work-items don't depend on each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_PARALLEL_ACCESSES_H
#define WEFT_COMPILER_KERNEL_PARALLEL_ACCESSES_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
class Instruction;
class LLVMContext;
class MDNode;
} // namespace llvm

namespace weft::compiler {

/// Whether `instruction`, which accesses memory, accesses only memory that work-items share: global, local and constant
/// memory.
bool touchesSharedMemoryOnly(const llvm::Instruction &instruction);

/// Marks accesses whose order between work-items doesn't matter, by llvm.access.group on the access and
/// llvm.loop.parallel_accesses on the loop over work-items. Between barriers, work-items that access the same global or
/// local memory without atomics race (OpenCL C 3.0, 6.15.12.2), so accesses of different work-items may be reordered
/// freely. Accesses to private variables stay unmarked, because the work-items of the loop share one stack slot.
class ParallelAccesses {
public:
  explicit ParallelAccesses(llvm::LLVMContext &context);

  /// Marks accesses through pointers to global, local and constant memory. The accesses in `left` stay unmarked, so
  /// that LLVM keeps their order. If a loop has a single unmarked access, LLVM analyses how all accesses of the loop
  /// depend on each other.
  void mark(llvm::BasicBlock &block, llvm::ArrayRef<const llvm::Instruction *> left = {});
  /// Marks every load and store. Call it only for blocks in which each work-item accesses nothing but its own elements
  /// of the group's scratch.
  void markContext(llvm::BasicBlock &block);
  /// Marks the loop that `latch` closes: its marked accesses are parallel, and LLVM doesn't unroll it if the trip count
  /// is known only at run time.
  void attach(llvm::Instruction &latch);

private:
  void add(llvm::Instruction &access);

  llvm::MDNode *group_;
};

} // namespace weft::compiler

#endif
