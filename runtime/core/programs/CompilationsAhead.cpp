// The compilations of code that no launch has asked for yet, and how they get out of kernels' way.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/CompilationsAhead.h"

#include <pthread.h>
#include <unistd.h>

#include <new>

#include "core/programs/KernelVariant.h"

namespace weft::core {

void CompilationsAhead::begin(KernelVariant &variant) noexcept {
  clockid_t cpuTime;
  if (!giveWay_ || pthread_getcpuclockid(pthread_self(), &cpuTime) != 0)
    return;
  Lock lock(mutex_);
  try {
    compilations_.push_back({.variant = &variant, .process = getpid(), .thread = gettid(), .cpuTime = cpuTime});
  } catch (const std::bad_alloc &) {
    return; // it stays in the way
  }
  inTheWay_.fetch_add(1, std::memory_order_relaxed);
}

void CompilationsAhead::end(KernelVariant &variant) noexcept {
  Lock lock(mutex_);
  std::erase_if(compilations_, [&](const Compilation &compilation) WEFT_REQUIRES(mutex_) {
    if (compilation.variant != &variant)
      return false;
    if (compilation.isInTheWay)
      inTheWay_.fetch_sub(1, std::memory_order_relaxed);
    return true;
  });
}

void CompilationsAhead::giveWayNow() {
  const pid_t process = getpid();
  Lock lock(mutex_);
  for (Compilation &compilation : compilations_) {
    if (!compilation.isInTheWay)
      continue;
    if (compilation.process == process)
      compilation.variant->giveWay(compilation.thread, compilation.cpuTime);
    compilation.isInTheWay = false;
  }
  inTheWay_.store(0, std::memory_order_relaxed);
}

} // namespace weft::core
