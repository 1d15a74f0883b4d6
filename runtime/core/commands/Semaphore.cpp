// Assigns the signals of a semaphore to the waits that they release.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/Semaphore.h"

#include <algorithm>

namespace weft::core {

SemaphoreSignal::SemaphoreSignal(Semaphore &semaphore, uint64_t number)
    : Event(semaphore.context(), CL_COMMAND_SEMAPHORE_SIGNAL_KHR, CL_SUBMITTED), semaphore_(&semaphore),
      number_(number) {}

void SemaphoreSignal::dependencyDone(cl_int status) {
  const RefPtr<Semaphore> semaphore = std::move(semaphore_);
  semaphore->signalEnded(number_, status >= 0);
}

uint64_t Semaphore::newSignal() {
  signals_.emplace(last_ + 1, Signal{});
  return ++last_;
}

RefPtr<SemaphoreSignal> Semaphore::addSignal() {
  Lock lock(mutex_);
  auto signal = makeRef<SemaphoreSignal>(*this, last_ + 1);
  newSignal();
  return signal;
}

Semaphore::Signals::iterator Semaphore::firstUnbound() {
  const auto found = std::find_if(signals_.lower_bound(firstUnbound_), signals_.end(),
                                  [](const auto &signal) { return !signal.second.isBound; });
  firstUnbound_ = found == signals_.end() ? last_ + 1 : found->first;
  return found;
}

void Semaphore::free(Signals::iterator signal) noexcept {
  signal->second.isBound = false;
  firstUnbound_ = std::min(firstUnbound_, signal->first);
}

void Semaphore::bind(SemaphoreWaits::iterator wait, Signals::iterator signal) {
  wait->state = SemaphoreWait::State::bound;
  wait->signal = signal->first;
  signal->second = {true, wait};
}

void Semaphore::give(SemaphoreWaits::iterator wait) noexcept {
  wait->state = SemaphoreWait::State::given;
  ++deliveredSignals_;
}

void Semaphore::deliverStoredSignals() noexcept {
  for (;;) {
    RefPtr<UserEvent> event;
    {
      Lock lock(mutex_);
      if (unboundWaits_.empty())
        return;
      if (!takeStoredSignal())
        return noteWaiting();
      const auto wait = unboundWaits_.begin();
      boundWaits_.splice(boundWaits_.end(), unboundWaits_, wait);
      give(wait);
      event = wait->event;
    }
    event->setStatus(CL_COMPLETE);
  }
}

void Semaphore::signalEnded(uint64_t number, bool succeeded) {
  RefPtr<UserEvent> event;
  cl_int status = CL_COMPLETE;
  {
    Lock lock(mutex_);
    const auto found = signals_.find(number);
    const Signal signal = found->second;
    signals_.erase(found);
    if (signal.isBound && succeeded) {
      give(signal.wait);
      event = signal.wait->event;
    } else if (signal.isBound && signal.wait->failsWithSignal) {
      event = signal.wait->event;
      signal.wait->state = SemaphoreWait::State::open;
      unboundWaits_.splice(unboundWaits_.end(), boundWaits_, signal.wait);
      status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    } else if (signal.isBound) {
      // The failed signal counts as if it had never been added. So the wait that was bound to it is bound to the next
      // signal instead, before all waits that were added later.
      if (const auto next = unboundWaits_.empty() ? firstUnbound() : signals_.end(); next != signals_.end()) {
        bind(signal.wait, next);
      } else {
        signal.wait->state = SemaphoreWait::State::open;
        unboundWaits_.splice(unboundWaits_.begin(), boundWaits_, signal.wait);
      }
    } else if (succeeded) {
      storeSignal();
    }
  }
  if (event)
    event->setStatus(status);
  deliverStoredSignals();
}

Result<SemaphoreWaits::iterator> Semaphore::addWait() {
  SemaphoreWaits::iterator wait;
  {
    Lock lock(mutex_);
    TRY(prepareToWait());
    SemaphoreWaits made;
    wait = made.insert(made.end(), {.event = makeRef<UserEvent>(context())});
    // If there are open waits (waits without a signal) or stored signals, the new wait isn't bound to a command's
    // signal yet. Earlier waits get such signals first, and stored signals are given out before them.
    if (const auto signal = unboundWaits_.empty() && !hasStoredSignal() ? firstUnbound() : signals_.end();
        signal != signals_.end()) {
      bind(wait, signal);
      boundWaits_.splice(boundWaits_.end(), made);
    } else {
      unboundWaits_.splice(unboundWaits_.end(), made);
    }
  }
  deliverStoredSignals();
  return wait;
}

Result<SemaphoreWaits::iterator> Semaphore::addThreadWait() {
  Lock lock(mutex_);
  SemaphoreWaits made;
  const auto wait = made.insert(made.end(), {.event = makeRef<UserEvent>(context()), .failsWithSignal = true});
  if (unboundWaits_.empty() && takeStoredSignal()) {
    give(wait);
    wait->event->setStatus(CL_COMPLETE); // nothing waits for the event yet
  } else if (const auto signal = unboundWaits_.empty() ? firstUnbound() : signals_.end(); signal != signals_.end()) {
    bind(wait, signal);
  } else {
    return fail(CL_INVALID_OPERATION, "No command has been enqueued that signals the semaphore.");
  }
  boundWaits_.splice(boundWaits_.end(), made);
  return wait;
}

void Semaphore::waitEnded(SemaphoreWaits::iterator wait, bool succeeded) noexcept {
  SemaphoreWaits gone; // destroyed after the lock is released
  {
    Lock lock(mutex_);
    gone.splice(gone.end(), wait->state == SemaphoreWait::State::open ? unboundWaits_ : boundWaits_, wait);
    if (wait->state == SemaphoreWait::State::bound)
      free(signals_.find(wait->signal));
    if (wait->state == SemaphoreWait::State::given)
      --deliveredSignals_;
    if (wait->state == SemaphoreWait::State::given && !succeeded)
      storeSignal();
  }
  deliverStoredSignals();
}

void Semaphore::forgetSignal(uint64_t number) {
  const auto signal = signals_.find(number);
  if (signal == signals_.end())
    return;
  if (signal->second.isBound) {
    signal->second.wait->state = SemaphoreWait::State::open;
    unboundWaits_.splice(unboundWaits_.begin(), boundWaits_, signal->second.wait);
  }
  signals_.erase(signal);
}

bool Semaphore::isSignalled() {
  Lock lock(mutex_);
  return deliveredSignals_ != 0 || hasStoredSignal();
}

} // namespace weft::core
