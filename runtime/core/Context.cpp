// The context.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Context.h"

#include <algorithm>
#include <string>

#include "core/CommandQueue.h"
#include "core/Device.h"
#include "core/PoolThread.h"

namespace weft::core {

Context::Context(Devices devices, std::vector<cl_context_properties> properties, Notify notify, void *userData)
    : devices_(std::move(devices)), properties_(std::move(properties)), notify_(notify), userData_(userData) {}

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
  callApplication([destructors = std::move(destructors), handle = rawHandle()] {
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

void Context::finish() {
  std::vector<RefPtr<CommandQueue>> queues;
  {
    Lock lock(mutex_);
    for (CommandQueue *queue : queues_)
      if (queue->retainIfAlive())
        queues.push_back(RefPtr<CommandQueue>::adopt(queue));
  }
  for (const RefPtr<CommandQueue> &queue : queues)
    queue->flush();
  for (const RefPtr<CommandQueue> &queue : queues)
    queue->finish();
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
