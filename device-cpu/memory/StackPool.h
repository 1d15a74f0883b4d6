// Stacks for fibers: mapped by the slab with guard pages, and reused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_STACK_POOL_H
#define WEFT_DEVICE_CPU_MEMORY_STACK_POOL_H

#include <cstddef>
#include <vector>

namespace weft::cpu {

/// One stack. It grows down from `top`. Below its lowest usable byte lies a page that traps, unless GuardBudget was
/// used up: then it is an unused page of memory, and below that may lie another stack.
struct Stack {
  std::byte *top = nullptr;
  size_t bytes = 0;     ///< usable
  void *tsan = nullptr; ///< ThreadSanitizer's notion of the fiber on this stack; unused without it

  std::byte *bottom() const { return top - bytes; }
};

/// All stacks of one thread that runs fibers; not thread-safe. Stacks are handed out last in, first out, so that fibers
/// that end before the next one starts share one warm stack.
class StackPool {
public:
  /// Enough for what the system's functions and the executor's own take. Only pages that are touched cost memory, so
  /// this is bounded by address space alone: 4096 work-items take 272 MiB of it.
  static constexpr size_t defaultStackBytes = 64 * 1024;
  /// So many stacks may stay while they are not needed, and so large ones: nearly all kernels take less than half.
  static constexpr size_t keptStacks = 256;
  static constexpr size_t keptStackBytes = 2 * defaultStackBytes;

  StackPool() = default;
  ~StackPool();
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;

  /// Makes sure that `count` stacks of at least `bytes` each can be taken. Only while none is taken. False where there
  /// is not enough memory; the pool is then empty, so that other threads can have what it had.
  bool reserve(size_t count, size_t bytes);
  /// There must be one left of those reserved.
  Stack take();
  void give(Stack stack) { free_.push_back(stack); }
  /// Whether `trim` would give something back: more than keptStacks, larger ones than usual, or some without guard
  /// (their successors may get one).
  bool wantsTrim() const { return free_.size() > keptStacks || stackBytes_ > keptStackBytes || guards_ < free_.size(); }
  /// Gives back all memory, that of the stacks that are taken as well: nobody may run on one of them again.
  void abandon() { releaseAll(); }
  /// Gives memory back where there is much of it. Only while no stack is taken.
  void trim();

private:
  struct Slab {
    std::byte *start;
    size_t bytes;
    size_t budgeted; ///< guards taken from GuardBudget: all but the one at the start
  };
  bool addSlab(size_t stacks);
  void addGuards(Slab &slab, size_t stacks);
  void releaseAll();

  std::vector<Slab> slabs_;
  std::vector<Stack> free_;
  size_t stackBytes_ = 0;
  size_t guards_ = 0; ///< of all slabs
};

} // namespace weft::cpu

#endif
