// Spare workers: threads that run waiting jobs while all others are stuck in jobs that take long or wait.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/WorkerPoolImpl.h"

#include <algorithm>
#include <csignal>

namespace weft::cpu {

namespace {

/// A spare worker runs a job that no thread has begun after all other threads have made no progress for this time. It
/// is long compared with the time for which the system suspends a thread on a busy machine, and with the time of most
/// chunks.
constexpr std::chrono::milliseconds stuckTime(50);

/// After so many checks in a row without a waiting job, the watching spare worker goes to sleep.
constexpr unsigned maxIdlePolls = 10;

} // namespace

/// Makes a spare worker check from time to time whether all threads are stuck. To be called when a job waits in which
/// no thread takes part, and while a slot is kept for a helper.
void WorkerPool::Impl::ensureWatcher() {
  if (stopping_.load(std::memory_order_relaxed))
    return;
  if (watcher_ != nullptr) {
    if (watcher_->stuck)
      watcher_->wake.notifyOne();
    return;
  }
  for (const auto &spare : spareWorkers_)
    if (!spare->running) {
      watcher_ = spare.get();
      return spare->wake.notifyOne();
    }
  if (spareWorkers_.size() < maxSpareWorkers)
    startSpareWorker();
}

void WorkerPool::Impl::startSpareWorker() {
  const auto number = unsigned(spareWorkers_.size());
  auto spare = std::make_unique<SpareWorker>(*this, *allSlots_[slots_ + number]);
  if (!spawn(spare->thread, spareWorkerMain, spare.get(), cpus_, "spare", number))
    return; // the pool works without a spare worker; the next call tries again
  watcher_ = spare.get();
  spareWorkers_.push_back(std::move(spare));
}

void *WorkerPool::Impl::spareWorkerMain(void *spare) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
  auto &self = *static_cast<SpareWorker *>(spare);
  self.pool.runSpareWorker(self);
  return nullptr;
}

// A spare worker is in one of these states: asleep, watching (one at most), running. While it watches, it may find that
// the other threads are stuck. From then on, until one of them makes progress, it takes each waiting job at once.
void WorkerPool::Impl::runSpareWorker(SpareWorker &self) {
  Lock lock(mutex_);
  while (!stopping_.load(std::memory_order_relaxed)) {
    if (watcher_ != &self) {
      self.wake.wait(lock);
      continue;
    }
    const JobQueue::Share share = watchForStuckThreads(self, lock);
    if (share.job == nullptr)
      continue;
    lock.unlock();
    const std::function<bool()> othersMove = [&, seen = self.seen] { return progressOfOtherSlots(self.slot) != seen; };
    self.slot.countProgress();
    participate(share, self.slot, {.done = &othersMove});
    self.slot.arena.trim();
    lock.lock();
    self.running = false;
    // This thread watches again, in place of another spare worker that may watch by now. It already knows that the
    // other threads are stuck; another spare worker would have to find this out.
    watcher_ = &self;
  }
}

/// Watches until there is a job to run, another spare worker watches, or there is no more need to watch.
JobQueue::Share WorkerPool::Impl::watchForStuckThreads(SpareWorker &self, Lock &lock) {
  if (!self.stuck)
    self.seen = progressOfOtherSlots(self.slot);
  auto since = Clock::now();
  unsigned quiet = 0;
  while (watcher_ == &self && !stopping_.load(std::memory_order_relaxed)) {
    self.stuck &= self.seen == progressOfOtherSlots(self.slot);
    if (self.stuck && expectsHelper_.load(std::memory_order_relaxed))
      stopExpectingHelper();
    if (self.stuck && queue_.hasUnattended()) {
      if (freeSlots_.empty())
        return joinUnattendedAs(self);
      // The job waits for a thread that was to run it and doesn't come. Other workers can take the free slots.
      self.stuck = false;
      workersWanted_.store(true, std::memory_order_relaxed);
      wakeOrStartWorkers(1);
    }
    if (self.wake.waitUntil(lock, since + stuckTimeout()))
      continue;
    // A whole period is over.
    const uint64_t progress = progressOfOtherSlots(self.slot);
    self.stuck = progress == self.seen;
    self.seen = progress;
    since = Clock::now();
    quiet = queue_.hasUnattended() || expectsHelper_.load(std::memory_order_relaxed) ? 0 : quiet + 1;
    if (quiet == maxIdlePolls && watcher_ == &self)
      watcher_ = nullptr;
  }
  self.stuck = false;
  return {};
}

/// Joins a waiting job. To be called when all other threads are stuck.
JobQueue::Share WorkerPool::Impl::joinUnattendedAs(SpareWorker &self) {
  self.running = true; // so that another one watches
  watcher_ = nullptr;
  const JobQueue::Share share = queue_.joinUnattended(slots_, self.slot.number);
  queueChanged();
  if (queue_.hasUnattended())
    ensureWatcher();
  return share;
}

/// Returns how long threads must be stuck. The more spare workers run, the longer the next one waits: long jobs of many
/// queues are no reason for as many threads.
std::chrono::nanoseconds WorkerPool::Impl::stuckTimeout() const {
  const auto running = std::ranges::count_if(spareWorkers_, [](const auto &spare) { return spare->running; });
  return stuckTime * (1u << unsigned(running));
}

uint64_t WorkerPool::Impl::progressOfOtherSlots(const ExecutionSlot &own) const {
  uint64_t progress = 0;
  for (const auto &slot : allSlots_)
    if (slot.get() != &own)
      progress += slot->progress.load(std::memory_order_relaxed);
  return progress;
}

} // namespace weft::cpu
