// Stacks for fibers: mapped in slabs of several stacks with guard pages, and reused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_STACK_POOL_H
#define WEFT_DEVICE_CPU_MEMORY_STACK_POOL_H

#include <cstddef>
#include <vector>

namespace weft::cpu {

/// One stack. It grows down from `top`. Below its lowest usable byte is a guard page that traps. If GuardPageBudget was
/// used up when the stack was made, this page is ordinary unused memory that doesn't trap, and another stack may lie
/// below it.
struct Stack {
  std::byte *top = nullptr;
  size_t bytes = 0;     ///< usable
  void *tsan = nullptr; ///< ThreadSanitizer's notion of the fiber on this stack; unused without it

  std::byte *bottom() const { return top - bytes; }
};

/// All stacks of one thread that runs fibers; not thread-safe. The stack that was returned last is taken first. So if
/// each fiber ends before the next one starts, they all use the same stack, whose memory is in the cache.
class StackPool {
public:
  /// Enough for the frames of the system's functions and the executor's own functions. Only touched pages cost memory,
  /// so only address space limits this number: 4096 work-items take 272 MiB of address space.
  static constexpr size_t defaultStackBytes = 64 * 1024;
  /// The greatest number and the greatest size of the stacks that the pool keeps while no thread needs them. Nearly all
  /// kernels need less than half of this number and of this size.
  static constexpr size_t maxRetainedStacks = 256;
  static constexpr size_t maxRetainedStackBytes = 2 * defaultStackBytes;

  StackPool() = default;
  ~StackPool();
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;

  /// Makes sure that `count` stacks of at least `bytes` each can be taken. To be called only while no stack is taken.
  /// Returns false if there is not enough memory; the pool is empty then, so that other threads can have its memory.
  bool reserve(size_t count, size_t bytes);
  /// Takes a stack. At least one reserved stack must be left.
  Stack take();
  void give(Stack stack) { free_.push_back(stack); }
  /// Returns whether `trim` would give memory back. It does so if there are more stacks than maxRetainedStacks, if
  /// stacks are larger than maxRetainedStackBytes, or if some have no guard page (new stacks may get one).
  bool wantsTrim() const {
    return free_.size() > maxRetainedStacks || stackBytes_ > maxRetainedStackBytes || guardPages_ < free_.size();
  }
  /// Gives back all memory, also the memory of taken stacks: no thread may run on one of them again.
  void abandon() { releaseAll(); }
  /// Gives memory back if wantsTrim(). To be called only while no stack is taken.
  void trim();

private:
  struct Slab {
    std::byte *start;
    size_t bytes;
    size_t budgeted; ///< the number of guard pages that were taken from GuardPageBudget: all but the guard page at the
                     ///< start of the slab
  };
  bool addSlab(size_t stacks);
  void addGuardPages(Slab &slab, size_t stacks);
  void releaseAll();

  std::vector<Slab> slabs_;
  std::vector<Stack> free_;
  size_t stackBytes_ = 0;
  size_t guardPages_ = 0; ///< the guard pages of all slabs
};

} // namespace weft::cpu

#endif
