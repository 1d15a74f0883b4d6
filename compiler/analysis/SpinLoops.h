// Finds the loops in which a work-item waits for other work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_SPIN_LOOPS_H
#define WEFT_COMPILER_ANALYSIS_SPIN_LOOPS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class DominatorTree;
class Function;
class Loop;
class LoopInfo;
class Module;
} // namespace llvm

namespace weft::compiler {

/// Finds the loops of a function that seem to end only when another work-item has written to memory. In such a loop,
/// the condition of an exit comes from memory that other work-items can write (a volatile or atomic read, an exchange,
/// a comparison with a value that stays the same), at an address that stays the same. Nothing in the loop brings the
/// work-item nearer to the end of the loop: no counter of its own, no addition to shared memory, no
/// compare-and-exchange with a value that it has just read, no write to that address. A loop with a work-group barrier
/// isn't a spin loop, as all other work-items run up to the barrier in each iteration.
///
/// The result is an estimate, with errors in both directions, because whether a loop ends can't be decided. Plain reads
/// of memory are ignored, because a write of another work-item to that memory would be a data race (OpenCL C 3.0,
/// 6.15.12).
class SpinLoopFinder {
public:
  /// Searches the module once for functions that read memory which other work-items may write, so that `find`
  /// recognises their calls.
  explicit SpinLoopFinder(llvm::Module &module);

  llvm::SmallVector<llvm::Loop *> find(const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators) const;

private:
  llvm::SetVector<llvm::Function *> observers_; ///< the functions that read such memory, and their callers
};

} // namespace weft::compiler

#endif
