// The events that kernels know: those of what they enqueue, and their user events.
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

/// Of a launch and all that comes of it. An event is a number that is given to no other, so that a kernel which uses
/// one that it has released finds none. Any thread may call.
///
/// It is told which commands of the tree run, may run, or end: as long as there is one, a kernel may still set a user
/// event. When none is left, commands that wait for user events would wait for ever. These events fail then.
class DeviceEvents {
public:
  /// Kept by a command from the moment when it waits for nothing more, or ends, until all that waited for it have been
  /// told. While its kernel has ended and it only waits for others, it has none.
  class Turn {
  public:
    Turn() = default;
    /// Where there is none already.
    void take(std::shared_ptr<DeviceEvents> events) noexcept;
    void give() noexcept;
    Turn(Turn &&other) noexcept = default;
    Turn &operator=(Turn &&other) noexcept = default;
    ~Turn() { give(); }

  private:
    std::shared_ptr<DeviceEvents> events_;
  };

  /// CLK_NULL_EVENT.
  static constexpr WeftEventNumber none = ~WeftEventNumber{0};

  /// With one reference of the kernel's. `none` where there are CL_DEVICE_MAX_ON_DEVICE_EVENTS of them.
  /// Throws std::bad_alloc.
  WeftEventNumber add(RefPtr<Event> event) WEFT_EXCLUDES(mutex_);
  /// Null where no event has this number.
  RefPtr<Event> find(WeftEventNumber number) const WEFT_EXCLUDES(mutex_);
  /// All of a wait list; nothing where one of them is no event. Throws std::bad_alloc.
  std::optional<std::vector<RefPtr<Event>>> find(std::span<const WeftEventNumber> numbers) const WEFT_EXCLUDES(mutex_);
  /// Of a user event; nothing for others. Status: CL_COMPLETE or an error.
  void setStatus(WeftEventNumber number, cl_int status) WEFT_EXCLUDES(mutex_);
  void retain(WeftEventNumber number) WEFT_EXCLUDES(mutex_);
  /// With the last reference the number goes, and the event once it is done. A user event that commands wait for can
  /// still be set.
  void release(WeftEventNumber number) WEFT_EXCLUDES(mutex_);

private:
  struct Entry {
    RefPtr<Event> event;
    uint64_t references; ///< 0: none but setStatus finds it
  };
  using Entries = std::unordered_map<WeftEventNumber, Entry>;

  /// Lets the user events fail that commands wait for.
  void failUnset() WEFT_EXCLUDES(mutex_);

  std::atomic<uint64_t> turns_{0};
  mutable Mutex mutex_;
  Entries entries_ WEFT_GUARDED_BY(mutex_);
  WeftEventNumber last_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
