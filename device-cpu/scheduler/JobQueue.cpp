// The submitted jobs in order, and how threads join a job, claim its pieces and leave it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/JobQueue.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <new>

namespace weft::cpu {

namespace {

/// Returns how many pieces a thread claims next from a span (a part of a job's pieces) that has `remaining` unclaimed
/// pieces: half of what each of `threadsOfSpan` threads would get if they shared these pieces equally. So chunks are
/// large at first, which keeps the number of claims low, and small in the end, so that all threads end at nearly the
/// same time (guided scheduling).
uint64_t chunkSize(uint64_t remaining, unsigned threadsOfSpan) {
  return remaining == 1 ? 1 : std::max<uint64_t>(1, remaining / threadsOfSpan / 2);
}

} // namespace

unsigned JobQueue::claimableThreads(unsigned most) const {
  uint64_t pieces = 0;
  for (const Fifo &fifo : fifos_)
    for (const Job *job = fifo.head; job != nullptr && pieces < most; job = job->next_)
      // A job without pieces counts as one piece, because it needs a thread that calls `finished`.
      pieces += std::max<uint64_t>(job->pieces_, 1) - job->claimed_.load(std::memory_order_relaxed);
  return unsigned(std::min<uint64_t>(pieces, most));
}

Job *JobQueue::first() const {
  for (const Fifo &fifo : fifos_)
    if (fifo.head != nullptr)
      return fifo.head;
  return nullptr;
}

Job *JobQueue::firstUnattended() const {
  for (const Fifo &fifo : fifos_)
    for (Job *job = fifo.head; job != nullptr; job = job->next_)
      if (job->participants_.load(std::memory_order_relaxed) == 0)
        return job;
  return nullptr;
}

JobPriority JobQueue::urgency() const {
  const Job *job = first();
  return job != nullptr ? job->priority_ : JobPriority::low;
}

void JobQueue::prepare(Job &job, unsigned threads) {
  assert(!job.queued_ && job.participants_.load(std::memory_order_relaxed) == 0 && "a job is submitted once at a time");
  job.pieces_ = job.work_.size();
  job.spanCount_ = unsigned(std::min<uint64_t>({job.pieces_, threads, Job::maxSpans}));
  if (job.spanCount_ > 1 && !job.manySpans_)
    job.manySpans_.reset(new (std::nothrow) std::array<Job::Span, Job::maxSpans>);
  if (!job.manySpans_)
    job.spanCount_ = std::min(job.spanCount_, 1u);
  job.spans_ = job.spanCount_ > 1 ? job.manySpans_->data() : &job.onlySpan_;
}

void JobQueue::push(Job &job, JobPriority priority) {
  job.claimed_.store(0, std::memory_order_relaxed);
  if (job.spanCount_ == 1) {
    job.spans_[0].next.store(0, std::memory_order_relaxed);
    job.spans_[0].end = job.pieces_;
  }
  for (unsigned i = 0; job.spanCount_ > 1 && i < job.spanCount_; ++i) {
    // The ends are computed without a product that could overflow. If the division leaves a remainder, each of the
    // first spans has one piece more.
    const uint64_t each = job.pieces_ / job.spanCount_, more = job.pieces_ % job.spanCount_;
    job.spans_[i].next.store(each * i + std::min<uint64_t>(i, more), std::memory_order_relaxed);
    job.spans_[i].end = each * (i + 1) + std::min<uint64_t>(i + 1, more);
  }
  job.next_ = nullptr;
  job.queued_ = true;
  job.priority_ = priority;
  Fifo &its = fifo(priority);
  (its.tail == nullptr ? its.head : its.tail->next_) = &job;
  its.tail = &job;
}

JobQueue::Share JobQueue::join(unsigned threads, unsigned slot) {
  // When all pieces of a job have been claimed, the job stays in the queue until its first participant leaves. This
  // loop removes such jobs from the queue, and joins the first job that has unclaimed pieces.
  Chunk chunk;
  while (Job *job = first()) {
    if (claim(*job, threads, slot, chunk) || job->pieces_ == 0)
      return enter(*job, chunk);
    remove(*job);
  }
  return {};
}

JobQueue::Share JobQueue::joinUnattended(unsigned threads, unsigned slot) {
  return joinNew(*firstUnattended(), threads, slot);
}

JobQueue::Share JobQueue::joinNew(Job &job, unsigned threads, unsigned slot) {
  Chunk chunk;
  claim(job, threads, slot, chunk); // claims at least one piece, unless the job has no pieces at all: a queued job
                                    // without participants still has unclaimed pieces
  return enter(job, chunk);
}

JobQueue::Share JobQueue::enter(Job &job, const Chunk &chunk) {
  Share share{.job = &job, .chunk = chunk, .priority = job.priority_};
  job.participants_.fetch_add(1, std::memory_order_relaxed);
  share.last = job.claimed_.load(std::memory_order_relaxed) == job.pieces_;
  if (share.last)
    remove(job);
  return share;
}

bool JobQueue::claim(Job &job, unsigned threads, unsigned slot, Chunk &chunk) {
  if (job.spanCount_ == 0)
    return false;
  const bool isOne = job.spanCount_ == 1;
  const unsigned threadsOfSpan = isOne ? threads : (threads + job.spanCount_ - 1) / job.spanCount_;
  const unsigned homeSpan = job.spanCount_ == threads && slot < threads
                                ? slot
                                : unsigned(uint64_t(slot % threads) * job.spanCount_ / threads);
  for (unsigned i = 0, distances = std::bit_ceil(job.spanCount_); i < distances; ++i) {
    // Visits the spans from the nearest to the farthest: the slot's own span, then the other span of its pair, then the
    // two other spans of its group of four, and so on.
    if ((homeSpan ^ i) >= job.spanCount_)
      continue;
    Job::Span &span = job.spans_[homeSpan ^ i];
    // Relaxed order is enough: the caller held the mutex when it joined the job, so it sees everything that was written
    // before the job was submitted.
    uint64_t begin = span.next.load(std::memory_order_relaxed);
    while (begin < span.end) {
      const uint64_t end = begin + chunkSize(span.end - begin, threadsOfSpan);
      if (!span.next.compare_exchange_weak(begin, end, std::memory_order_relaxed))
        continue;
      job.claimed_.fetch_add(end - begin, std::memory_order_relaxed);
      chunk = {begin, end};
      return true;
    }
  }
  return false;
}

bool JobQueue::leave(Job &job) {
  // Another thread may have claimed the last pieces without having counted them in `claimed_` yet. Then this thread
  // leaves the job in the queue. The other thread is still a participant, sees the full count when it leaves, and
  // removes the job.
  const bool unclaimed = job.claimed_.load(std::memory_order_relaxed) < job.pieces_;
  if (!unclaimed)
    remove(job);
  const bool last = job.participants_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  return last && !unclaimed;
}

bool JobQueue::leaveLastChunk(Job &job) { return job.participants_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

void JobQueue::remove(Job &job) {
  if (!job.queued_)
    return;
  // Searches the FIFO from its front. The job is near the front: it is the first job, or one of the few jobs further
  // back that spare workers have joined.
  Fifo &its = fifo(job.priority_);
  Job *before = nullptr;
  for (Job *candidate = its.head; candidate != &job; candidate = candidate->next_)
    before = candidate;
  (before == nullptr ? its.head : before->next_) = job.next_;
  if (its.tail == &job)
    its.tail = before;
  job.queued_ = false;
}

} // namespace weft::cpu
