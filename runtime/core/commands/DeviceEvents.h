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

/// The events of a launch by the host and of all launches that its kernels enqueue. Kernels name an event by its id. No
/// two events ever have the same id, so the id of a released event is invalid. Any thread may call.
///
/// Each command of the launch tree that runs, can run or is ending holds a turn (Activity): it counts as active. As
/// long as any turn is held, a kernel may still set a user event. When the last turn is given up, no kernel can set the
/// remaining user events, and commands that wait for them would wait for ever. So these user events fail then.
class DeviceEvents {
public:
  /// A turn. A command takes a turn when it no longer waits for anything, or when it ends. It holds the turn until all
  /// events that waited for the command have been notified of its end. When a launch's own work has ended and the
  /// launch only waits for the commands that its kernel has enqueued, it holds no turn.
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

  /// Adds an event and returns its id. The kernel holds one reference to the event. Returns `none` if there are already
  /// CL_DEVICE_MAX_ON_DEVICE_EVENTS events. Throws std::bad_alloc.
  WeftEventId add(RefPtr<Event> event) WEFT_EXCLUDES(mutex_);
  /// Null if no event has this id.
  RefPtr<Event> find(WeftEventId number) const WEFT_EXCLUDES(mutex_);
  /// Finds all events of a wait list. Returns nothing if one of the ids is no event. Throws std::bad_alloc.
  std::optional<std::vector<RefPtr<Event>>> find(std::span<const WeftEventId> numbers) const WEFT_EXCLUDES(mutex_);
  /// Sets the status of a user event to CL_COMPLETE or an error. Does nothing for other events.
  void setStatus(WeftEventId number, cl_int status) WEFT_EXCLUDES(mutex_);
  void retain(WeftEventId number) WEFT_EXCLUDES(mutex_);
  /// Releases one of the kernel's references. With the last reference the id becomes invalid, except that setStatus
  /// still accepts it for a user event for which commands wait. The event is released once it is done.
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
