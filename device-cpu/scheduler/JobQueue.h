// The submitted jobs in order, and how threads join a job, claim its pieces and leave it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_JOB_QUEUE_H
#define WEFT_DEVICE_CPU_SCHEDULER_JOB_QUEUE_H

#include <array>
#include <cstdint>

#include "WorkerPool.h"

namespace weft::cpu {

/// For each priority, the queue has a FIFO of the jobs that have unclaimed pieces. Job::next_ links the jobs. Threads
/// join the first job of the highest priority. So in each FIFO, only the first job can have claimed pieces. The
/// exceptions are jobs further back that spare workers (WorkerPoolImpl.h) have joined.
///
/// The pieces of a job are cut into spans: one span for each execution slot, or for some neighbouring slots. A thread
/// claims pieces first from the span of its slot, then from the spans near to it, and last from the other spans. So a
/// job that runs again and again over the same memory finds the same part of the memory in the same core's cache.
/// Measured with two vectors of 65,536 floats each, which fit the second-level caches of two cores together: their sum
/// was 1.6 times as fast as when all threads claimed pieces from one counter.
///
/// The pool's mutex guards the queue. Of each job, it guards `priority_`, `next_`, `queued_`, the spans' ends, and
/// additions to `participants_`. Callers hold the mutex when they call the member functions, and don't hold it when
/// they call the static functions. Threads that have joined a job change the spans' `next` and `claimed_` (the number
/// of claimed pieces) lock-free.
///
/// A thread that joined a job must leave it by exactly one call of leave or leaveLastChunk. A job is over when two
/// conditions hold: it is out of the queue, so that no thread can join it any more, and all participants have left it.
/// Only then may Completion::finished be called, because that function may destroy the job.
class JobQueue {
public:
  struct Chunk {
    uint64_t begin = 0;
    uint64_t end = 0;
  };
  /// What a thread gets when it joins a job.
  struct Share {
    Job *job = nullptr;
    Chunk chunk;
    JobPriority priority = JobPriority::normal; ///< the job's priority
    /// The chunk is the job's last chunk, and the job is out of the queue. The thread has to call leaveLastChunk.
    bool last = false;
  };

  bool empty() const { return first() == nullptr; }
  /// Returns whether there is a job in which no thread takes part.
  bool hasUnattended() const { return firstUnattended() != nullptr; }
  /// The highest priority that a job in the queue has; the lowest priority if the queue is empty.
  JobPriority urgency() const;
  /// A quick estimate of how many threads could claim a piece now, limited to `most`.
  unsigned claimableThreads(unsigned most) const;
  /// Counts the job's pieces and allocates memory for its spans. The caller calls it before `push`, without the mutex.
  /// `threads` is the number of threads that may take part.
  static void prepare(Job &job, unsigned threads);
  void push(Job &job, JobPriority priority);
  /// Makes the caller a participant of the first job, and claims a chunk for the caller. The queue must not be empty.
  /// `slot` is the caller's number among the `threads` threads. The chunk is empty if the job has no pieces.
  Share join(unsigned threads, unsigned slot);
  /// Does the same as `join`, but for the first job in which no thread takes part. There must be a job of this kind.
  Share joinUnattended(unsigned threads, unsigned slot);
  /// Does the same as `join`, but for `job`, which has just been pushed.
  Share joinNew(Job &job, unsigned threads, unsigned slot);
  /// Ends the caller's participation. If it returns true, the caller was the last participant and has to call
  /// Completion::finished. If it returns false, another thread may already have destroyed the job.
  bool leave(Job &job);

  /// Claims one more chunk for a participant. Returns false if no piece is left.
  static bool claim(Job &job, unsigned threads, unsigned slot, Chunk &chunk);
  static bool leaveLastChunk(Job &job);

private:
  struct Fifo {
    Job *head = nullptr;
    Job *tail = nullptr;
  };
  Fifo &fifo(JobPriority priority) { return fifos_[jobPriorities - 1 - unsigned(priority)]; }
  Job *first() const;
  Job *firstUnattended() const;
  Share enter(Job &job, const Chunk &chunk);
  void remove(Job &job);

  std::array<Fifo, jobPriorities> fifos_; ///< the FIFO of the highest priority comes first
};

} // namespace weft::cpu

#endif
