// The submitted jobs in order, and how threads join a job, claim its pieces and leave it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_JOB_QUEUE_H
#define WEFT_DEVICE_CPU_SCHEDULER_JOB_QUEUE_H

#include <array>
#include <cstdint>

#include "WorkerPool.h"

namespace weft::cpu {

/// The queue has a FIFO for each priority, of the jobs that have unclaimed pieces. The jobs themselves are linked
/// (Job::next_). Threads join the first job of the highest priority. So only the first job of each FIFO can have
/// claimed pieces, and the few jobs further back that spare workers (WorkerPoolImpl.h) joined.
///
/// The pieces of a job are cut into spans: one span for each execution slot, or for some neighbouring slots. A thread
/// claims pieces first from the span of its slot, then from the spans near to it, and last from the other spans. So a
/// job that runs again and again over the same memory finds the same part of the memory in the same core's cache. On
/// the sum of two vectors that fit two cores' second-level caches together (65,536 floats each), this was measured 1.6
/// times as fast as claims from one counter.
///
/// The owner's mutex guards the queue. For each job it guards `priority_`, `next_`, `queued_`, the spans' ends, and
/// additions to `participants_`. Callers hold the mutex when they call member functions, and don't hold it when they
/// call static functions. Threads that have joined a job change the spans' `next` and `claimed_` (the number of claimed
/// pieces) lock-free.
///
/// A thread that joined a job must leave it by exactly one call of leave or leaveLastChunk. A job is over when it is
/// out of the queue, so that no thread can join it any more, and its last participant has left. Only then may
/// `finished` be called, so that no thread still accesses a job that its owner destroys.
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
    /// The chunk was the job's last chunk, and the job is out of the queue. The thread has to call leaveLastChunk.
    bool last = false;
  };

  bool empty() const { return first() == nullptr; }
  /// Returns whether there is a job that no thread takes part in.
  bool hasUnattended() const { return firstUnattended() != nullptr; }
  /// The highest priority that a job in the queue has; the lowest priority where the queue is empty.
  JobPriority urgency() const;
  /// The number of threads that could claim a piece now, at most `most`. An estimate that is cheap to make.
  unsigned claimableThreads(unsigned most) const;
  /// Counts the job's pieces and allocates memory for its spans. The caller calls it before `push`, without the mutex.
  /// `threads` is the number of threads that may take part.
  static void prepare(Job &job, unsigned threads);
  void push(Job &job, JobPriority priority);
  /// Makes the caller a participant of the first job, and claims a chunk for the caller. The queue must not be empty.
  /// `slot` is the caller's number among the `threads` threads. The chunk is empty where the job has no pieces.
  Share join(unsigned threads, unsigned slot);
  /// Does the same as `join` with the first job that no thread takes part in; there must be such a job.
  Share joinUnattended(unsigned threads, unsigned slot);
  /// Does the same as `join` with a job that has just been pushed.
  Share joinNew(Job &job, unsigned threads, unsigned slot);
  /// Returns true where the caller was the last participant and has to call Completion::finished. Otherwise the job may
  /// be gone already.
  bool leave(Job &job);

  /// Claims one more chunk for a participant. Returns false where no piece is left.
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
