// The events that kernels know: those of what they enqueue, and their user events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_DEVICE_EVENTS_H
#define WEFT_RUNTIME_CORE_COMMANDS_DEVICE_EVENTS_H

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
class DeviceEvents {
public:
  /// CLK_NULL_EVENT.
  static constexpr WeftEventNumber none = ~WeftEventNumber{0};

  /// With one reference of the kernel's. `none` where there are CL_DEVICE_MAX_ON_DEVICE_EVENTS of them.
  /// Throws std::bad_alloc.
  WeftEventNumber add(RefPtr<Event> event) WEFT_EXCLUDES(mutex_);
  /// Null where no event has this number.
  RefPtr<Event> find(WeftEventNumber number) const WEFT_EXCLUDES(mutex_);
  /// All of a wait list; nothing where one of them is no event. Throws std::bad_alloc.
  std::optional<std::vector<RefPtr<Event>>> find(std::span<const WeftEventNumber> numbers) const WEFT_EXCLUDES(mutex_);
  void retain(WeftEventNumber number) WEFT_EXCLUDES(mutex_);
  /// With the last reference the number goes, and the event once it is done.
  void release(WeftEventNumber number) WEFT_EXCLUDES(mutex_);

private:
  struct Entry {
    RefPtr<Event> event;
    uint64_t references;
  };
  mutable Mutex mutex_;
  std::unordered_map<WeftEventNumber, Entry> entries_ WEFT_GUARDED_BY(mutex_);
  WeftEventNumber last_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
