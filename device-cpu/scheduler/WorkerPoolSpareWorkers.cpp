// Spare workers: threads that run the jobs in the queue while all other threads are stuck in jobs that take long or
// that wait for something.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/WorkerPoolImpl.h"

#include <algorithm>
#include <csignal>

namespace weft::cpu {

namespace {

/// If all other threads have made no progress for this time, they count as stuck, and a spare worker runs a job that no
/// thread has begun. The time is longer than most chunks take, and longer than the system suspends a thread on a busy
/// machine.
constexpr std::chrono::milliseconds stuckTime(50);

/// After so many checks in a row without a waiting job, the watching spare worker goes to sleep.
constexpr unsigned maxIdlePolls = 10;

} // namespace

/// Makes sure that a spare worker checks from time to time whether all other threads are stuck. To be called when a job
/// in which no thread takes part is in the queue, and when a slot is kept for a helper (a thread that waits for a job).
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

// A spare worker is in one of these states: asleep, watching (at most one of them), or running. If it finds, while it
// watches, that the other threads are stuck, it runs jobs of the queue one after the other, without waiting in between,
// until one of the other threads makes progress.
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
    // This thread becomes the watching one again, even if another spare worker watches by now: this thread already
    // knows that the other threads are stuck, which the other spare worker would have to find out.
    watcher_ = &self;
  }
}

/// Watches until this thread has joined a job, until another spare worker watches instead, or until watching is no
/// longer needed.
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
      // There are free slots, so the threads aren't stuck: the job waits for a thread that was expected and doesn't
      // come. Other workers take the free slots.
      self.stuck = false;
      workersWanted_.store(true, std::memory_order_relaxed);
      wakeOrStartWorkers(1);
    }
    if (self.wake.waitUntil(lock, since + stuckTimeout()))
      continue;
    // A whole period of stuckTimeout() is over: checks whether the other threads have made progress in it.
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

/// Joins a job in which no thread takes part. To be called when all other threads are stuck.
JobQueue::Share WorkerPool::Impl::joinUnattendedAs(SpareWorker &self) {
  self.running = true; // so that another spare worker watches
  watcher_ = nullptr;
  const JobQueue::Share share = queue_.joinUnattended(slots_, self.slot.number);
  queueChanged();
  if (queue_.hasUnattended())
    ensureWatcher();
  return share;
}

/// Returns for how long the other threads must make no progress to count as stuck. The more spare workers run already,
/// the longer the next one waits, so that many queues with long jobs don't lead to as many threads.
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
