// The events that kernels can name: finds them by their ids, and fails user events that no kernel can set any more.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/DeviceEvents.h"

#include <algorithm>

#include "core/commands/UserEvent.h"
#include "core/objects/Limits.h"

namespace weft::core {

WeftEventId DeviceEvents::add(RefPtr<Event> event) {
  Lock lock(mutex_);
  if (entries_.size() >= limits::maxDeviceEvents)
    return none;
  const WeftEventId number = last_ + 1;
  entries_.emplace(number, Entry{std::move(event), 1});
  last_ = number;
  return number;
}

RefPtr<Event> DeviceEvents::find(WeftEventId number) const {
  Lock lock(mutex_);
  const auto found = entries_.find(number);
  return found == entries_.end() || found->second.references == 0 ? nullptr : found->second.event;
}

std::optional<std::vector<RefPtr<Event>>> DeviceEvents::find(std::span<const WeftEventId> numbers) const {
  std::vector<RefPtr<Event>> events;
  for (const WeftEventId number : numbers) {
    events.push_back(find(number));
    if (!events.back())
      return std::nullopt;
  }
  return events;
}

void DeviceEvents::setStatus(WeftEventId number, cl_int status) {
  RefPtr<Event> event;
  {
    Lock lock(mutex_);
    const auto found = entries_.find(number);
    if (found == entries_.end() || !found->second.event->isUserEvent())
      return;
    event = found->second.event;
    if (found->second.references == 0)
      entries_.erase(found);
  }
  static_cast<UserEvent &>(*event).setStatus(status);
}

void DeviceEvents::retain(WeftEventId number) {
  Lock lock(mutex_);
  if (const auto found = entries_.find(number); found != entries_.end() && found->second.references != 0)
    ++found->second.references;
}

void DeviceEvents::release(WeftEventId number) {
  RefPtr<Event> released; // declared outside the lock, so that the event is released after it
  Lock lock(mutex_);
  const auto found = entries_.find(number);
  if (found == entries_.end() || found->second.references == 0)
    return;
  --found->second.references;
  if (found->second.references != 0)
    return;
  if (const Event &event = *found->second.event; event.isUserEvent() && !event.done() && event.wasAwaited())
    return;
  released = std::move(found->second.event);
  entries_.erase(found);
}

void DeviceEvents::failUnset() {
  // Finds and fails one event at a time, because there may be no memory for a list of all of them.
  const auto isUnset = [](const Entries::value_type &entry) {
    const Event &event = *entry.second.event;
    return event.isUserEvent() && !event.done() && event.wasAwaited();
  };
  RefPtr<Event> failed;
  do {
    failed = nullptr;
    {
      Lock lock(mutex_);
      if (const auto found = std::ranges::find_if(entries_, isUnset); found != entries_.end()) {
        failed = std::move(found->second.event);
        entries_.erase(found);
      }
    }
    if (failed)
      static_cast<UserEvent &>(*failed).setStatus(CL_INVALID_OPERATION);
  } while (failed);
}

void DeviceEvents::Activity::take(std::shared_ptr<DeviceEvents> events) noexcept {
  if (events_)
    return;
  events_ = std::move(events);
  events_->activityCount_.fetch_add(1, std::memory_order_relaxed);
}

void DeviceEvents::Activity::give() noexcept {
  if (const std::shared_ptr<DeviceEvents> events = std::move(events_))
    if (events->activityCount_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      events->failUnset();
}

} // namespace weft::core
