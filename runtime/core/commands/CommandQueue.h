// A command-queue on the host. It makes each command wait for the earlier commands that must be done before it.
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

/// In an in-order queue, each command waits for the command before it. In an out-of-order queue, a command waits only
/// for its wait list and the last barrier. If a command has to wait for all commands before it, it waits for a single
/// event, a join, which is done when all of these commands are done. The application never gets a handle of a join. The
/// queue holds back enqueued commands. It submits them at a flush, at a blocking call, or when they are many or one of
/// them is large. So a thread that waits for a small command finds it in the queue and runs it itself.
class CommandQueue final : public Queue, private ContextMember {
public:
  /// These names are for resolve(): queues on the host and on the device share a handle type.
  using HandleBase = Queue;
  static constexpr const char *name = "command-queue on the host";
  static bool isInstance(const Queue &queue) { return !queue.isOnDevice(); }

  CommandQueue(Context &context, Device &device, QueueRequest request);

  cpu::JobPriority priority() const { return request().priority; }
  Throttle throttle() const { return request().throttle; }
  bool inOrder() const { return (properties() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }

  /// Enqueues the command. The command waits for the events of `waitList`, and for earlier commands of the queue as the
  /// queue's order requires. If the function throws, the queue is unchanged and the command never runs.
  void enqueue(RefPtr<Command> command, std::span<const RefPtr<Event>> waitList) WEFT_EXCLUDES(mutex_);
  /// These functions are for commands that kernels enqueue (DeviceQueue). Such a command waits only for the events of
  /// `waitList`, and isn't held back. If `accept` throws, the command never runs.
  void accept(Command &command, std::span<const RefPtr<Event>> waitList) WEFT_EXCLUDES(mutex_);
  void submitAccepted(RefPtr<Command> command) noexcept;
  /// Submits all commands that are held back, and wakes workers.
  void flush() WEFT_EXCLUDES(mutex_);
  /// Submits all commands that are held back. Returns when the event is done; the calling thread runs commands in the
  /// meantime.
  void waitFor(Event &event) WEFT_EXCLUDES(mutex_);
  /// Returns when all commands enqueued so far are done.
  void finish() WEFT_EXCLUDES(mutex_);

  /// Called at the end of a command that was submitted as a user of this queue. The last user releases the reference to
  /// the queue that all users share.
  void dropUser() noexcept;

private:
  ~CommandQueue() override;
  void handleDropped() noexcept override;
  /// Flushes the queue when the application has released it, and gives up the queue's references to commands. The
  /// commands hold references to the queue, so neither could be destroyed otherwise.
  void flushDropped() noexcept WEFT_EXCLUDES(mutex_);
  Object &object() override { return *this; }
  void submitDeferred() override { flush(); }
  void waitForAll() override { finish(); }
  void onTerminated() override { flush(); }
  /// Removes and returns the commands that are held back, so that they can be submitted. A single command gets a
  /// reference to this queue. Several commands are counted as users of the queue, which share one reference.
  CommandList takeDeferred() WEFT_REQUIRES(mutex_);
  void submitAll() WEFT_EXCLUDES(mutex_);
  void submit(CommandList commands);
  /// Submits the commands. The calling thread then runs commands until the event is done.
  void submitAndWait(CommandList commands, Event &event) WEFT_EXCLUDES(mutex_);
  /// References that the queue gives up when a command is enqueued. They must be released after the queue's lock,
  /// because the release may destroy the commands.
  struct Displaced {
    RefPtr<Command> last, barrier;
  };
  /// Adds the edges from earlier commands to `command`. `waits` says that the command already waits for other events.
  void drawEdges(Command &command, bool waits, Displaced &displaced) WEFT_REQUIRES(mutex_);
  void appendAfterLast(Command &command, bool waits, Displaced &displaced) WEFT_REQUIRES(mutex_);
  /// The last command of an in-order queue, or null.
  Command *lastInOrder() const WEFT_REQUIRES(mutex_) { return deferred_.last() ? deferred_.last() : last_.get(); }
  /// Gives a new command its id in the trace, and records its edges in the trace.
  void traceEdges(Command &command, std::span<const RefPtr<Event>> waitList) WEFT_REQUIRES(mutex_);
  /// Closes the open join (the event that waits for all commands enqueued so far) if there is one: it won't wait for
  /// later commands. Returns the event that is done when all commands enqueued so far are done, or null if there are
  /// none.
  Command *closeJoin() noexcept WEFT_REQUIRES(mutex_);

  const uint32_t traceNumber_;

  Mutex mutex_;
  /// When this command is done, every command enqueued before it is done, too. In an in-order queue it is the last
  /// command if no commands are held back. If commands are held back, it is null, and the last command is in
  /// `deferred_`. In an out-of-order queue it is the last join (an event that waits for all earlier commands) that was
  /// closed.
  RefPtr<Command> last_ WEFT_GUARDED_BY(mutex_);
  /// Out of order only: the join that isn't submitted yet. It waits for `last_` and for all commands enqueued since
  /// `last_`. Null if there are no such commands.
  RefPtr<Command> join_ WEFT_GUARDED_BY(mutex_);
  /// Out of order only: the last barrier, for which all commands after it wait.
  RefPtr<Command> barrier_ WEFT_GUARDED_BY(mutex_);
  /// The commands that are held back. All of them share one reference to the queue.
  CommandList deferred_ WEFT_GUARDED_BY(mutex_);
  bool isQuick_ WEFT_GUARDED_BY(mutex_) = false; ///< the last commands took less time than it takes to hand a command
                                                 ///< over to another thread
  /// Whether the application has released the queue. Even then, a call in another thread may still be enqueuing a
  /// command.
  bool isDropped_ WEFT_GUARDED_BY(mutex_) = false;
  uint64_t traced_ WEFT_GUARDED_BY(mutex_) = 0; ///< how many commands of this queue have been given an id in the trace

  /// The number of users: commands that share one reference to this queue and are not done. It has its own cache line,
  /// because the threads that run commands write to it, while the application's thread writes to the other members.
  alignas(64) std::atomic<unsigned> users_{0};
};

} // namespace weft::core

#endif
