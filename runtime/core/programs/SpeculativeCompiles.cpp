// The compilations of code that no launch has asked for yet, and how they get out of kernels' way.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/SpeculativeCompiles.h"

#include <pthread.h>
#include <unistd.h>

#include <new>

#include "core/programs/KernelVariant.h"

namespace weft::core {

void SpeculativeCompiles::awaitQuiet(KernelVariant &variant, uint64_t busyTimes) const {
  const auto begun = std::chrono::steady_clock::now();
  for (uint64_t times = busyTimes_.load(); times != busyTimes; times = busyTimes_.load()) {
    const auto now = std::chrono::steady_clock::now();
    if (now - begun >= longestWait || variant.isWantedBefore(now + quietTime))
      return;
    busyTimes = times;
  }
}

void SpeculativeCompiles::begin(KernelVariant &variant, uint64_t busyTimes) noexcept {
  clockid_t cpuTime;
  if (!giveWay_ || pthread_getcpuclockid(pthread_self(), &cpuTime) != 0)
    return;
  awaitQuiet(variant, busyTimes);
  Lock lock(mutex_);
  try {
    compilations_.push_back({.variant = &variant, .process = getpid(), .thread = gettid(), .cpuTime = cpuTime});
  } catch (const std::bad_alloc &) {
    return; // it stays in the way
  }
  inTheWay_.fetch_add(1);
  if (busyTimes_.load() != busyTimes)
    giveWayNow(compilations_.back());
}

void SpeculativeCompiles::end(KernelVariant &variant) noexcept {
  Lock lock(mutex_);
  std::erase_if(compilations_, [&](const Compilation &compilation) WEFT_REQUIRES(mutex_) {
    if (compilation.variant != &variant)
      return false;
    if (compilation.isInTheWay)
      inTheWay_.fetch_sub(1);
    return true;
  });
}

void SpeculativeCompiles::giveWayNow() {
  Lock lock(mutex_);
  for (Compilation &compilation : compilations_)
    if (compilation.isInTheWay)
      giveWayNow(compilation);
}

void SpeculativeCompiles::giveWayNow(Compilation &compilation) {
  if (compilation.process == getpid())
    compilation.variant->giveWay(compilation.thread, compilation.cpuTime);
  compilation.isInTheWay = false;
  inTheWay_.fetch_sub(1);
}

} // namespace weft::core
