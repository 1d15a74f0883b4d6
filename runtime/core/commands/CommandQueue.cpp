// The command-queue: enqueues commands, holds them back and submits them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/CommandQueue.h"

#include "core/commands/MarkerCommand.h"
#include "core/objects/Device.h"
#include "core/objects/PoolThread.h"

namespace weft::core {

namespace {

/// Once this many small commands are held back, it pays to wake a worker.
constexpr unsigned maxDeferred = 512;

/// For quick commands, waking a worker never saves time: moving a command to another core's caches takes longer than
/// running it. So more of these commands are held back, as many as fit the second-level cache.
constexpr unsigned maxQuickDeferred = 4096;

/// A command is quick if it takes at most this many nanoseconds, from its submission to its end. To run it on another
/// thread would take some 200 nanoseconds more.
constexpr cl_ulong quickCommand = 400;

/// If at least this many commands are submitted together, their average time shows whether they are quick: other things
/// that the thread had to do meanwhile hardly change it.
constexpr unsigned enoughToTime = 64;

} // namespace

CommandQueue::CommandQueue(Context &context, Device &device, QueueRequest request)
    : Queue(context, device, std::move(request)), traceNumber_(trace::addQueue(inOrder())) {
  this->context().attach(*this);
}

CommandQueue::~CommandQueue() { context().detach(*this); }

void CommandQueue::enqueue(RefPtr<Command> command, std::span<const RefPtr<Event>> waitList) {
  // The event may belong to a command that another queue holds back. The specification requires that the application
  // flushes that queue. Weft flushes it here in case the application doesn't.
  for (const RefPtr<Event> &event : waitList)
    if (event->queue() != this)
      event->flush();
  bool submitNow = command->isLarge() || throttle() == Throttle::high;
  bool isDropped = false;
  Displaced displaced;
  {
    Lock lock(mutex_);
    if (trace::on()) [[unlikely]]
      traceEdges(*command, waitList);
    command->markQueued();
    for (const RefPtr<Event> &event : waitList)
      command->waitFor(*event, true);
    drawEdges(*command, !waitList.empty(), displaced);
    if (deferred_.size() == 0)
      retain();
    deferred_.append(std::move(command));
    submitNow |= deferred_.size() >= (isQuick_ ? maxQuickDeferred : maxDeferred);
    isDropped = isDropped_;
  }
  if (isDropped) [[unlikely]]
    flushDropped();
  else if (submitNow)
    flush();
}

void CommandQueue::accept(Command &command, std::span<const RefPtr<Event>> waitList) {
  if (trace::on()) [[unlikely]] {
    Lock lock(mutex_);
    traceEdges(command, waitList);
  }
  command.markQueued();
  for (const RefPtr<Event> &event : waitList)
    command.waitFor(*event, true);
}

void CommandQueue::submitAccepted(RefPtr<Command> command) noexcept {
  retain();
  command->retainQueue(*this, false);
  Command::submit(std::move(command), trace::on() ? trace::now() : 0);
}

void CommandQueue::traceEdges(Command &command, std::span<const RefPtr<Event>> waitList) {
  const trace::CommandId id = (trace::CommandId{traceNumber_} << trace::queueShift) + ++traced_;
  const Command *before = inOrder() ? lastInOrder() : nullptr;
  command.traceAs(id, before ? before->traceId() : 0);
  for (const RefPtr<Event> &event : waitList)
    if (event->traceId() != 0)
      trace::addDependency(event->traceId(), id);
  if (barrier_ && barrier_->traceId() != 0)
    trace::addDependency(barrier_->traceId(), id);
}

void CommandQueue::appendAfterLast(Command &command, bool waits, Displaced &displaced) {
  if (Command *before = deferred_.last())
    command.follow(*before, !waits);
  else if (last_)
    command.waitFor(*last_, false);
  displaced.last = std::move(last_);
}

void CommandQueue::drawEdges(Command &command, bool waits, Displaced &displaced) {
  if (inOrder())
    return appendAfterLast(command, waits, displaced);
  displaced = {last_, barrier_};
  if (command.ordering().afterAllEarlier)
    if (Command *all = closeJoin())
      command.waitFor(*all, false);
  if (barrier_)
    command.waitFor(*barrier_, false);
  if (!join_) {
    auto join = makeRef<MarkerCommand>(*this, CL_COMMAND_MARKER);
    if (last_)
      join->waitFor(*last_, false);
    join_ = std::move(join);
  }
  // This operation comes last because it may throw, and then the command is not enqueued. No operation may throw after
  // it: the join would wait for ever for a command that never runs.
  join_->waitFor(command, false);
  if (command.ordering().beforeAllLater)
    barrier_ = RefPtr<Command>(&command);
}

Command *CommandQueue::closeJoin() noexcept {
  if (inOrder())
    return lastInOrder();
  if (join_) {
    if (deferred_.size() == 0)
      retain();
    deferred_.append(join_);
    last_ = std::move(join_);
  }
  return last_.get();
}

void CommandQueue::flush() {
  JobRunnerScope guard(nullptr);
  submitAll();
}

void CommandQueue::waitFor(Event &event) {
  CommandList commands;
  {
    Lock lock(mutex_);
    commands = takeDeferred();
  }
  submitAndWait(std::move(commands), event);
}

CommandList CommandQueue::takeDeferred() {
  if (Command *last = deferred_.last()) {
    if (inOrder())
      last_ = RefPtr<Command>(last);
    // All users (commands that keep the queue alive) share one reference to the queue. If there are users already, they
    // have that reference, so the reference that belonged to the new commands is released.
    if (deferred_.size() > 1 && users_.fetch_add(deferred_.size(), std::memory_order_relaxed) != 0)
      release();
  }
  return std::move(deferred_);
}

void CommandQueue::submitAll() {
  CommandList commands;
  {
    Lock lock(mutex_);
    commands = takeDeferred();
  }
  submit(std::move(commands));
}

void CommandQueue::submit(CommandList commands) {
  Command::submit(std::move(commands), *this, trace::on() ? trace::now() : 0);
}

void CommandQueue::submitAndWait(CommandList commands, Event &event) {
  const unsigned count = commands.size();
  const cl_ulong begun = count >= enoughToTime ? Device::now() : 0;
  event.waitAfterSubmit([&] {
    cpu::WorkerPool &pool = device().pool();
    JobRunnerScope guard(pool.waitersHelp() ? &pool : nullptr);
    submit(std::move(commands));
  });
  if (begun == 0)
    return;
  const cl_ulong time = Device::now() - begun;
  Lock lock(mutex_);
  isQuick_ = time < count * quickCommand;
}

void CommandQueue::dropUser() noexcept {
  if (users_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    release();
}

void CommandQueue::finish() {
  RefPtr<Command> last;
  CommandList commands;
  {
    Lock lock(mutex_);
    last = RefPtr<Command>(closeJoin());
    commands = takeDeferred();
  }
  if (commands.size() != 0 || (last && !last->done()))
    submitAndWait(std::move(commands), *last);
}

void CommandQueue::handleDropped() noexcept {
  {
    Lock lock(mutex_);
    isDropped_ = true;
  }
  flushDropped();
}

void CommandQueue::flushDropped() noexcept {
  {
    Lock lock(mutex_);
    closeJoin();
  }
  // OpenCL 3.0 section 5.1: releasing a queue flushes it.
  flush();
  // The queue gives up its references to these commands, because they hold references to the queue.
  RefPtr<Command> last, barrier;
  Lock lock(mutex_);
  last = std::move(last_);
  barrier = std::move(barrier_);
}

} // namespace weft::core
