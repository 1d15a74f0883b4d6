// The events that kernels know.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/DeviceEvents.h"

#include "core/objects/Limits.h"

namespace weft::core {

WeftEventNumber DeviceEvents::add(RefPtr<Event> event) {
  Lock lock(mutex_);
  if (entries_.size() >= limits::maxDeviceEvents)
    return none;
  const WeftEventNumber number = last_ + 1;
  entries_.emplace(number, Entry{std::move(event), 1});
  last_ = number;
  return number;
}

RefPtr<Event> DeviceEvents::find(WeftEventNumber number) const {
  Lock lock(mutex_);
  const auto found = entries_.find(number);
  return found == entries_.end() ? nullptr : found->second.event;
}

std::optional<std::vector<RefPtr<Event>>> DeviceEvents::find(std::span<const WeftEventNumber> numbers) const {
  std::vector<RefPtr<Event>> events;
  for (const WeftEventNumber number : numbers) {
    events.push_back(find(number));
    if (!events.back())
      return std::nullopt;
  }
  return events;
}

void DeviceEvents::retain(WeftEventNumber number) {
  Lock lock(mutex_);
  if (const auto found = entries_.find(number); found != entries_.end())
    ++found->second.references;
}

void DeviceEvents::release(WeftEventNumber number) {
  RefPtr<Event> released; // without the lock
  Lock lock(mutex_);
  const auto found = entries_.find(number);
  if (found == entries_.end() || --found->second.references != 0)
    return;
  released = std::move(found->second.event);
  entries_.erase(found);
}

} // namespace weft::core
