// Tracks the compilations of code that no launch has requested yet, and lowers their priority when kernels need the
// CPUs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/SpeculativeCompiles.h"

#include <pthread.h>
#include <unistd.h>

#include <new>

#include "core/programs/KernelVariant.h"

namespace weft::core {

void SpeculativeCompiles::waitUntilIdle(KernelVariant &variant, uint64_t busyCount) const {
  const auto begun = std::chrono::steady_clock::now();
  for (uint64_t times = busyCount_.load(); times != busyCount; times = busyCount_.load()) {
    const auto now = std::chrono::steady_clock::now();
    if (now - begun >= longestWait || variant.waitUntilWanted(now + idleTime))
      return;
    busyCount = times;
  }
}

void SpeculativeCompiles::begin(KernelVariant &variant, uint64_t busyCount) noexcept {
  clockid_t cpuTime;
  if (!mayDeprioritise_ || pthread_getcpuclockid(pthread_self(), &cpuTime) != 0)
    return;
  waitUntilIdle(variant, busyCount);
  Lock lock(mutex_);
  try {
    compilations_.push_back({.variant = &variant, .process = getpid(), .thread = gettid(), .cpuTime = cpuTime});
  } catch (const std::bad_alloc &) {
    return; // without memory for the record, the compilation doesn't give way
  }
  normalPriorityCount_.fetch_add(1);
  if (busyCount_.load() != busyCount)
    deprioritiseNow(compilations_.back());
}

void SpeculativeCompiles::end(KernelVariant &variant) noexcept {
  Lock lock(mutex_);
  std::erase_if(compilations_, [&](const Compilation &compilation) WEFT_REQUIRES(mutex_) {
    if (compilation.variant != &variant)
      return false;
    if (compilation.hasNormalPriority)
      normalPriorityCount_.fetch_sub(1);
    return true;
  });
}

void SpeculativeCompiles::deprioritiseNow() {
  Lock lock(mutex_);
  for (Compilation &compilation : compilations_)
    if (compilation.hasNormalPriority)
      deprioritiseNow(compilation);
}

void SpeculativeCompiles::deprioritiseNow(Compilation &compilation) {
  if (compilation.process == getpid())
    compilation.variant->deprioritise(compilation.thread, compilation.cpuTime);
  compilation.hasNormalPriority = false;
  normalPriorityCount_.fetch_sub(1);
}

} // namespace weft::core
