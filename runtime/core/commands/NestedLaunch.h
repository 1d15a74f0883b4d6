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

/// It ends as other launches do, but it is complete, and its event done, only when all that its kernel has enqueued is
/// (OpenCL C 3.0, "Determining When a Parent Kernel has Finished Execution"). No thread waits for that: the last one of
/// them completes it. What its kernel enqueues is submitted at once. Edges of the command graph stand for what it waits
/// for: its wait list, and, as its flags say, the end of this launch's own work or of one of its groups.
class NestedLaunch final : public Command {
public:
  /// What a block has captured, aligned as it asks.
  class Literal {
  public:
    explicit Literal(const WeftEnqueueRequest &request);
    const void *data() const { return data_; }

  private:
    std::unique_ptr<std::byte[]> memory_;
    std::byte *data_;
  };
  /// Room that a command has taken of its queue.
  class Room {
  public:
    Room() = default;
    /// Nothing where the queue is full.
    static std::optional<Room> take(DeviceQueue &queue, uint64_t bytes);
    Room(Room &&other) noexcept : queue_(std::move(other.queue_)), bytes_(other.bytes_) {}
    Room &operator=(Room &&) = delete;
    ~Room() { give(); }
    void give() noexcept;

  private:
    RefPtr<DeviceQueue> queue_;
    uint64_t bytes_ = 0;
  };

  /// By the host.
  NestedLaunch(CommandQueue &queue, cl_command_type type, const Kernel &kernel, CheckedLaunch &&checked,
               std::shared_ptr<LaunchTree> tree);
  /// By a kernel. `kernel` has its arguments, of which `literal` is the first.
  NestedLaunch(DeviceQueue &queue, const Kernel &kernel, CheckedLaunch &&checked, std::shared_ptr<LaunchTree> tree,
               Literal literal, Room room);

  /// By this launch's kernel while it runs; what these functions mean stands in EnqueueAbi.h. They may throw
  /// std::bad_alloc, and have changed nothing then.
  LaunchTree &tree() const { return *tree_; }
  int32_t enqueue(const WeftGroup &group, const WeftEnqueueRequest &request);
  int32_t enqueueMarker(WeftQueueNumber number, std::span<const WeftEventNumber> waitList, WeftEventNumber *event);
  void groupEnded(const WeftGroup &group) WEFT_EXCLUDES(mutex_);

  /// Of the event that stands for it: writes its times when it is complete, as capture_event_profiling_info does.
  void capture(void *place) WEFT_EXCLUDES(mutex_);

private:
  /// Something that will have happened within this launch, for commands to wait for.
  class Milestone;
  /// The end of this launch's own work, which is told of the end of each command that its kernel has enqueued.
  class OwnEnd;
  /// What kernels call (Enqueuer.cpp).
  struct Functions;
  struct Enqueuer : WeftEnqueuer {
    explicit Enqueuer(NestedLaunch &launch);
    NestedLaunch &launch;
  };

  ~NestedLaunch() override;
  cpu::Work *work() override {
    turn_.take(tree_->sharedEvents());
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
  void told() override { turn_.give(); }

  Result<RefPtr<Command>> makeChild(DeviceQueue &queue, const WeftEnqueueRequest &request, Room room);
  /// The event that a child with such flags waits for; null for none.
  RefPtr<Event> eventBefore(uint32_t flags, const WeftGroup &group) WEFT_EXCLUDES(mutex_);
  uint64_t linearNumber(const WeftGroup &group) const;
  int32_t add(DeviceQueue &queue, RefPtr<Command> child, const std::vector<RefPtr<Event>> &waitList,
              WeftEventNumber *event);
  void groupsEnded(cl_int status) WEFT_EXCLUDES(mutex_);
  void noteError(cl_int status);
  /// One of what it waits for is done. Whether that was the last.
  bool dropOpen() { return open_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  void childEnded(cl_int status);
  void writeTimes(void *place) const;

  std::shared_ptr<LaunchTree> tree_; ///< until it is complete
  DeviceEvents::Turn turn_;
  std::optional<Literal> literal_;
  Room room_;
  std::unique_ptr<const PreparedLaunch> launch_; ///< until it is complete
  Enqueuer enqueuer_{*this};
  cpu::LaunchExecution execution_;
  const RefPtr<OwnEnd> ownEnd_;
  std::atomic<uint64_t> open_{1}; ///< its own work, and commands that it has enqueued
  std::atomic<cl_int> error_{CL_COMPLETE};

  Mutex mutex_;
  /// Of groups for which commands wait, by their linear number.
  std::unordered_map<uint64_t, RefPtr<Milestone>> groupEnds_ WEFT_GUARDED_BY(mutex_);
  std::atomic<size_t> groupsAwaited_{0};
  std::vector<void *> captures_ WEFT_GUARDED_BY(mutex_);
  bool isComplete_ WEFT_GUARDED_BY(mutex_) = false;
};

} // namespace weft::core

#endif
