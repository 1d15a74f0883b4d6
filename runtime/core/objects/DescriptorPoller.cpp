// Waits on one thread until any of several file descriptors can be read, and calls the object that registered the
// descriptor.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/DescriptorPoller.h"

#include <FileDescriptor.h>
#include <sys/epoll.h>

#include <array>
#include <memory>

#include "DetachedThread.h"
#include "RefPtr.h"

namespace weft::core {

namespace {

epoll_event eventOf(uint64_t number, bool isArmed) {
  epoll_event event{};
  event.events = EPOLLONESHOT | (isArmed ? uint32_t{EPOLLIN} : 0);
  event.data.u64 = number;
  return event;
}

} // namespace

uint64_t DescriptorPoller::add(int descriptor, DescriptorWatcher &watcher) {
  Lock lock(mutex_);
  if (!start())
    return 0;
  const uint64_t number = ++last_;
  const auto entry = entries_.emplace(number, Entry{descriptor, false, &watcher}).first;
  epoll_event event = eventOf(number, false);
  if (epoll_ctl(set_, EPOLL_CTL_ADD, descriptor, &event) == 0)
    return number;
  entries_.erase(entry);
  return 0;
}

void DescriptorPoller::arm(uint64_t number) noexcept {
  Lock lock(mutex_);
  const auto found = entries_.find(number);
  if (found == entries_.end())
    return;
  found->second.isArmed = true;
  // In the child of a fork, this starts the epoll instance and its thread again.
  if (!start())
    return;
  epoll_event event = eventOf(number, true);
  epoll_ctl(set_, EPOLL_CTL_MOD, found->second.descriptor, &event);
}

void DescriptorPoller::remove(uint64_t number) noexcept {
  Lock lock(mutex_);
  const auto found = entries_.find(number);
  if (found == entries_.end())
    return;
  if (set_ >= 0)
    epoll_ctl(set_, EPOLL_CTL_DEL, found->second.descriptor, nullptr);
  entries_.erase(found);
}

void DescriptorPoller::resetInChild() {
  // After a fork, the child closes its descriptor of the old epoll instance without changing the instance, because the
  // parent still uses it.
  if (set_ >= 0)
    close(set_);
  set_ = -1;
  mutex_.unlock();
}

bool DescriptorPoller::start() {
  if (set_ >= 0)
    return true;
  cpu::FileDescriptor set(epoll_create1(EPOLL_CLOEXEC));
  if (!set)
    return false;
  for (const auto &[number, entry] : entries_) {
    epoll_event event = eventOf(number, entry.isArmed);
    epoll_ctl(set.get(), EPOLL_CTL_ADD, entry.descriptor, &event);
  }
  if (!startThread(set.get()))
    return false;
  set_ = set.release();
  return true;
}

bool DescriptorPoller::startThread(int set) {
  struct Start {
    DescriptorPoller *poller;
    int set;
    void run() {
      const Start its = *std::unique_ptr<Start>(this);
      its.poller->runForever(its.set);
    }
  };
  auto its = std::make_unique<Start>(this, set);
  const bool started = startDetachedThread<&Start::run>(*its);
  if (started)
    static_cast<void>(its.release()); // the new thread owns it from here on
  return started;
}

void DescriptorPoller::runForever(int set) {
  std::array<epoll_event, 16> events;
  for (;;) {
    const int count = epoll_wait(set, events.data(), int(events.size()), -1);
    for (int i = 0; i < count; ++i)
      dispatch(events[size_t(i)].data.u64);
  }
}

void DescriptorPoller::dispatch(uint64_t number) {
  DescriptorWatcher *watcher = nullptr;
  RefPtr<Object> kept;
  {
    Lock lock(mutex_);
    const auto found = entries_.find(number);
    // If the object's destruction has begun, it is about to remove its descriptor, and must not be called.
    if (found == entries_.end() || !found->second.watcher->object().retainIfAlive())
      return;
    found->second.isArmed = false;
    watcher = found->second.watcher;
    kept = RefPtr<Object>::adopt(&watcher->object());
  }
  watcher->readable();
}

} // namespace weft::core
