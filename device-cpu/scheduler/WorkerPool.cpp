// The public functions of the worker pool, and how a pool gets a new state after a fork.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WorkerPool.h"

#include <mutex>
#include <pthread.h>
#include <utility>

#include "scheduler/WorkerPoolImpl.h"

namespace weft::cpu {

namespace {

/// The generation: how many forks have led to this process since the first pool was constructed. The child of a fork
/// has none of the parent's threads, and locks that these threads held are never released. So if a pool's state is of
/// another generation, the pool gets a new state. A counter is used instead of getpid(), which is a system call.
std::atomic<unsigned> forkGeneration{0};

void countForks() {
  static std::once_flag once;
  std::call_once(
      once, [] { pthread_atfork(nullptr, nullptr, [] { forkGeneration.fetch_add(1, std::memory_order_relaxed); }); });
}

} // namespace

WorkerPool::WorkerPool(unsigned workers) : WorkerPool(workers, {}, true) {}

WorkerPool::WorkerPool(unsigned workers, std::vector<unsigned> cpus, bool waitersHelp,
                       CpusByNode (*byNode)(const std::vector<unsigned> &cpus))
    : workers_(workers), cpus_(std::move(cpus)), byNode_(byNode), waitersHelp_(waitersHelp || workers == 0),
      impl_(nullptr) {
  countForks();
  impl_ = new Impl(*this, forkGeneration.load(std::memory_order_relaxed), nullptr);
}

WorkerPool::~WorkerPool() {
  Impl *last = impl_.load(std::memory_order_acquire);
  if (last->generation() == forkGeneration.load(std::memory_order_relaxed))
    delete last;
}

WorkerPool::Impl &WorkerPool::impl() {
  Impl *seen = impl_.load(std::memory_order_acquire);
  const unsigned generation = forkGeneration.load(std::memory_order_relaxed);
  if (seen->generation() == generation) [[likely]]
    return *seen;
  auto *fresh = new Impl(*this, generation, seen);
  if (impl_.compare_exchange_strong(seen, fresh, std::memory_order_acq_rel))
    return *fresh;
  delete fresh; // another thread of the child has already stored a new state
  return *seen;
}

void WorkerPool::submit(Job &job, bool wake, JobPriority priority) { impl().submit(job, wake, priority); }

void WorkerPool::wake() { impl().wake(); }

void WorkerPool::run(Work &work) { impl().run(work); }

void WorkerPool::helpUntil(const std::function<bool()> &done, const void *topic, const std::function<void()> &begin) {
  impl().help(done, topic, Impl::Clock::time_point::max(), begin);
}

bool WorkerPool::helpFor(std::chrono::nanoseconds limit, const std::function<bool()> &done, const void *topic) {
  const auto now = Impl::Clock::now();
  // A limit beyond the clock's range counts as no limit.
  const bool endless = limit > Impl::Clock::time_point::max() - now;
  return impl().help(done, topic, endless ? Impl::Clock::time_point::max() : now + limit, nullptr);
}

void WorkerPool::notify(const void *topic) { impl().notify(topic); }

} // namespace weft::cpu
