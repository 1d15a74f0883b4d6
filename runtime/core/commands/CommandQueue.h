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

/// In order: each command waits for the one before it. Out of order: a command waits only for its wait list and the
/// last barrier. A command that has to wait for all commands before it waits for their join: an event without a handle
/// at which the edges of all these commands end. The queue holds commands back until a flush, a blocking call, or until
/// it has many commands or a large one. So a thread that waits for a small command finds it there and runs it itself.
class CommandQueue final : public Queue, private ContextMember {
public:
  /// For resolve(): the handle type is shared, and only some of the queues are on the host.
  using HandleBase = Queue;
  static constexpr const char *name = "command-queue on the host";
  static bool isInstance(const Queue &queue) { return !queue.isOnDevice(); }

  CommandQueue(Context &context, Device &device, QueueRequest request);

  cpu::JobPriority priority() const { return request().priority; }
  Throttle throttle() const { return request().throttle; }
  bool inOrder() const { return (properties() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }

  /// Enqueues the command after the last one and after the events of `waitList`. Where it throws, the queue is
  /// unchanged and the command never runs.
  void enqueue(RefPtr<Command> command, std::span<const RefPtr<Event>> waitList) WEFT_EXCLUDES(mutex_);
  /// For commands that kernels enqueue (DeviceQueue): the command waits only for the events of `waitList`, and isn't
  /// held back. Where the first of these functions throws, the command never runs.
  void accept(Command &command, std::span<const RefPtr<Event>> waitList) WEFT_EXCLUDES(mutex_);
  void submitAccepted(RefPtr<Command> command) noexcept;
  /// Submits all commands that are held back, and wakes workers.
  void flush() WEFT_EXCLUDES(mutex_);
  /// Submits all commands that are held back. Returns when the event is done; meanwhile the calling thread runs
  /// commands.
  void waitFor(Event &event) WEFT_EXCLUDES(mutex_);
  /// Returns when all commands enqueued so far are done.
  void finish() WEFT_EXCLUDES(mutex_);

  /// Called by a command that was submitted together with others, at its end. These commands share one reference to the
  /// queue.
  void dropUser() noexcept;

private:
  ~CommandQueue() override;
  void handleDropped() noexcept override;
  /// Flushes a queue that the application has released. The queue keeps no reference to a command then, because
  /// commands keep the queue.
  void flushDropped() noexcept WEFT_EXCLUDES(mutex_);
  Object &object() override { return *this; }
  void submitDeferred() override { flush(); }
  void waitForAll() override { finish(); }
  void onTerminated() override { flush(); }
  /// Takes the commands that are held back. A single command comes with a reference to this queue; several commands
  /// come as users of it.
  CommandList takeDeferred() WEFT_REQUIRES(mutex_);
  void submitAll() WEFT_EXCLUDES(mutex_);
  void submit(CommandList commands);
  /// Submits the commands from a thread that runs commands until the event is done.
  void submitAndWait(CommandList commands, Event &event) WEFT_EXCLUDES(mutex_);
  /// The commands that the queue no longer holds once a command is enqueued. They are to be released without the
  /// queue's lock.
  struct Displaced {
    RefPtr<Command> last, barrier;
  };
  /// Adds the edges from earlier commands to `command`. `waits` says that the command already waits for others.
  void drawEdges(Command &command, bool waits, Displaced &displaced) WEFT_REQUIRES(mutex_);
  void appendAfterLast(Command &command, bool waits, Displaced &displaced) WEFT_REQUIRES(mutex_);
  /// The last command of an in-order queue, or null.
  Command *lastInOrder() const WEFT_REQUIRES(mutex_) { return deferred_.last() ? deferred_.last() : last_.get(); }
  /// Gives a new command its number in the trace, and records its edges in the trace.
  void traceEdges(Command &command, std::span<const RefPtr<Event>> waitList) WEFT_REQUIRES(mutex_);
  /// Ends the open join, if there is one. Returns the event of everything enqueued so far, or null where nothing is
  /// enqueued.
  Command *closeJoin() noexcept WEFT_REQUIRES(mutex_);

  const uint32_t traceNumber_;

  Mutex mutex_;
  /// When this is done, everything that was enqueued before it is done, too. In order: the last command that isn't held
  /// back. It is null while commands are held back, which have their references from `deferred_`. Out of order: the
  /// last join that was closed.
  RefPtr<Command> last_ WEFT_GUARDED_BY(mutex_);
  /// Out of order only: the join, not submitted yet, that waits for `last_` and for all commands enqueued since
  /// `last_`. Null where there are no such commands.
  RefPtr<Command> join_ WEFT_GUARDED_BY(mutex_);
  /// Out of order only: the last command that all commands after it wait for.
  RefPtr<Command> barrier_ WEFT_GUARDED_BY(mutex_);
  /// The commands in this list share one reference to the queue.
  CommandList deferred_ WEFT_GUARDED_BY(mutex_);
  bool isQuick_ WEFT_GUARDED_BY(mutex_) = false; ///< the last commands ran in less time than handing them over takes
  /// The application has released the queue, perhaps while a call of another thread is still enqueuing a command.
  bool isDropped_ WEFT_GUARDED_BY(mutex_) = false;
  uint64_t traced_ WEFT_GUARDED_BY(mutex_) = 0; ///< the number of commands with a number in the trace

  /// In a cache line of its own: the threads that run commands write to it, while the application's thread writes to
  /// the other members.
  alignas(64) std::atomic<unsigned> users_{0};
};

} // namespace weft::core

#endif
