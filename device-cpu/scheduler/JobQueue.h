// The submitted jobs in order, and how threads join a job, claim its pieces and leave it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_JOB_QUEUE_H
#define WEFT_DEVICE_CPU_SCHEDULER_JOB_QUEUE_H

#include <array>
#include <cstdint>

#include "WorkerPool.h"

namespace weft::cpu {

/// For each priority a FIFO of jobs that have unclaimed pieces, linked through the jobs themselves (Job::behind_).
/// Threads join the first job of the highest priority; so of each FIFO the first job alone can have some of its pieces
/// claimed, and those few that spare workers (WorkerPoolImpl.h) joined further back.
///
/// The pieces are cut into one span for each slot that a thread can run jobs at, or for some neighbours of them. A
/// thread claims from the span of its slot first, then from those near to it, at last from the others. So a job that
/// is run again and again over the same memory finds the same part of it in the same core's cache: measured on the sum
/// of two vectors that fit two cores' second-level caches together (65,536 floats each), 1.6 times as fast as claims
/// from one counter.
///
/// The owner's mutex guards the queue, and of each job `priority_`, `behind_`, `queued_`, the spans' ends as well as
/// additions to `participants_`; member functions are called with it held, static ones without. Spans' `next`
/// and `claimed_`, the number of claimed pieces, are changed lock-free by threads that have joined.
///
/// Whoever joined a job must leave it by exactly one of leave and leaveLastChunk. A job is over when it is out of the
/// queue, which means that nobody can join any more, and its last participant has left. Only then may `finished` be
/// called, so that no thread still looks at a job that its owner destroys.
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
    JobPriority priority = JobPriority::normal; ///< the job's
    bool last = false; ///< the chunk was the last of the job, which is out of the queue: leave by leaveLastChunk
  };

  bool empty() const { return first() == nullptr; }
  /// Whether there is a job that no thread takes part in.
  bool hasUntouched() const { return firstUntouched() != nullptr; }
  /// The highest priority of which there are jobs; the lowest where there are none.
  JobPriority urgency() const;
  /// How many threads could find a piece now, as far as that is cheap to know; at most `most`.
  unsigned roomFor(unsigned most) const;
  /// To be called before `push`, without the mutex: counts the pieces and takes memory for the spans. `threads` is the
  /// number of threads that may take part.
  static void prepare(Job &job, unsigned threads);
  void push(Job &job, JobPriority priority);
  /// Makes the caller a participant of the first job and claims a chunk for it. The queue must not be empty. `slot`
  /// is the caller's number among those threads. The chunk is empty where the job has no pieces.
  Share join(unsigned threads, unsigned slot);
  /// The same with the first job that no thread takes part in; there must be one.
  Share joinUntouched(unsigned threads, unsigned slot);
  /// The same with a job that has just been pushed.
  Share joinNew(Job &job, unsigned threads, unsigned slot);
  /// True where the caller was the last and has to call Completion::finished; otherwise the job may be gone already.
  bool leave(Job &job);

  /// Claims one more chunk for a participant; false where none is left.
  static bool claim(Job &job, unsigned threads, unsigned slot, Chunk &chunk);
  static bool leaveLastChunk(Job &job);

private:
  struct Fifo {
    Job *head = nullptr;
    Job *tail = nullptr;
  };
  Fifo &fifo(JobPriority priority) { return fifos_[jobPriorities - 1 - unsigned(priority)]; }
  Job *first() const;
  Job *firstUntouched() const;
  Share enter(Job &job, const Chunk &chunk);
  void remove(Job &job);

  std::array<Fifo, jobPriorities> fifos_; ///< the most urgent one first
};

} // namespace weft::cpu

#endif
