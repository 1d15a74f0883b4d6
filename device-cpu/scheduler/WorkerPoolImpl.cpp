// The state of a worker pool in one process: how workers and helpers run jobs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/WorkerPoolImpl.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "scheduler/SpinWait.h"

namespace weft::cpu {

namespace {

/// Returns how long a thread without work spins before it sleeps. A woken thread takes some 5 to 50 us until it runs.
/// If a thread spins for about this time before it sleeps, it loses at most twice the time that it would lose if it
/// knew in advance whether to spin or to sleep. With a single slot it doesn't spin: on one CPU, the event for which it
/// waits can only happen when it stops spinning.
std::chrono::nanoseconds spinTime(unsigned slots) {
  using std::chrono::microseconds;
  return slots == 1 ? microseconds(0) : slots <= 4 ? microseconds(20) : microseconds(50);
}

/// `run` wakes other threads only for work with at least this number of pieces. A copy with so many pieces has 16 MiB
/// and takes 2 ms.
constexpr uint64_t minSharedPieces = 128;

/// Lets one thread wait for the end of a job.
class BlockingCompletion : public Completion {
public:
  void finished() override {
    Lock lock(mutex_);
    isOver_ = true;
    condition_.notifyOne(); // called while the lock is held, because the waiting thread destroys this object when it
                            // gets the lock
  }
  void wait() {
    Lock lock(mutex_);
    while (!isOver_)
      condition_.wait(lock);
  }

private:
  Mutex mutex_;
  ConditionVariable condition_;
  bool isOver_ WEFT_GUARDED_BY(mutex_) = false;
};

/// If helpers (threads that wait for a job and run pieces meanwhile) have helped with this many jobs in a row, the pool
/// expects a helper for the next job, too.
constexpr unsigned helpedStreakThreshold = 4;

/// The number of the execution slot that this thread held when it ran its last job, in this or another pool.
thread_local unsigned lastSlotOfThread = ~0u;

} // namespace

/// While this object exists, if its thread submits a job of a single piece with `wake` false, the job doesn't go into
/// the queue: the thread keeps it and runs it next (runOne). So no other thread has to know of the job. The object can
/// keep one job at a time. If the thread has not run the job when the object is destroyed, the job goes into the queue.
class WorkerPool::Impl::InlineJobScope {
public:
  explicit InlineJobScope(Impl &pool) : pool_(pool), around_(std::exchange(innermost, this)) {}
  InlineJobScope(const InlineJobScope &) = delete;
  InlineJobScope &operator=(const InlineJobScope &) = delete;
  ~InlineJobScope() {
    innermost = around_;
    if (job_ != nullptr)
      pool_.enqueue(*job_, false, priority_);
  }

  /// Makes this thread keep a job that it submits to `pool` if possible. Returns whether the thread keeps the job.
  static bool tryCapture(const Impl &pool, Job &job, JobPriority priority) {
    InlineJobScope *its = innermost;
    // A job with several pieces isn't kept, because other threads could run some of the pieces.
    if (its == nullptr || &its->pool_ != &pool || its->job_ != nullptr || job.pieces_ != 1)
      return false;
    its->job_ = &job;
    its->priority_ = priority;
    return true;
  }

  bool empty() const { return job_ == nullptr; }
  JobPriority priority() const { return priority_; }
  /// Runs the kept job. Its completion may submit the next job, which the thread then keeps.
  void runOne(ExecutionSlot &slot) {
    Job &job = *std::exchange(job_, nullptr);
    slot.countProgress();
    job.work_.run(0, 1, slot.arena);
    slot.countProgress();
    job.completion_.finished();
  }

private:
  static thread_local constinit InlineJobScope *innermost;

  Impl &pool_;
  InlineJobScope *const around_;
  Job *job_ = nullptr;
  JobPriority priority_ = JobPriority::normal;
};

thread_local constinit WorkerPool::Impl::InlineJobScope *WorkerPool::Impl::InlineJobScope::innermost = nullptr;

WorkerPool::Impl::Impl(const WorkerPool &pool, unsigned generation, Impl *abandoned)
    : workers_(pool.workers_), cpus_(pool.cpus_), byNode_(pool.byNode_), slots_(std::max(1u, pool.workers_)),
      generation_(generation), abandoned_(abandoned), spin_(spinTime(slots_)), waitersHelp_(pool.waitersHelp_) {
  Lock lock(mutex_);
  allSlots_.reserve(slots_ + maxSpareWorkers);
  freeSlots_.reserve(slots_);
  threads_.reserve(workers_);
  for (unsigned i = 0; i < slots_ + maxSpareWorkers; ++i) {
    allSlots_.push_back(std::make_unique<ExecutionSlot>(i));
    if (i < slots_)
      freeSlots_.push_back(allSlots_.back().get());
  }
  freeSlotCount_ = slots_;
}

WorkerPool::Impl::~Impl() {
  std::vector<pthread_t> threads;
  {
    Lock lock(mutex_);
    stopping_ = true;
    threads.swap(threads_);
    workerWake_.notifyAll();
    for (const auto &spare : spareWorkers_) {
      threads.push_back(spare->thread);
      spare->wake.notifyOne();
    }
  }
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
}

void WorkerPool::Impl::submit(Job &job, bool wake, JobPriority priority) {
  JobQueue::prepare(job, slots_);
  if (wake || !InlineJobScope::tryCapture(*this, job, priority))
    enqueue(job, wake, priority);
}

/// Puts a job that has been prepared into the queue.
void WorkerPool::Impl::enqueue(Job &job, bool wake, JobPriority priority) {
  Lock lock(mutex_);
  queue_.push(job, priority);
  queueChanged();
  if (wake) {
    expectHelper();
    workersWanted_.store(true, std::memory_order_relaxed);
    // Helpers that spin will take free slots by themselves; workers are only woken if there are more free slots.
    if (freeSlots_.size() > spinningHelpers_.load(std::memory_order_relaxed))
      wakeOrStartWorkers(1);
  }
  if (freeSlots_.empty())
    ensureWatcher();
}

void WorkerPool::Impl::wake() {
  if (!hasJobs_.load(std::memory_order_acquire))
    return;
  Lock lock(mutex_);
  if (queue_.empty())
    return;
  workersWanted_.store(true, std::memory_order_relaxed);
  wakeOrStartWorkers(1);
}

void WorkerPool::Impl::run(Work &work) {
  const uint64_t pieces = work.size();
  if (pieces < minSharedPieces || workers_ == 0) {
    Arena arena;
    work.run(0, pieces, arena);
    return;
  }
  BlockingCompletion end;
  Job job(work, end);
  JobQueue::prepare(job, slots_);
  std::optional<ExecutionSlot> slot;
  JobQueue::Share share;
  {
    Lock lock(mutex_);
    slot.emplace(nodes_.hasSeveralNodes() ? nodes_.slotNearThisThread() : 0);
    queue_.push(job, JobPriority::high);
    share = queue_.joinNew(job, slots_, slot->number);
    queueChanged();
    workersWanted_.store(true, std::memory_order_relaxed);
    wakeOrStartWorkers(2);
  }
  participate(share, *slot, {});
  end.wait();
}

// A worker is in one of these states: running (it holds a slot), spinning, or asleep. It changes its state only while
// it holds mutex_. It never goes to sleep while there is both a free slot and a job in which workers should take part.
void WorkerPool::Impl::work() {
  ExecutionSlot *slot = nullptr;
  bool mayStillSpin = true;
  Lock lock(mutex_);
  --starting_;
  while (!stopping_.load(std::memory_order_relaxed)) {
    const bool wanted = !queue_.empty() && (slot != nullptr || workersWanted_.load(std::memory_order_relaxed));
    if (wanted && acquireSlot(slot)) {
      lock.unlock();
      runNext(slot, {});
      lock.lock();
      mayStillSpin = true;
    } else if (slot != nullptr && slot->arena.wantsTrim()) {
      lock.unlock();
      slot->arena.trim();
      lock.lock();
    } else if (slot != nullptr) {
      releaseSlot(slot);
    } else if (mayStillSpin && spinning_ + 1 < slots_ && spinning_ < freeSlots_.size()) {
      // Not all workers spin at the same time: at least one CPU stays free for the application's thread.
      mayStillSpin = false;
      ++spinning_;
      lock.unlock();
      spinUntil(
          [this] {
            return workersWanted_.load(std::memory_order_relaxed) || stopping_.load(std::memory_order_relaxed);
          },
          spin_);
      lock.lock();
      --spinning_;
    } else {
      sleepAsWorker(lock);
      mayStillSpin = true;
    }
  }
  if (slot != nullptr)
    releaseSlot(slot);
}

void WorkerPool::Impl::sleepAsWorker(Lock &lock) {
  ++idle_;
  while (pendingWakeups_ == 0 && !stopping_.load(std::memory_order_relaxed))
    workerWake_.wait(lock);
  --idle_;
  if (pendingWakeups_ > 0)
    --pendingWakeups_;
}

bool WorkerPool::Impl::help(const std::function<bool()> &done, const void *topic, Clock::time_point end,
                            const std::function<void()> &begin) {
  ExecutionSlot *slot = nullptr;
  const bool timed = end != Clock::time_point::max();
  if (begin)
    beginToHelp(slot, begin, {&done, end});
  for (;;) {
    // The count of notifications is read before done() is called. If it has changed when this thread is about to sleep,
    // the condition may have become true after done() was called, so done() is called again.
    const uint64_t seen = notifications_.load(std::memory_order_seq_cst);
    const bool isDone = done();
    if (isDone || (timed && Clock::now() >= end)) {
      parkOrReleaseSlot(slot);
      // Other threads may have relied on this thread to run the jobs that are left. It doesn't run them, so it wakes
      // workers for them.
      if (workers_ == 0 || workersWanted_.load(std::memory_order_relaxed))
        wake();
      return isDone;
    }
    const bool helps = waitersHelp_.load(std::memory_order_relaxed);
    if (helps && hasJobs_.load(std::memory_order_acquire) && runNext(slot, {&done, end}, true))
      continue;
    parkOrReleaseSlot(slot);
    // If all slots are taken, this thread doesn't spin, because the thread of another slot needs the CPU for its job.
    const auto somethingToDo = [&] {
      const bool canRun =
          helps && hasJobs_.load(std::memory_order_acquire) && freeSlotCount_.load(std::memory_order_relaxed) != 0;
      return canRun || notifications_.load(std::memory_order_acquire) != seen || done();
    };
    const bool allTaken = freeSlotCount_.load(std::memory_order_relaxed) == 0 && parkedSlot_.load() == nullptr;
    if (helps)
      spinningHelpers_.fetch_add(1, std::memory_order_relaxed);
    const bool sleeps = (helps && allTaken) || !spinUntil(somethingToDo, spin_, end);
    if (helps)
      spinningHelpers_.fetch_sub(1, std::memory_order_relaxed);
    if (sleeps)
      sleepAsHelper(seen, topic, end);
  }
}

void WorkerPool::Impl::sleepAsHelper(uint64_t seen, const void *topic, Clock::time_point end) {
  Sleeper self;
  self.topic = topic;
  Lock lock(mutex_);
  self.next = sleepers_;
  self.link = &sleepers_;
  if (self.next != nullptr)
    self.next->link = &self.next;
  sleepers_ = &self;
  // notify() first increments notifications_ and then reads sleeperCount_. This function first increments sleeperCount_
  // and then reads notifications_. So at least one of the two threads sees the other's increment, and no notification
  // is missed.
  sleeperCount_.fetch_add(1, std::memory_order_seq_cst);
  const bool canRun = waitersHelp_.load(std::memory_order_relaxed) && !queue_.empty() && !freeSlots_.empty();
  if (!canRun && notifications_.load(std::memory_order_seq_cst) == seen) {
    if (end == Clock::time_point::max())
      while (!self.woken)
        self.condition.wait(lock);
    else
      while (!self.woken && self.condition.waitUntil(lock, end)) {
      }
  }
  sleeperCount_.fetch_sub(1, std::memory_order_relaxed);
  *self.link = self.next;
  if (self.next != nullptr)
    self.next->link = self.link;
}

void WorkerPool::Impl::notify(const void *topic) {
  notifications_.fetch_add(1, std::memory_order_seq_cst);
  if (sleeperCount_.load(std::memory_order_seq_cst) == 0)
    return;
  Lock lock(mutex_);
  for (Sleeper *sleeper = sleepers_; sleeper != nullptr; sleeper = sleeper->next)
    if (topic == nullptr || sleeper->topic == nullptr || sleeper->topic == topic)
      wakeSleeper(*sleeper);
}

void WorkerPool::Impl::wakeSleeper(Sleeper &sleeper) {
  if (sleeper.woken)
    return;
  sleeper.woken = true;
  sleeper.condition.notifyOne(); // called while the lock is held, because the sleeping thread destroys this object when
                                 // it gets the lock
}

void WorkerPool::Impl::beginToHelp(ExecutionSlot *&slot, const std::function<void()> &begin, Limit limit) {
  InlineJobScope inlineJobs(*this);
  begin();
  if (inlineJobs.empty() || !waitersHelp_.load(std::memory_order_relaxed) || hasJobs_.load(std::memory_order_relaxed))
    return;
  slot = parkedSlot_.exchange(nullptr, std::memory_order_acquire);
  if (slot == nullptr) {
    Lock lock(mutex_);
    if (!acquireSlot(slot))
      return;
  }
  lastSlotOfThread = slot->number;
  inlineJobs.runOne(*slot);
  runInlineJobs(inlineJobs, *slot, limit);
}

/// Joins the first job of the queue and runs chunks of it. Returns false if there was no job or no free slot. On
/// return, this thread holds `slot` if it isn't null.
bool WorkerPool::Impl::runNext(ExecutionSlot *&slot, Limit limit, bool isHelper) {
  JobQueue::Share share;
  {
    Lock lock(mutex_);
    if (isHelper)
      noteHelperArrived();
    if (queue_.empty() || !acquireSlot(slot))
      return false;
    const bool expects = expectsHelper_.load(std::memory_order_relaxed);
    share = queue_.join(slots_, slot->number);
    slot->countProgress();
    queueChanged();
    if (queue_.hasUnattended() || expects)
      ensureWatcher();
    if (workersWanted_.load(std::memory_order_relaxed))
      wakeOrStartWorkers(std::min(2U, slotsToFill())); // each woken thread wakes two more, so the time until all run
                                                       // grows only with the logarithm of their number
  }
  if (share.job == nullptr)
    return false;
  participate(share, *slot, limit);
  return true;
}

bool WorkerPool::Impl::shouldStop(JobPriority priority, Limit limit) const {
  return urgency_.load(std::memory_order_relaxed) > priority || (limit.done != nullptr && (*limit.done)()) ||
         (limit.end != Clock::time_point::max() && Clock::now() >= limit.end) ||
         stopping_.load(std::memory_order_relaxed);
}

void WorkerPool::Impl::participate(const JobQueue::Share &share, ExecutionSlot &slot, Limit limit) {
  Job &job = *share.job;
  JobQueue::Chunk chunk = share.chunk;
  bool isOver;
  if (share.last) {
    if (chunk.begin != chunk.end)
      job.work_.run(chunk.begin, chunk.end, slot.arena);
    slot.countProgress();
    isOver = JobQueue::leaveLastChunk(job);
  } else {
    do {
      job.work_.run(chunk.begin, chunk.end, slot.arena);
      slot.countProgress();
      if (expectsHelper_.load(std::memory_order_relaxed)) {
        Lock lock(mutex_);
        stopExpectingHelper();
      }
    } while (!shouldStop(share.priority, limit) && JobQueue::claim(job, slots_, slot.number, chunk));
    Lock lock(mutex_);
    isOver = queue_.leave(job);
    queueChanged();
  }
  if (!isOver)
    return;
  InlineJobScope inlineJobs(*this);
  job.completion_.finished();
  runInlineJobs(inlineJobs, slot, limit);
}

/// Runs the job that this thread has kept out of the queue, then the job that the completion of the first job has
/// submitted, and so on. So a chain of small jobs needs no lock. If there are jobs in the queue, the chain stops,
/// because a kept job must not overtake them.
void WorkerPool::Impl::runInlineJobs(InlineJobScope &inlineJobs, ExecutionSlot &slot, Limit limit) {
  while (!inlineJobs.empty() && !hasJobs_.load(std::memory_order_relaxed) && !shouldStop(inlineJobs.priority(), limit))
    inlineJobs.runOne(slot);
}

bool WorkerPool::Impl::acquireSlot(ExecutionSlot *&slot) {
  if (slot != nullptr)
    return true;
  if (freeSlots_.empty())
    reclaimParkedSlot();
  if (freeSlots_.empty())
    return false;
  // Slots correspond to parts of a job's memory. The best slot for this thread is the one that it had last, because its
  // part is in this core's cache. The next best is a slot whose part is on this thread's NUMA node.
  const unsigned here = nodes_.hasSeveralNodes() ? nodes_.ofThisThread() : 0;
  const auto isNear = [&](const ExecutionSlot *free)
                          WEFT_REQUIRES(mutex_) { return nodes_.ofSlot(free->number) == here; };
  auto chosen = std::ranges::find_if(freeSlots_, [&](const ExecutionSlot *free) WEFT_REQUIRES(mutex_) {
    return free->number == lastSlotOfThread && isNear(free);
  });
  if (chosen == freeSlots_.end() && nodes_.hasSeveralNodes())
    chosen = std::ranges::find_if(freeSlots_, isNear);
  if (chosen == freeSlots_.end())
    --chosen;
  slot = *chosen;
  freeSlots_.erase(chosen);
  lastSlotOfThread = slot->number;
  freeSlotCount_.store(unsigned(freeSlots_.size()), std::memory_order_relaxed);
  return true;
}

void WorkerPool::Impl::releaseSlot(ExecutionSlot *&slot) {
  freeSlots_.push_back(slot);
  slot = nullptr;
  freeSlotCount_.store(unsigned(freeSlots_.size()), std::memory_order_relaxed);
  if (queue_.empty())
    return;
  // This thread won't run the jobs that are left in the queue. All other threads may be asleep, so workers must be
  // woken for these jobs.
  workersWanted_.store(true, std::memory_order_relaxed);
  wakeOrStartWorkers(1);
}

void WorkerPool::Impl::parkOrReleaseSlot(ExecutionSlot *&slot) {
  if (slot == nullptr)
    return;
  slot->arena.trim();
  ExecutionSlot *none = nullptr;
  if (!hasJobs_.load(std::memory_order_relaxed) && parkedSlot_.compare_exchange_strong(none, slot)) {
    slot = nullptr;
    if (!hasJobs_.load()) [[likely]]
      return;
    slot = parkedSlot_.exchange(nullptr, std::memory_order_acquire);
    if (slot == nullptr)
      return;
  }
  Lock lock(mutex_);
  releaseSlot(slot);
}

void WorkerPool::Impl::reclaimParkedSlot() {
  if (parkedSlot_.load() == nullptr)
    return;
  if (ExecutionSlot *slot = parkedSlot_.exchange(nullptr, std::memory_order_acquire)) {
    freeSlots_.push_back(slot);
    freeSlotCount_.store(unsigned(freeSlots_.size()), std::memory_order_relaxed);
  }
}

void WorkerPool::Impl::queueChanged() {
  const bool hasJobs = !queue_.empty();
  if (hasJobs && !hasJobs_.load(std::memory_order_relaxed)) {
    hasJobs_.store(true);
    reclaimParkedSlot();
  } else if (!hasJobs) {
    hasJobs_.store(false, std::memory_order_release);
  }
  urgency_.store(queue_.urgency(), std::memory_order_relaxed);
  if (!hasJobs)
    workersWanted_.store(false, std::memory_order_relaxed);
}

/// Called for a job that is submitted with `wake`. If helpers have helped with each of the last helpedStreakThreshold
/// jobs of this kind, the submitting thread will probably help with this job, too. Then a slot is kept free for the
/// submitting thread.
void WorkerPool::Impl::expectHelper() {
  helpedStreak_ = helperJoined_ ? std::min(helpedStreak_ + 1, helpedStreakThreshold) : 0;
  helperJoined_ = false;
  expectsHelper_.store(helpedStreak_ == helpedStreakThreshold, std::memory_order_relaxed);
}

void WorkerPool::Impl::noteHelperArrived() {
  helperJoined_ = true;
  expectsHelper_.store(false, std::memory_order_relaxed);
}

/// Called if no helper has come by the time when a worker has ended its first chunk, or if that chunk takes long: gives
/// up the slot that is kept for the helper.
void WorkerPool::Impl::stopExpectingHelper() {
  expectsHelper_.store(false, std::memory_order_relaxed);
  if (workersWanted_.load(std::memory_order_relaxed))
    wakeOrStartWorkers(2);
}

/// Returns the number of free slots for which no helper is expected or spinning.
unsigned WorkerPool::Impl::slotsToFill() const {
  const auto free = unsigned(freeSlots_.size());
  const unsigned helpers = std::max(unsigned(expectsHelper_.load(std::memory_order_relaxed)),
                                    spinningHelpers_.load(std::memory_order_relaxed));
  return free - std::min(free, helpers);
}

/// Wakes or starts workers, until as many are about to run as there are free slots and unclaimed pieces, but at most
/// `most`. The workers look at the queue when they run, and may join any job.
void WorkerPool::Impl::wakeOrStartWorkers(unsigned most) {
  if (stopping_.load(std::memory_order_relaxed))
    return; // the pool is being destroyed: workers that end give their slots back, and must not start other workers
  const unsigned wanted = queue_.claimableThreads(std::min<unsigned>(most, unsigned(freeSlots_.size())));
  while (spinning_ + pendingWakeups_ + starting_ < wanted) {
    if (idle_ > pendingWakeups_) {
      ++pendingWakeups_;
      workerWake_.notifyOne();
    } else if (threads_.size() < workers_) {
      const size_t before = threads_.size();
      startThread();
      if (threads_.size() == before)
        break;
    } else {
      break;
    }
  }
  if (threads_.empty() && wanted != 0) // if no worker could be started, only helpers can run the jobs
    for (Sleeper *sleeper = sleepers_; sleeper != nullptr; sleeper = sleeper->next)
      if (!sleeper->woken)
        return wakeSleeper(*sleeper);
}

} // namespace weft::cpu
