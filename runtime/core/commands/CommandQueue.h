// A command-queue, which draws the edges of the command graph between its commands.
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
/// for its wait list and the last barrier. A command that has to wait for all commands before it waits for their join.
/// The join is an event without a handle at which the edges of all these commands end. The queue holds commands back
/// until a flush, a blocking call, or until it has many commands or a large one. So a thread that waits for a small
/// command finds it in the queue and runs it itself.
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

  /// Enqueues the command after the last command and after the events of `waitList`. If it throws, the queue is
  /// unchanged and the command never runs.
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

  /// Called at the end of a command that was submitted together with other commands. These commands share one reference
  /// to the queue.
  void dropUser() noexcept;

private:
  ~CommandQueue() override;
  void handleDropped() noexcept override;
  /// Flushes a queue that the application has released. After that the queue holds no reference to a command, because
  /// commands hold references to the queue.
  void flushDropped() noexcept WEFT_EXCLUDES(mutex_);
  Object &object() override { return *this; }
  void submitDeferred() override { flush(); }
  void waitForAll() override { finish(); }
  void onTerminated() override { flush(); }
  /// Takes the commands that are held back. A single command comes with a reference to this queue. Several commands
  /// come as users of the queue, which share one reference.
  CommandList takeDeferred() WEFT_REQUIRES(mutex_);
  void submitAll() WEFT_EXCLUDES(mutex_);
  void submit(CommandList commands);
  /// Submits the commands from a thread that runs commands until the event is done.
  void submitAndWait(CommandList commands, Event &event) WEFT_EXCLUDES(mutex_);
  /// The commands that the queue stops referring to when a command is enqueued. They must be released without the
  /// queue's lock.
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
  /// Closes the open join, if there is one. Returns the event at which everything enqueued so far is done. Null where
  /// nothing is enqueued.
  Command *closeJoin() noexcept WEFT_REQUIRES(mutex_);

  const uint32_t traceNumber_;

  Mutex mutex_;
  /// When this command is done, every command enqueued before it is done, too. In order: the last command that isn't
  /// held back. It is null while commands are held back, whose references are in `deferred_`. Out of order: the last
  /// join that was closed.
  RefPtr<Command> last_ WEFT_GUARDED_BY(mutex_);
  /// Out of order only: the join that isn't submitted yet. It waits for `last_` and for all commands enqueued since
  /// `last_`. Null where there are no such commands.
  RefPtr<Command> join_ WEFT_GUARDED_BY(mutex_);
  /// Out of order only: the last barrier, for which all commands after it wait.
  RefPtr<Command> barrier_ WEFT_GUARDED_BY(mutex_);
  /// The commands that are held back. All of them share one reference to the queue.
  CommandList deferred_ WEFT_GUARDED_BY(mutex_);
  bool isQuick_ WEFT_GUARDED_BY(mutex_) = false; ///< the last commands took less time than handing them over to another
                                                 ///< thread takes
  /// Whether the application has released the queue. A call of another thread may still be enqueuing a command then.
  bool isDropped_ WEFT_GUARDED_BY(mutex_) = false;
  uint64_t traced_ WEFT_GUARDED_BY(mutex_) = 0; ///< how many commands of this queue have been given an id in the trace

  /// The count of users. It lies in a cache line of its own: the threads that run commands write to it, while the
  /// application's thread writes to the other members.
  alignas(64) std::atomic<unsigned> users_{0};
};

} // namespace weft::core

#endif
