// A command-queue: the edges that it draws between its commands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_COMMAND_QUEUE_H
#define WEFT_RUNTIME_CORE_COMMANDS_COMMAND_QUEUE_H

#include <atomic>
#include <span>
#include <vector>

#include "core/commands/Command.h"
#include "core/objects/ContextMember.h"
#include "core/objects/Queue.h"

namespace weft::core {

/// In order: each command waits for the one before it. Out of order: a command waits for its wait list and the last
/// barrier alone; what has to wait for all commands before it waits for their join, an event without a handle at which
/// the edges of all of them end. Commands are held back until a flush, a blocking call, or until there are
/// many of them or a large one: so that the thread which waits for a small command finds it and runs it itself.
class CommandQueue final : public Queue, private ContextMember {
public:
  /// For resolve(): which of the queues are on the host.
  using Shared = Queue;
  static constexpr const char *name = "command-queue on the host";
  static bool isOne(const Queue &queue) { return !queue.isOnDevice(); }

  CommandQueue(Context &context, Device &device, QueueRequest request);

  cpu::JobPriority priority() const { return request().priority; }
  Throttle throttle() const { return request().throttle; }
  bool inOrder() const { return (properties() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }

  /// Puts the command behind the last one and behind the events of `waitList`. Where it throws, the queue is
  /// unchanged and the command never runs.
  void enqueue(RefPtr<Command> command, std::span<const RefPtr<Event>> waitList) WEFT_EXCLUDES(mutex_);
  /// For what kernels enqueue (DeviceQueue): the command waits for these events alone, and isn't held back. Where the
  /// first throws, the command never runs.
  void accept(Command &command, std::span<const RefPtr<Event>> waitList) WEFT_EXCLUDES(mutex_);
  void submitAccepted(RefPtr<Command> command) noexcept;
  /// Submits everything; workers are woken.
  void flush() WEFT_EXCLUDES(mutex_);
  /// Submits everything, and returns when the event is done; meanwhile the calling thread runs commands.
  void waitFor(Event &event) WEFT_EXCLUDES(mutex_);
  /// Returns when all commands enqueued so far are done.
  void finish() WEFT_EXCLUDES(mutex_);

  /// By a command that was submitted together with others, with its end. They have one reference to the queue in
  /// common.
  void dropUser() noexcept;

private:
  ~CommandQueue() override;
  void handleDropped() noexcept override;
  /// The flush of a queue that the application has released. Keeps no command, as these keep the queue.
  void flushDropped() noexcept WEFT_EXCLUDES(mutex_);
  Object &object() override { return *this; }
  void submitHeldBack() override { flush(); }
  void waitForAll() override { finish(); }
  void onTerminated() override { flush(); }
  /// One command comes with a reference to this queue, several as users of it.
  CommandList takeHeldBack() WEFT_REQUIRES(mutex_);
  void submitAll() WEFT_EXCLUDES(mutex_);
  void submit(CommandList commands);
  /// The same, by a thread that runs commands until the event is done.
  void submitAndWait(CommandList commands, Event &event) WEFT_EXCLUDES(mutex_);
  /// What the queue holds no longer once a command is enqueued; to be released without its lock.
  struct Displaced {
    RefPtr<Command> last, barrier;
  };
  /// `waits`: the command waits for others already.
  void drawEdges(Command &command, bool waits, Displaced &displaced) WEFT_REQUIRES(mutex_);
  void putBehindLast(Command &command, bool waits, Displaced &displaced) WEFT_REQUIRES(mutex_);
  /// The last command of an in-order queue, or null.
  Command *lastInOrder() const WEFT_REQUIRES(mutex_) { return heldBack_.last() ? heldBack_.last() : last_.get(); }
  /// Gives a new command its number in the trace, and tells that of its edges.
  void traceEdges(Command &command, std::span<const RefPtr<Event>> waitList) WEFT_REQUIRES(mutex_);
  /// Ends the join that is open, if there is one. The event of everything enqueued so far, or null where that is
  /// nothing.
  Command *closeJoin() noexcept WEFT_REQUIRES(mutex_);

  const uint32_t traceNumber_;

  Mutex mutex_;
  /// When this is done, so is all that was enqueued before it. In order: the last command that isn't held back, null
  /// where some are; those have their references from `heldBack_`. Out of order: the last join that was closed.
  RefPtr<Command> last_ WEFT_GUARDED_BY(mutex_);
  /// Out of order only: what waits for all commands enqueued since `last_` and for `last_`; not submitted. Null where
  /// there are no such commands.
  RefPtr<Command> join_ WEFT_GUARDED_BY(mutex_);
  /// Out of order only: the last command that all behind it wait for.
  RefPtr<Command> barrier_ WEFT_GUARDED_BY(mutex_);
  /// They have one reference to the queue.
  CommandList heldBack_ WEFT_GUARDED_BY(mutex_);
  bool isQuick_ WEFT_GUARDED_BY(mutex_) = false; ///< the last commands took less time than handing them over would
  /// The application has released the queue, maybe while another thread's call goes on that enqueues a command.
  bool isDropped_ WEFT_GUARDED_BY(mutex_) = false;
  uint64_t traced_ WEFT_GUARDED_BY(mutex_) = 0; ///< commands with a number in the trace

  /// In a cache line of its own: the threads that run commands write to it, while the application's writes to the rest.
  alignas(64) std::atomic<unsigned> users_{0};
};

} // namespace weft::core

#endif
