// A kernel that becomes one for packets, and its original beside it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_FORK_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_FORK_H

#include <cstddef>
#include <string>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace weft::compiler {

/// What stands in the way of packets, and where as far as that is known.
struct Obstacle {
  std::string sentence;
  const llvm::Instruction *instruction = nullptr;
};

/// That `what` is more than the budget's `limit`.
Obstacle overBudget(const std::string &what, size_t limit);

/// Puts a copy of the kernel in its place, which is free to change. The original stays beside it, marked weft-original,
/// until the copy works on packets or is given up.
void forkKernel(llvm::Function &kernel);

/// Says in a remark why the kernel isn't to work on packets. Its original, where there is one, is the kernel again.
void giveUpPackets(llvm::Function &kernel, const Obstacle &obstacle);

/// The kernel works on packets: its original, where there is one, goes.
void dropOriginal(llvm::Function &kernel);

} // namespace weft::compiler

#endif
