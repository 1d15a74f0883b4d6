// An in-order command-queue.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/CommandQueue.h"

#include "core/Device.h"
#include "core/PoolThread.h"

namespace weft::core {

namespace {

/// With so many small commands held back it pays to wake a worker.
constexpr unsigned mostHeldBack = 512;

} // namespace

CommandQueue::CommandQueue(Context &context, cl_command_queue_properties properties,
                           std::vector<cl_queue_properties> propertyList)
    : context_(&context), properties_(properties), propertyList_(std::move(propertyList)) {}

void CommandQueue::enqueue(Command &command, std::span<Event *const> waitList) {
  // A command of another queue may be held back there. The application has to flush that queue; we do not rely on it.
  for (Event *event : waitList)
    if (event->queue() != this)
      event->flush();
  bool submitNow = command.isLarge();
  RefPtr<Command> before; // goes after the lock
  {
    Lock lock(mutex_);
    if (command.profiled_)
      command.times_.queued = Device::now();
    for (Event *event : waitList)
      command.waitFor(*event, true);
    if (last_)
      command.waitFor(*last_, false);
    command.retain(); // given up in Command::settled
    before = std::exchange(last_, RefPtr<Command>(&command));
    (lastUnsubmitted_ ? lastUnsubmitted_->nextUnsubmitted_ : firstUnsubmitted_) = &command;
    lastUnsubmitted_ = &command;
    submitNow |= ++unsubmitted_ >= mostHeldBack;
  }
  if (submitNow)
    flush();
}

void CommandQueue::flush() {
  WillRunJobs guard(false);
  submitAll();
}

void CommandQueue::flushToHelp() {
  WillRunJobs guard;
  submitAll();
}

void CommandQueue::submitAll() {
  Command *command;
  {
    Lock lock(mutex_);
    command = firstUnsubmitted_;
    firstUnsubmitted_ = lastUnsubmitted_ = nullptr;
    unsubmitted_ = 0;
  }
  while (command) {
    // Once submitted it may end and go at any time.
    Command *next = command->nextUnsubmitted_;
    command->submit();
    command = next;
  }
}

void CommandQueue::finish() {
  RefPtr<Command> last;
  {
    Lock lock(mutex_);
    last = last_;
  }
  if (last)
    last->wait();
}

void CommandQueue::handleDropped() noexcept {
  // OpenCL 3.0 section 5.1: releasing a queue flushes it.
  flush();
  // The last command refers to this queue.
  RefPtr<Command> last;
  Lock lock(mutex_);
  last = std::move(last_);
}

} // namespace weft::core
