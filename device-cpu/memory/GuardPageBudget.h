// The limit of the number of guard pages that the fiber stacks of this process may have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_GUARD_PAGE_BUDGET_H
#define WEFT_DEVICE_CPU_MEMORY_GUARD_PAGE_BUDGET_H

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace weft::cpu {

/// All stack pools of the process share one budget, because Linux limits the number of mappings of a process. Any
/// thread may use it.
class GuardPageBudget {
public:
  /// A guard page between two stacks costs two mappings: its own mapping, and the part that it cuts off from the
  /// stacks' mapping. Linux allows 65530 mappings by default (vm.max_map_count). If a process reaches this limit, every
  /// further mmap fails, also in the application's code. So the guard pages may use only a quarter of the mappings. A
  /// quarter is enough for the largest groups (4096 work-items) on two threads, or for groups of 256 work-items on 32
  /// threads.
  static constexpr size_t most = 8192;

  /// Returns how many of the `wanted` guard pages may be made, and counts them. When the caller has removed a guard
  /// page, it calls `give`.
  static size_t take(size_t wanted) {
    size_t used = used_.load(std::memory_order_relaxed);
    size_t granted;
    do
      granted = std::min(wanted, most - used);
    while (!used_.compare_exchange_weak(used, used + granted, std::memory_order_relaxed));
    return granted;
  }
  static void give(size_t guards) { used_.fetch_sub(guards, std::memory_order_relaxed); }
  static size_t used() { return used_.load(std::memory_order_relaxed); }

private:
  // Accesses are relaxed, because this counter orders no other memory. After a fork, the child's count is right,
  // because the child inherits the mappings, too.
  static inline constinit std::atomic<size_t> used_{0};
};

} // namespace weft::cpu

#endif
