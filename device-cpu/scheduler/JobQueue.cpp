// The submitted jobs in order, and how threads join a job, claim its pieces and leave it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/JobQueue.h"

#include <algorithm>
#include <cassert>

namespace weft::cpu {

namespace {

/// Guided chunks: each claim takes half a fair share of what remains, so that chunks are large at first (few claims)
/// and small in the end (all threads end at nearly the same time). Never more than a fair share of the whole.
uint64_t chunkSize(uint64_t remaining, unsigned threads) { return std::max<uint64_t>(1, remaining / threads / 2); }

} // namespace

unsigned JobQueue::roomFor(unsigned most) const {
  uint64_t pieces = 0;
  for (const Job *job = head_; job != nullptr && pieces < most; job = job->behind_)
    // A job without pieces needs a thread as well, for its `finished`.
    pieces += std::max<uint64_t>(job->pieces_, 1) - job->nextPiece_.load(std::memory_order_relaxed);
  return unsigned(std::min<uint64_t>(pieces, most));
}

void JobQueue::push(Job &job) {
  assert(!job.queued_ && job.participants_.load(std::memory_order_relaxed) == 0 && "a job is submitted once at a time");
  job.pieces_ = job.size();
  job.nextPiece_.store(0, std::memory_order_relaxed);
  job.behind_ = nullptr;
  job.queued_ = true;
  if (tail_ == nullptr)
    head_ = &job;
  else
    tail_->behind_ = &job;
  tail_ = &job;
}

JobQueue::Share JobQueue::join(unsigned threads) {
  // A job whose pieces were all claimed stays in the queue until its first participant leaves: drop those on the way.
  Share share;
  for (;;) {
    Job &job = *head_;
    share.job = &job;
    const bool claimed = claim(job, threads, share.chunk);
    if (claimed || job.pieces_ == 0)
      break;
    remove(job);
    if (head_ == nullptr)
      return Share{};
  }
  share.job->participants_.fetch_add(1, std::memory_order_relaxed);
  share.last = share.chunk.end == share.job->pieces_;
  if (share.last)
    remove(*share.job);
  return share;
}

bool JobQueue::claim(Job &job, unsigned threads, Chunk &chunk) {
  // Relaxed is enough: what a job reads was published by the mutex when the caller joined.
  uint64_t begin = job.nextPiece_.load(std::memory_order_relaxed);
  uint64_t end;
  do {
    if (begin >= job.pieces_)
      return false;
    end = begin + chunkSize(job.pieces_ - begin, threads);
  } while (!job.nextPiece_.compare_exchange_weak(begin, end, std::memory_order_relaxed));
  chunk = {begin, end};
  return true;
}

bool JobQueue::leave(Job &job) {
  const bool unclaimed = job.nextPiece_.load(std::memory_order_relaxed) < job.pieces_;
  if (!unclaimed)
    remove(job);
  const bool last = job.participants_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  return last && !unclaimed;
}

bool JobQueue::leaveLastChunk(Job &job) { return job.participants_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

void JobQueue::remove(Job &job) {
  if (!job.queued_)
    return;
  assert(&job == head_ && "threads join the first job only, so it is the first that is used up");
  head_ = job.behind_;
  if (head_ == nullptr)
    tail_ = nullptr;
  job.queued_ = false;
}

} // namespace weft::cpu
