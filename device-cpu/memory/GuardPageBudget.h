// The limit of the number of guard pages that the fiber stacks of this process may have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_GUARD_PAGE_BUDGET_H
#define WEFT_DEVICE_CPU_MEMORY_GUARD_PAGE_BUDGET_H

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace weft::cpu {

/// One count for all pools of the process, because Linux's limit holds for the process. Any thread may use it.
class GuardPageBudget {
public:
  /// A guard page between two stacks costs two mappings: its own mapping, and the part that it cuts off from the
  /// stacks' mapping. Linux allows 65530 mappings by default (vm.max_map_count). Beyond this limit every mmap of the
  /// process fails, the application's too. This budget takes a quarter of the mappings. It is enough for the largest
  /// groups (4096 work-items) on two threads, or for groups of 256 work-items on 32 threads.
  static constexpr size_t most = 8192;

  /// Returns how many of the `wanted` guards may be made. The caller gives each guard back when it is gone.
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
  // Relaxed, because it orders no other memory. It is right in the child of a fork as well, which inherits the
  // mappings.
  static inline constinit std::atomic<size_t> used_{0};
};

} // namespace weft::cpu

#endif
