// The events that kernels can name: the events of commands that they enqueue, and their user events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_DEVICE_EVENTS_H
#define WEFT_RUNTIME_CORE_COMMANDS_DEVICE_EVENTS_H

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "EnqueueAbi.h"
#include "Mutex.h"
#include "core/commands/Event.h"

namespace weft::core {

/// The events of a launch by the host and of all launches that its kernels enqueue. A kernel knows an event by an id
/// that is never given to another event. So a kernel that uses an event after releasing it finds nothing. Any thread
/// may call.
///
/// The turns (Activity) say which commands of the tree run, may run, or end. As long as any turn is held, a kernel may
/// still set a user event. When no turn is left, commands that wait for user events would wait for ever. These user
/// events fail then.
class DeviceEvents {
public:
  /// A command takes a turn when it no longer waits for anything, or when it ends. It holds the turn until everything
  /// that waited for it has been notified. A launch whose kernel has ended holds no turn while it only waits for other
  /// commands.
  class Activity {
  public:
    Activity() = default;
    /// Takes a turn, unless this object holds one already.
    void take(std::shared_ptr<DeviceEvents> events) noexcept;
    void give() noexcept;
    Activity(Activity &&other) noexcept = default;
    Activity &operator=(Activity &&other) noexcept = default;
    ~Activity() { give(); }

  private:
    std::shared_ptr<DeviceEvents> events_;
  };

  /// The id CLK_NULL_EVENT, which stands for no event.
  static constexpr WeftEventId none = ~WeftEventId{0};

  /// Adds an event with one reference, which belongs to the kernel. Returns `none` where there are already
  /// CL_DEVICE_MAX_ON_DEVICE_EVENTS events. Throws std::bad_alloc.
  WeftEventId add(RefPtr<Event> event) WEFT_EXCLUDES(mutex_);
  /// Null where no event has this id.
  RefPtr<Event> find(WeftEventId number) const WEFT_EXCLUDES(mutex_);
  /// Finds all events of a wait list. Returns nothing where one of the ids is no event. Throws std::bad_alloc.
  std::optional<std::vector<RefPtr<Event>>> find(std::span<const WeftEventId> numbers) const WEFT_EXCLUDES(mutex_);
  /// Sets the status of a user event to CL_COMPLETE or an error. Does nothing for other events.
  void setStatus(WeftEventId number, cl_int status) WEFT_EXCLUDES(mutex_);
  void retain(WeftEventId number) WEFT_EXCLUDES(mutex_);
  /// Releases a reference. With the last reference the id becomes invalid, and the event is released once it is done. A
  /// user event that commands wait for can still be set.
  void release(WeftEventId number) WEFT_EXCLUDES(mutex_);

private:
  struct Entry {
    RefPtr<Event> event;
    uint64_t references; ///< 0: only setStatus still finds the event
  };
  using Entries = std::unordered_map<WeftEventId, Entry>;

  /// Fails all user events that are not set and for which commands wait.
  void failUnset() WEFT_EXCLUDES(mutex_);

  std::atomic<uint64_t> activityCount_{0};
  mutable Mutex mutex_;
  Entries entries_ WEFT_GUARDED_BY(mutex_);
  WeftEventId last_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
