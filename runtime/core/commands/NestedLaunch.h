// The command that launches a kernel if that kernel may enqueue further kernels, or if a kernel has enqueued the
// launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_NESTED_LAUNCH_H
#define WEFT_RUNTIME_CORE_COMMANDS_NESTED_LAUNCH_H

#include <atomic>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "EnqueueAbi.h"
#include "Mutex.h"
#include "core/commands/Command.h"
#include "core/commands/LaunchTree.h"
#include "core/commands/NDRangeCommand.h"
#include "core/launches/PreparedLaunch.h"

namespace weft::core {

/// When all work-groups have run, the launch's own work has ended. But the launch is complete, and its event done, only
/// when all commands that its kernel has enqueued are complete, too (OpenCL C 3.0, "Determining When a Parent Kernel
/// has Finished Execution"). No thread waits for that: the last of these commands to end completes the launch. The
/// commands that the kernel enqueues (children) are submitted at once. Edges of the command graph make a child wait for
/// the events of its wait list. As its flags say, it also waits for the end of this launch's own work, or for the end
/// of the work-group that enqueued it.
class NestedLaunch final : public Command {
public:
  /// The values that a block has captured, with the alignment that the block requires.
  class Literal {
  public:
    explicit Literal(const WeftEnqueueRequest &request);
    const void *data() const { return data_; }

  private:
    std::unique_ptr<std::byte[]> memory_;
    std::byte *data_;
  };
  /// The bytes that a command has reserved in its queue.
  class QueueSpace {
  public:
    QueueSpace() = default;
    /// Reserves bytes in the queue. Returns nothing if the queue is full.
    static std::optional<QueueSpace> take(DeviceQueue &queue, uint64_t bytes);
    QueueSpace(QueueSpace &&other) noexcept : queue_(std::move(other.queue_)), bytes_(other.bytes_) {}
    QueueSpace &operator=(QueueSpace &&) = delete;
    ~QueueSpace() { give(); }
    void give() noexcept;

  private:
    RefPtr<DeviceQueue> queue_;
    uint64_t bytes_ = 0;
  };

  /// A launch that the host enqueues.
  NestedLaunch(CommandQueue &queue, cl_command_type type, const Kernel &kernel, CheckedLaunch &&checked,
               std::shared_ptr<LaunchTree> tree);
  /// A launch that a kernel enqueues. All arguments of `kernel` are set; `literal` has the captured values, whose
  /// address is the first argument.
  NestedLaunch(DeviceQueue &queue, const Kernel &kernel, CheckedLaunch &&checked, std::shared_ptr<LaunchTree> tree,
               Literal literal, QueueSpace space);

  /// This launch's kernel calls the following functions while it runs. EnqueueAbi.h describes them. If they throw
  /// std::bad_alloc, they have changed nothing.
  LaunchTree &tree() const { return *tree_; }
  int32_t enqueue(const WeftGroup &group, const WeftEnqueueRequest &request);
  int32_t enqueueMarker(WeftQueueId number, std::span<const WeftEventId> waitList, WeftEventId *event);
  void groupEnded(const WeftGroup &group) WEFT_EXCLUDES(mutex_);

  /// Does the work of capture_event_profiling_info for this launch's event: when the launch is complete, writes its
  /// times to `destination`.
  void capture(void *destination) WEFT_EXCLUDES(mutex_);

private:
  /// An event within this launch for which commands can wait, such as the end of a group.
  class Milestone;
  /// The event that is done when this launch's own work has ended. Each command that the launch's kernel has enqueued
  /// notifies it, too, when that command ends.
  class WorkEnd;
  /// The functions that kernels call (Enqueuer.cpp).
  struct Functions;
  struct Enqueuer : WeftEnqueuer {
    explicit Enqueuer(NestedLaunch &launch);
    NestedLaunch &launch;
  };

  ~NestedLaunch() override;
  cpu::Work *work() override {
    activity_.take(tree_->sharedEvents());
    return &execution_;
  }
  cl_int perform() override;
  bool isLarge() const override { return core::isLarge(*launch_); }
  cl_ulong expectedDuration() const override { return core::expectedDuration(*launch_); }
  bool wantsDuration() const override { return core::wantsDuration(*launch_); }
  void noteDuration(cl_ulong nanoseconds) const override { core::noteDuration(*launch_, nanoseconds); }
  void describe(trace::CommandFacts &facts) const override;
  const void *code() const override { return &launch_->code(); }
  void dropResources() override;
  void notified() override { activity_.give(); }

  Result<RefPtr<Command>> makeChild(DeviceQueue &queue, const WeftEnqueueRequest &request, QueueSpace space);
  /// The event of this launch that a child with these flags (WeftEnqueueFlags) waits for, besides its wait list; null
  /// if there is none. `group` is the group that enqueues the child.
  RefPtr<Event> dependencyFor(uint32_t flags, const WeftGroup &group) WEFT_EXCLUDES(mutex_);
  uint64_t linearGroupId(const WeftGroup &group) const;
  int32_t add(DeviceQueue &queue, RefPtr<Command> child, const std::vector<RefPtr<Event>> &waitList,
              WeftEventId *event);
  void groupsEnded(cl_int status) WEFT_EXCLUDES(mutex_);
  void noteError(cl_int status);
  /// Records that a part of this launch is done: its own work or a command that its kernel has enqueued. Returns
  /// whether it was the last part.
  bool completePart() { return pendingParts_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  void childEnded(cl_int status);
  void writeTimes(void *destination) const;

  std::shared_ptr<LaunchTree> tree_; ///< held until the launch is complete
  DeviceEvents::Activity activity_;
  std::optional<Literal> literal_;
  QueueSpace queueSpace_;
  std::unique_ptr<const PreparedLaunch> launch_; ///< held until the launch is complete
  Enqueuer enqueuer_{*this};
  cpu::LaunchExecution execution_;
  const RefPtr<WorkEnd> workEnd_;
  std::atomic<uint64_t> pendingParts_{1}; ///< the count of parts that are not done: the launch's own work, and each
                                          ///< command that it has enqueued
  std::atomic<cl_int> error_{CL_COMPLETE};

  Mutex mutex_;
  /// For each group for whose end a command waits: the event that is done at that end. The key is the group's linear
  /// id.
  std::unordered_map<uint64_t, RefPtr<Milestone>> groupEnds_ WEFT_GUARDED_BY(mutex_);
  std::atomic<size_t> groupsAwaited_{0};
  std::vector<void *> captures_ WEFT_GUARDED_BY(mutex_);
  bool isComplete_ WEFT_GUARDED_BY(mutex_) = false;
};

} // namespace weft::core

#endif
