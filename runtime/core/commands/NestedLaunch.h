// The launch of a kernel that enqueues kernels, and each launch that a kernel has enqueued.
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

/// The launch's own work ends as that of other launches does. But the launch is complete, and its event done, only when
/// everything that its kernel has enqueued is complete (OpenCL C 3.0, "Determining When a Parent Kernel has Finished
/// Execution"). No thread waits for that: the last of these commands completes the launch. The commands that its kernel
/// enqueues are submitted at once. Edges of the command graph stand for what such a command waits for: its wait list
/// and, as its flags say, the end of this launch's own work or of one of its groups.
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
    /// Reserves bytes in the queue. Returns nothing where the queue is full.
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
  /// A launch that a kernel enqueues. `kernel` has its arguments set; `literal` is the first argument.
  NestedLaunch(DeviceQueue &queue, const Kernel &kernel, CheckedLaunch &&checked, std::shared_ptr<LaunchTree> tree,
               Literal literal, QueueSpace space);

  /// Called by this launch's kernel while it runs. EnqueueAbi.h describes these functions. They may throw
  /// std::bad_alloc, and have changed nothing then.
  LaunchTree &tree() const { return *tree_; }
  int32_t enqueue(const WeftGroup &group, const WeftEnqueueRequest &request);
  int32_t enqueueMarker(WeftQueueId number, std::span<const WeftEventId> waitList, WeftEventId *event);
  void groupEnded(const WeftGroup &group) WEFT_EXCLUDES(mutex_);

  /// Called for the event of this launch: writes the launch's times to `destination` when it is complete, as
  /// capture_event_profiling_info does.
  void capture(void *destination) WEFT_EXCLUDES(mutex_);

private:
  /// An event within this launch for which commands can wait, such as the end of a group.
  class Milestone;
  /// The end of this launch's own work. It is also notified of the end of each command that the launch's kernel has
  /// enqueued.
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
  /// The event that a child with these flags waits for; null where the child waits for no such event.
  RefPtr<Event> dependencyFor(uint32_t flags, const WeftGroup &group) WEFT_EXCLUDES(mutex_);
  uint64_t linearGroupId(const WeftGroup &group) const;
  int32_t add(DeviceQueue &queue, RefPtr<Command> child, const std::vector<RefPtr<Event>> &waitList,
              WeftEventId *event);
  void groupsEnded(cl_int status) WEFT_EXCLUDES(mutex_);
  void noteError(cl_int status);
  /// Records that one of the parts counted in `pendingParts_` is done. Returns whether it was the last part.
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
  /// The ends of groups for which commands wait, by the group's linear id.
  std::unordered_map<uint64_t, RefPtr<Milestone>> groupEnds_ WEFT_GUARDED_BY(mutex_);
  std::atomic<size_t> groupsAwaited_{0};
  std::vector<void *> captures_ WEFT_GUARDED_BY(mutex_);
  bool isComplete_ WEFT_GUARDED_BY(mutex_) = false;
};

} // namespace weft::core

#endif
