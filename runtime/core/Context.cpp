// The context.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Context.h"

#include <algorithm>
#include <string>

#include "core/CommandQueue.h"
#include "core/Device.h"
#include "core/PoolThread.h"
#include "core/UserEvent.h"

namespace weft::core {

Context::Context(Devices devices, ContextRequest request, Notify notify, void *userData)
    : devices_(std::move(devices)), services_(devices_.front()->services()), request_(std::move(request)),
      notify_(notify), userData_(userData) {}

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
    for (auto destructor = destructors.rbegin(); destructor != destructors.rend(); ++destructor)
      destructor->callback(handle, destructor->userData);
  });
}

void Context::attach(CommandQueue &queue) {
  Lock lock(mutex_);
  queues_.push_back(&queue);
}

void Context::detach(CommandQueue &queue) noexcept {
  Lock lock(mutex_);
  std::erase(queues_, &queue);
}

void Context::attach(UserEvent &event) {
  Lock lock(mutex_);
  userEvents_.insert(&event);
}

void Context::detach(UserEvent &event) noexcept {
  Lock lock(mutex_);
  userEvents_.erase(&event);
}

std::vector<RefPtr<CommandQueue>> Context::queues() {
  std::vector<RefPtr<CommandQueue>> queues;
  Lock lock(mutex_);
  for (CommandQueue *queue : queues_)
    if (queue->retainIfAlive())
      queues.push_back(RefPtr<CommandQueue>::adopt(queue));
  return queues;
}

void Context::finish() {
  const auto all = queues();
  for (const RefPtr<CommandQueue> &queue : all)
    queue->flush();
  for (const RefPtr<CommandQueue> &queue : all)
    queue->finish();
}

bool Context::terminate() {
  if (terminated_.exchange(true, std::memory_order_acq_rel))
    return false;
  // Whatever waits, waits in the end for a command that is running or for an event of the application's.
  std::vector<RefPtr<UserEvent>> events;
  {
    Lock lock(mutex_);
    for (UserEvent *event : userEvents_)
      if (event->retainIfAlive())
        events.push_back(RefPtr<UserEvent>::adopt(event));
  }
  for (const RefPtr<UserEvent> &event : events)
    event->letGo();
  for (const RefPtr<CommandQueue> &queue : queues())
    queue->flush();
  notify("The context has been terminated.");
  return true;
}

void Context::notify(std::string_view message) const {
  if (notify_)
    notify_(std::string(message).c_str(), nullptr, 0, userData_);
}

void Context::addDestructorCallback(DestructorCallback callback, void *userData) {
  Lock lock(mutex_);
  destructors_.push_back({callback, userData});
}

} // namespace weft::core
