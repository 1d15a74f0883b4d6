// Copies a kernel before passes change it for packets, and later drops either the copy or the original.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_PACKET_FORK_H
#define WEFT_COMPILER_KERNEL_PACKET_FORK_H

#include <cstddef>
#include <string>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace weft::compiler {

/// Why a kernel can't work on packets, and at which instruction, if that is known.
struct Obstacle {
  std::string sentence;
  const llvm::Instruction *instruction = nullptr;
};

/// Returns an obstacle which says that `what` exceeds `limit`, a limit of the compile budget.
Obstacle overBudget(const std::string &what, size_t limit);

/// Replaces the kernel by a copy, which later passes may change in ways that suit only packets. Only after many changes
/// is it known whether packets are possible and faster. So the original stays beside the copy, marked weft-original,
/// until dropOriginal() or giveUpPackets() drops one of them.
void forkKernel(llvm::Function &kernel);

/// Reports in a remark why the kernel won't work on packets. If the kernel has an original, the original becomes the
/// kernel again.
void giveUpPackets(llvm::Function &kernel, const Obstacle &obstacle);

/// Drops the original of a kernel that works on packets, if the kernel has an original.
void dropOriginal(llvm::Function &kernel);

} // namespace weft::compiler

#endif
