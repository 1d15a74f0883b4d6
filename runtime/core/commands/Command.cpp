// Runs a command from its submission to its end: dependencies, pieces of work, times and status.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/Command.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <limits>

#include "core/commands/CommandQueue.h"
#include "core/objects/Device.h"
#include "core/objects/PoolThread.h"
#include "core/programs/SpeculativeCompiles.h"

namespace weft::core {

namespace {

constexpr unsigned unlimited = std::numeric_limits<unsigned>::max();

} // namespace

Command::Command(CommandQueue &queue, cl_command_type type, Ordering ordering)
    : Event(queue.context(), type, CL_QUEUED), queue_(queue), profiled_(queue.profiles()), ordering_(ordering) {}

Command::Command(CommandQueue &queue, cl_command_type type, bool profiled)
    : Event(queue.context(), type, CL_QUEUED), queue_(queue), profiled_(profiled), ordering_{} {}

Command::~Command() {
  if (isQueueUser_)
    queue_.dropUser();
  else if (retainsQueue_)
    queue_.release();
}

void Command::retainQueue(CommandQueue &kept, bool asUser) noexcept {
  if (&kept == &queue_) [[likely]] {
    (asUser ? isQueueUser_ : retainsQueue_) = true;
    return;
  }
  // The command belongs to another queue than the queue that holds it back, so it needs a reference to its own queue.
  // This is the case for command-buffers with several queues.
  queue_.retain();
  retainsQueue_ = true;
  if (asUser)
    kept.dropUser();
  else
    kept.release();
}

void Command::waitFor(Event &event, bool inheritError) {
  pendingDependencies_.fetch_add(1, std::memory_order_relaxed);
  try {
    if (event.addWaiter(*this, inheritError))
      return;
  } catch (...) {
    // The count can't reach 0 here, because the command has not been submitted yet.
    pendingDependencies_.fetch_sub(1, std::memory_order_relaxed);
    throw;
  }
  // The event was already done, so this command doesn't wait for it. The count can't reach 0 here, because the command
  // has not been submitted yet.
  if (cl_int status = event.status(); inheritError && status < 0)
    inheritedError_.store(status, std::memory_order_relaxed);
  pendingDependencies_.fetch_sub(1, std::memory_order_relaxed);
}

void Command::follow(Command &before, bool onlyThis) noexcept {
  if (onlyThis)
    pendingDependencies_.store(2, std::memory_order_relaxed); // no other thread knows of this command yet
  else
    pendingDependencies_.fetch_add(1, std::memory_order_relaxed);
  before.setFollower(*this);
}

void Command::markQueued() {
  if (profiled_)
    times_.queued = Device::now();
}

void Command::markSubmitted(trace::Ticks traced) {
  if (profiled_)
    times_.submitted = Device::now();
  traced_.submitted = traced;
  if (hasObservers())
    advance(CL_QUEUED, CL_SUBMITTED);
}

bool Command::onlyFollows(const Command &before) const noexcept {
  return before.isFollowedBy(*this) && pendingDependencies_.load(std::memory_order_acquire) == 2;
}

void Command::submit(RefPtr<Command> command, trace::Ticks traced) {
  Command *submitted = command.take(); // the command holds this reference to itself, and `finish` releases it; the
                                       // command may end at once
  submitted->markSubmitted(traced);
  submitted->dropDependency();
}

void Command::submit(CommandList commands, CommandQueue &kept, trace::Ticks traced) {
  // If a command only waits for the command before it, it becomes that command's follower, a waiter that is set without
  // a lock, before any other thread knows either of them. So its count of dependencies needs no atomic change.
  const bool areMany = commands.size() > 1;
  CommandList first;
  Command *before = nullptr;
  while (RefPtr<Command> command = commands.takeFirst()) {
    command->retainQueue(kept, areMany);
    command->markSubmitted(traced);
    if (before && command->onlyFollows(*before)) {
      before = command.take(); // the command holds this reference to itself, and `finish` releases it
      before->pendingDependencies_.store(1, std::memory_order_release);
    } else {
      before = command.get();
      first.append(std::move(command));
    }
  }
  const bool areSeveral = first.size() > 1;
  cl_ulong duration = 0;
  while (RefPtr<Command> command = first.takeFirst()) {
    if (areSeveral)
      duration += command->expectedDuration();
    command.take()->dropDependency();
  }
  // Each of these commands is too short to wake another thread for it, but all of them together take long enough.
  if (duration >= 2 * maxSerialTime)
    kept.device().pool().wake();
}

void Command::flush() {
  if (status() == CL_QUEUED)
    queue_.flush();
}

void Command::waitUnfinished() { queue_.waitFor(*this); }

cpu::WorkerPool &Command::pool() const { return queue_.device().pool(); }

void Command::dependencyDone(cl_int status) {
  if (status < 0)
    inheritedError_.store(status, std::memory_order_relaxed);
  dropDependency();
}

void Command::dropDependency() {
  // If the count is 1, only the dependency that is dropped here is left. No other thread changes the count then, so no
  // atomic operation is needed.
  if (pendingDependencies_.load(std::memory_order_acquire) == 1 ||
      pendingDependencies_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    start();
}

void Command::start() {
  if (context().terminated())
    return end(CL_CONTEXT_TERMINATED_KHR);
  // OpenCL 3.0 section 5.11: a command whose wait list holds a failed event does not run and fails with this code.
  if (inheritedError_.load(std::memory_order_relaxed) < 0)
    return end(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  cpu::Work *itsWork = work();
  if (!itsWork) {
    markStarted();
    return performAndEnd();
  }
  cpu::WorkerPool &pool = this->pool();
  const Throttle throttle = queue_.throttle();
  const bool isLarge = this->isLarge();
  if (!isLarge && throttle == Throttle::medium)
    pieces_.setSingleThreaded(itsWork);
  else
    pieces_.set(itsWork, throttle == Throttle::low ? std::max(1u, pool.workers() / 2) : unlimited);
  if (isLarge)
    context().services().speculativeCompiles.deprioritise();
  const bool wake = isLarge || throttle == Throttle::high || !JobRunnerScope::onThisThread(pool);
  pool.submit(job_, wake, queue_.priority());
}

void Command::markStarted(trace::Ticks traced) {
  // Each piece of the work calls this function; all but the first return here.
  if (!hasObservers() || status() != CL_SUBMITTED)
    return;
  cl_ulong now = profiled_ ? Device::now() : 0;
  if (advance(CL_SUBMITTED, CL_RUNNING)) {
    times_.started = now;
    traced_.started = traced;
  }
}

void Command::Pieces::set(cpu::Work *work, unsigned threads) {
  work_ = work;
  pieces_ = std::min<uint64_t>(work->size(), threads);
  time_.start(pieces_ > 1 && command_.wantsDuration());
}

void Command::Pieces::setSingleThreaded(cpu::Work *work) {
  work_ = work;
  const uint64_t whole = work->size();
  isSingleThreaded_ = whole > 1;
  pieces_ = std::min<uint64_t>(whole, 1);
  time_.start(isSingleThreaded_ && command_.wantsDuration());
}

void Command::Pieces::run(uint64_t begin, uint64_t end, cpu::Arena &arena) {
  if (isSingleThreaded_)
    time_.runSingleThreaded(work_->size(), done_, [&](uint64_t first, uint64_t last) { runNow(first, last, arena); });
  else
    time_.runChunk([&] { runPieces(begin, end, arena); });
}

bool Command::Pieces::takeRemainder() {
  if (!isSingleThreaded_ || done_ == work_->size())
    return false;
  isSingleThreaded_ = false;
  pieces_ = work_->size() - done_;
  return true;
}

void Command::Pieces::runPieces(uint64_t begin, uint64_t end, cpu::Arena &arena) {
  const uint64_t whole = work_->size() - done_;
  if (pieces_ == whole)
    return runNow(done_ + begin, done_ + end, arena);
  // The job has fewer pieces than the work, and each of the job's pieces is an equal share of the work's pieces. The
  // formula avoids a product that could overflow.
  const auto first = [&](uint64_t piece) {
    return whole / pieces_ * piece + std::min<uint64_t>(piece, whole % pieces_);
  };
  runNow(first(begin), first(end), arena);
}

void Command::Pieces::runNow(uint64_t begin, uint64_t end, cpu::Arena &arena) {
  if (command_.traced_.id != 0) [[unlikely]]
    return runTraced(begin, end, arena);
  command_.markStarted();
  runWork(begin, end, arena);
}

void Command::Pieces::runTraced(uint64_t begin, uint64_t end, cpu::Arena &arena) {
  trace::CommandTimes &times = command_.traced_;
  const trace::Ticks begun = trace::now();
  command_.markStarted(begun);
  trace::beginPiece({times.id, command_.code(), command_.commandType(), begin, end}, begun);
  runWork(begin, end, arena);
  const trace::Ticks ended = trace::now();
  // If this call ran all of the work, the command's own record in the trace tells its times, and no piece is recorded.
  const bool isWhole = begin == 0 && end == work_->size();
  if (isWhole)
    times.ended = ended;
  trace::endPiece(ended, !isWhole);
}

void Command::Pieces::runWork(uint64_t begin, uint64_t end, cpu::Arena &arena) {
  const Context &context = command_.context();
  if (!context.terminable())
    return work_->run(begin, end, arena);
  for (uint64_t piece = begin; piece < end && !context.terminated(); ++piece)
    work_->run(piece, piece + 1, arena);
}

void Command::finished() {
  JobEndScope guard(pool());
  if (pieces_.takeRemainder())
    return pool().submit(job_, /*wake=*/true, queue_.priority());
  markStarted(); // a command without pieces has not been marked as started yet
  if (pieces_.time().isMeasured())
    if (const cl_ulong duration = pieces_.time().updatedDuration(expectedDuration()))
      noteDuration(duration);
  performAndEnd();
}

void Command::performAndEnd() {
  if (cl_int status = perform(); status != endsLater)
    end(status);
}

void Command::end(cl_int status) {
  if (profiled_) {
    times_.completed = Device::now();
    if (times_.ended == 0)
      times_.ended = times_.completed;
    if (times_.started == 0)
      times_.started = times_.ended;
  }
  if (traced_.id != 0) [[unlikely]]
    traceEnd(status);
  dropResources();
  // If the context has been terminated, some pieces of the work may not have run, so the command fails.
  finish(RefPtr<Event>::adopt(this), context().terminated() ? CL_CONTEXT_TERMINATED_KHR : status);
}

void Command::markWorkEnded() {
  if (profiled_)
    times_.ended = Device::now();
}

void Command::traceEnd(cl_int status) {
  trace::CommandFacts facts;
  facts.type = commandType();
  facts.status = status;
  facts.code = code();
  describe(facts);
  trace::endCommand(traced_, facts);
}

} // namespace weft::core
