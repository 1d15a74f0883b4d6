// The context: its members, default queues and termination.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/Context.h"

#include <algorithm>
#include <ranges>
#include <string>

#include "core/objects/ContextMember.h"
#include "core/objects/Device.h"
#include "core/objects/Faults.h"
#include "core/objects/PoolThread.h"
#include "core/objects/Queue.h"

namespace weft::core {

Context::Context(Devices devices, ContextRequest request, Notify notify, void *userData)
    : devices_(std::move(devices)), services_(devices_.front()->services()), request_(std::move(request)),
      notify_(notify), userData_(userData) {
  handleFaults();
}

bool Context::has(const Device &device) const {
  return std::ranges::any_of(devices_, [&](const RefPtr<Device> &one) { return one.get() == &device; });
}

Context::~Context() {
  std::vector<Destructor> destructors;
  {
    Lock lock(mutex_);
    destructors.swap(destructors_);
  }
  if (destructors.empty())
    return;
  callApplication(services_.callbackThread, [destructors = std::move(destructors), handle = rawHandle()] {
    for (const Destructor &destructor : std::views::reverse(destructors))
      destructor.callback(handle, destructor.userData);
  });
}

void Context::attach(ContextMember &member) {
  Lock lock(mutex_);
  members_.insert(&member);
}

void Context::detach(ContextMember &member) noexcept {
  Lock lock(mutex_);
  members_.erase(&member);
}

std::vector<Context::Held> Context::members() {
  std::vector<Held> members;
  Lock lock(mutex_);
  for (ContextMember *member : members_)
    if (Object &object = member->object(); object.retainIfAlive())
      members.push_back({RefPtr<Object>::adopt(&object), member});
  return members;
}

void Context::finish() {
  const std::vector<Held> all = members();
  for (const Held &held : all)
    held.member->submitDeferred();
  for (const Held &held : all)
    held.member->waitForAll();
}

bool Context::terminate() {
  if (terminated_.exchange(true, std::memory_order_acq_rel))
    return false;
  // Every waiting command or thread waits, perhaps indirectly, for a running command or for a user event. So it is
  // enough to notify the members: queues and user events.
  for (const Held &held : members())
    held.member->onTerminated();
  notify("The context has been terminated.");
  return true;
}

RefPtr<Queue> Context::findDefaultQueue(const Device &device) {
  const auto found = defaultQueues_.find(&device);
  if (found == defaultQueues_.end() || !found->second->retainIfAlive())
    return nullptr;
  return RefPtr<Queue>::adopt(found->second);
}

RefPtr<Queue> Context::defaultQueue(const Device &device) {
  Lock lock(mutex_);
  return findDefaultQueue(device);
}

RefPtr<Queue> Context::offerDefaultQueue(const Device &device, Queue &queue) {
  Lock lock(mutex_);
  if (RefPtr<Queue> known = findDefaultQueue(device))
    return known;
  defaultQueues_[&device] = &queue;
  return RefPtr<Queue>(&queue);
}

void Context::setDefaultQueue(const Device &device, Queue &queue) {
  Lock lock(mutex_);
  defaultQueues_[&device] = &queue;
}

void Context::forgetDefaultQueue(const Queue &queue) noexcept {
  Lock lock(mutex_);
  std::erase_if(defaultQueues_, [&](const auto &entry) { return entry.second == &queue; });
}

bool Context::countDeviceQueue(unsigned most) noexcept {
  unsigned count = deviceQueues_.load(std::memory_order_relaxed);
  do {
    if (count >= most)
      return false;
  } while (!deviceQueues_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed));
  return true;
}

void Context::notify(std::string_view message) const {
  if (notify_)
    notify_(std::string(message).c_str(), nullptr, 0, userData_);
}

void Context::notifyLate(std::string_view message) {
  lateNotices_.pass([&] { notify(message); });
}

void Context::addDestructorCallback(DestructorCallback callback, void *userData) {
  Lock lock(mutex_);
  destructors_.push_back({callback, userData});
}

} // namespace weft::core
