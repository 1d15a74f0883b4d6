// How an event ends, and how its waiters, callbacks and sleeping threads are notified.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/Event.h"

#include <algorithm>

#include "TaskThreads.h"
#include "Trace.h"
#include "core/objects/Device.h"

namespace weft::core {

namespace {

/// If there are no workers, a thread that queries an event's status runs commands for this long.
constexpr std::chrono::microseconds pollTime(100);

/// The events that have ended and whose waiters this thread has still to notify. If events end while it notifies the
/// waiters of one event, they are appended to the list, so that the notifications don't nest.
struct FinishingList {
  Event *head = nullptr;
  Event *tail = nullptr;
  bool notifying = false;
};
thread_local constinit FinishingList finishing;

} // namespace

Event::Event(Context &context, cl_command_type commandType, cl_int status)
    : context_(context), commandType_(commandType), status_(status) {}

cpu::WorkerPool &Event::pool() const { return context_.devices().front()->pool(); }

void Event::makeProgress() {
  flush();
  cpu::WorkerPool &pool = this->pool();
  if (pool.workers() != 0 || done())
    return;
  note(threads);
  pool.helpFor(pollTime, [this] { return status_.load(std::memory_order_seq_cst) <= CL_COMPLETE; }, this);
}

void Event::wait() {
  if (!done())
    waitUnfinished();
}

void Event::waitUnfinished() {
  waitAfterSubmit([] {});
}

void Event::waitAfterSubmit(const std::function<void()> &submit) {
  const trace::Ticks begun = trace::on() ? trace::now() : 0;
  cpu::WorkerPool &pool = this->pool();
  // The event is often done when `isDone` is first called, because this thread has run its command. Then no thread has
  // to be woken, so `isDone` doesn't set the bit in `interest_`.
  bool isNoted = false;
  const auto isDone = [this, &isNoted] {
    if (!isNoted && !done()) {
      note(threads);
      isNoted = true;
    }
    return status_.load(std::memory_order_seq_cst) <= CL_COMPLETE;
  };
  pool.helpUntil(isDone, this, submit);
  // Commands that wait for this event may have been left for this thread to run. It doesn't run them, so workers are
  // woken for them.
  pool.wake();
  if (begun != 0) [[unlikely]]
    trace::addWait(traceId(), begun, trace::now());
}

void Event::addCallback(cl_int status, Callback callback, void *userData) {
  Registration registration{status, callback, userData};
  {
    Lock lock(mutex_);
    note(callbacks);
    if (status_.load(std::memory_order_seq_cst) > status) {
      callbacks_.push_back(registration);
      return;
    }
  }
  callBack(registration, this->status());
}

void Event::callBack(const Registration &registration, cl_int status) {
  // If the command has failed, callbacks for all statuses are due. They get the error as the status.
  cl_int notified = status < 0 ? status : registration.status;
  context_.services().callbackThread.post([event = RefPtr<Event>(this), registration, notified] {
    registration.callback(event->show(), notified, registration.userData);
  });
}

void Event::note(Interest interest) { interest_.fetch_or(interest, std::memory_order_seq_cst); }

bool Event::addWaiter(Event &waiter, bool inheritError) {
  Lock lock(mutex_);
  note(waiters);
  if (status_.load(std::memory_order_seq_cst) <= CL_COMPLETE || context_.terminated())
    return false;
  if (!waiter_.event)
    waiter_ = {RefPtr<Event>(&waiter), inheritError};
  else
    moreWaiters_.push_back({RefPtr<Event>(&waiter), inheritError});
  return true;
}

bool Event::advance(cl_int from, cl_int to) {
  if (!status_.compare_exchange_strong(from, to, std::memory_order_seq_cst))
    return false;
  if ((interest_.load(std::memory_order_seq_cst) & callbacks) == 0) [[likely]]
    return true;
  std::vector<Registration> due;
  {
    Lock lock(mutex_);
    auto isDue = [to](const Registration &registration) { return registration.status >= to; };
    std::ranges::copy_if(callbacks_, std::back_inserter(due), isDue);
    std::erase_if(callbacks_, isDue);
  }
  for (const Registration &registration : due)
    callBack(registration, to);
  return true;
}

void Event::finish(RefPtr<Event> event, cl_int status) {
  Event *ended = event.take(); // `finish` releases the reference when all waiters have been notified
  ended->finalStatus_ = status;
  ended->nextFinishing_ = nullptr;
  (finishing.tail ? finishing.tail->nextFinishing_ : finishing.head) = ended;
  finishing.tail = ended;
  if (finishing.notifying)
    return;
  finishing.notifying = true;
  while (Event *next = finishing.head) {
    finishing.head = next->nextFinishing_;
    if (!finishing.head)
      finishing.tail = nullptr;
    next->complete();
    next->release();
  }
  finishing.notifying = false;
}

void Event::releaseWaiters() {
  Waiter first;
  std::vector<Waiter> more;
  {
    Lock lock(mutex_);
    std::swap(first, waiter_);
    more.swap(moreWaiters_);
  }
  if (first.event)
    first.event->dependencyDone(CL_COMPLETE);
  for (const Waiter &waiter : more)
    waiter.event->dependencyDone(CL_COMPLETE);
}

void Event::complete() {
  Event *const follower = follower_;
  status_.store(finalStatus_, std::memory_order_seq_cst);
  const unsigned interest = interest_.load(std::memory_order_seq_cst);
  if ((interest & (waiters | callbacks)) != 0) [[unlikely]]
    notifyWaiters();
  if (follower)
    follower->dependencyDone(CL_COMPLETE);
  if ((interest & own) != 0) [[unlikely]]
    notified();
  if ((interest & threads) != 0)
    pool().notify(this);
}

void Event::notifyWaiters() {
  Waiter first;
  std::vector<Waiter> more;
  std::vector<Registration> registrations;
  {
    Lock lock(mutex_);
    std::swap(first, waiter_);
    more.swap(moreWaiters_);
    registrations.swap(callbacks_);
  }
  for (const Registration &registration : registrations)
    callBack(registration, finalStatus_);
  auto tell = [this](const Waiter &waiter) {
    waiter.event->dependencyDone(waiter.inheritError ? finalStatus_ : CL_COMPLETE);
  };
  if (first.event)
    tell(first);
  for (const Waiter &waiter : more)
    tell(waiter);
}

} // namespace weft::core
