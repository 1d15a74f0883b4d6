// The events that kernels know: the events of commands that they enqueue, and their user events.
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

/// The events of a host's launch and of all launches that come of it. An event is a number that is never given to
/// another event. So a kernel that uses an event after releasing it finds nothing. Any thread may call.
///
/// The turns say which commands of the tree run, may run, or end. As long as a turn is held, a kernel may still set a
/// user event. When none is left, commands that wait for user events would wait for ever; these user events fail then.
class DeviceEvents {
public:
  /// A command holds a turn from the moment when it waits for nothing more, or ends, until everything that waited for
  /// it has been told. A launch whose kernel has ended holds none while it only waits for other commands.
  class Activity {
  public:
    Activity() = default;
    /// Takes a turn, unless this one is held already.
    void take(std::shared_ptr<DeviceEvents> events) noexcept;
    void give() noexcept;
    Activity(Activity &&other) noexcept = default;
    Activity &operator=(Activity &&other) noexcept = default;
    ~Activity() { give(); }

  private:
    std::shared_ptr<DeviceEvents> events_;
  };

  /// CLK_NULL_EVENT.
  static constexpr WeftEventId none = ~WeftEventId{0};

  /// Adds an event with one reference, which is the kernel's. Returns `none` where there are
  /// CL_DEVICE_MAX_ON_DEVICE_EVENTS events. Throws std::bad_alloc.
  WeftEventId add(RefPtr<Event> event) WEFT_EXCLUDES(mutex_);
  /// Null where no event has this number.
  RefPtr<Event> find(WeftEventId number) const WEFT_EXCLUDES(mutex_);
  /// Finds all events of a wait list. Returns nothing where one of the numbers is no event. Throws std::bad_alloc.
  std::optional<std::vector<RefPtr<Event>>> find(std::span<const WeftEventId> numbers) const WEFT_EXCLUDES(mutex_);
  /// Sets the status of a user event to CL_COMPLETE or an error. Does nothing for other events.
  void setStatus(WeftEventId number, cl_int status) WEFT_EXCLUDES(mutex_);
  void retain(WeftEventId number) WEFT_EXCLUDES(mutex_);
  /// Gives up a reference. The last one takes the number away, and the event once it is done. A user event that
  /// commands wait for can still be set.
  void release(WeftEventId number) WEFT_EXCLUDES(mutex_);

private:
  struct Entry {
    RefPtr<Event> event;
    uint64_t references; ///< 0: only setStatus still finds it
  };
  using Entries = std::unordered_map<WeftEventId, Entry>;

  /// Fails all user events that are not set and that commands wait for.
  void failUnset() WEFT_EXCLUDES(mutex_);

  std::atomic<uint64_t> activityCount_{0};
  mutable Mutex mutex_;
  Entries entries_ WEFT_GUARDED_BY(mutex_);
  WeftEventId last_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
