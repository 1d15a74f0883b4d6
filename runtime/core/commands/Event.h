// An event: its status, the events and threads that wait for its end, and its callbacks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_EVENT_H
#define WEFT_RUNTIME_CORE_COMMANDS_EVENT_H

#include <atomic>
#include <functional>
#include <vector>

#include "Mutex.h"
#include "Trace.h"
#include "core/objects/Context.h"
#include "core/objects/Cpu.h"
#include "core/objects/Object.h"

namespace weft::core {

class CommandQueue;

/// A node of the command graph, as its waiters see it. Commands and user events derive from it. The edges lead from an
/// event to the events that wait for it. They exist only until the event is done.
class Event : public TypedObject<ObjectKind::event, cl_event, CL_INVALID_EVENT> {
public:
  using Callback = void(CL_CALLBACK *)(cl_event event, cl_int status, void *userData);

  Context &context() const { return context_; }
  cl_command_type commandType() const { return commandType_; }
  bool isUserEvent() const { return commandType_ == CL_COMMAND_USER; }
  /// Null for user events, and for a command that belongs to several queues.
  virtual CommandQueue *queue() const { return nullptr; }
  /// Releases a reference. Every list of events holds references to its events, except for the list of user events in a
  /// terminable context.
  void release() noexcept {
    if (isUserEvent())
      Object::release();
    else
      releaseUnlisted();
  }
  /// The event's id in a trace; 0 for an event that a trace doesn't record.
  virtual trace::CommandId traceId() const { return 0; }

  /// The status: CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or an error.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  bool done() const { return status() <= CL_COMPLETE; }

  /// Submits the command if it has not been submitted yet, so that it can run.
  virtual void flush() {}
  /// Called by queries of the status. An application that queries in a loop must at some time see the event end, even
  /// where there are no workers. So the calling thread runs commands.
  void makeProgress();
  /// Returns when the event is done; the calling thread runs commands in the meantime.
  void wait();
  /// Waits in the same way. `submit` submits the commands that have to run first, and is called in any case.
  void waitAfterSubmit(const std::function<void()> &submit);

  /// Calls back once the status is `status` or a later one, which may be at once. The callback thread always makes the
  /// call.
  void addCallback(cl_int status, Callback callback, void *userData) WEFT_EXCLUDES(mutex_);

  /// Called for a terminated context. Whatever waits for this event goes on as if the event had ended. After that,
  /// nothing waits for the event.
  void releaseWaiters() WEFT_EXCLUDES(mutex_);

  /// Makes `waiter` wait for this event: the waiter's `dependencyDone` will be called once. Returns false where the
  /// event is done already, or the context has been terminated. With `inheritError` the waiter gets this event's error
  /// if it fails. Edges that only stand for the order within a queue don't pass on errors.
  bool addWaiter(Event &waiter, bool inheritError) WEFT_EXCLUDES(mutex_);
  /// Whether something waits for this event or has waited for it.
  bool wasAwaited() const { return (interest_.load(std::memory_order_acquire) & waiters) != 0; }

protected:
  /// The derived class keeps the context alive.
  Event(Context &context, cl_command_type commandType, cl_int status);
  ~Event() override = default;

  /// Moves the status from `from` to `to`, which is later but before CL_COMPLETE. Returns false where another thread
  /// has already moved it.
  bool advance(cl_int from, cl_int to) WEFT_EXCLUDES(mutex_);
  /// Ends the event with CL_COMPLETE or an error. Called exactly once. It notifies the waiters, posts the callbacks and
  /// wakes the threads that sleep. Chains of events that finish each other take no stack. The reference is released
  /// when all have been notified. The caller holds no lock.
  static void finish(RefPtr<Event> event, cl_int status);

  /// Makes `waiter` wait for this event. No other thread knows of both events, so no thread can have notified the
  /// waiter of this event's end yet. This event needs no reference to the waiter, because the waiter holds a reference
  /// to itself until its end. The waiter inherits no error.
  void setFollower(Event &waiter) noexcept { follower_ = &waiter; }
  bool isFollowedBy(const Event &event) const noexcept { return follower_ == &event; }

  /// Called when an event that this event waits for is done, with CL_COMPLETE or an error to inherit. Events that wait
  /// for other events override it.
  virtual void dependencyDone(cl_int) {}
  /// Makes `notified` be called once all waiters of this event have been notified of its end. Must be called before any
  /// other thread knows of the event.
  void requestNotified() { note(own); }
  virtual void notified() {}
  /// Does the work of `wait` for an event that isn't done. First submits the commands that this event waits for.
  virtual void waitUnfinished();
  /// The pool whose jobs the threads that wait for this event run, and in which these threads are notified of its end.
  /// For an event that no device runs, it is the pool of the context's first device.
  virtual cpu::WorkerPool &pool() const;

private:
  struct Waiter {
    RefPtr<Event> event;
    bool inheritError = false;
  };
  struct Registration {
    cl_int status;
    Callback callback;
    void *userData;
  };

  /// The bits of `interest_`: who must be notified of this event's end. A waiter sets its bit before it reads the
  /// status, and the end sets the status before it reads the bits. So at least one of the two sees the other.
  enum Interest : unsigned { waiters = 1, callbacks = 2, threads = 4, own = 8 };

  void complete() WEFT_EXCLUDES(mutex_);
  void notifyWaiters() WEFT_EXCLUDES(mutex_);
  void note(Interest interest);
  void callBack(const Registration &registration, cl_int status);

  Context &context_;
  const cl_command_type commandType_;
  std::atomic<cl_int> status_;
  std::atomic<unsigned> interest_{0};
  cl_int finalStatus_ = CL_COMPLETE;
  Event *nextFinishing_ = nullptr;
  Event *follower_ = nullptr; ///< the next command of an in-order queue, if both are submitted together

  Mutex mutex_;
  Waiter waiter_ WEFT_GUARDED_BY(mutex_); ///< the first waiter; most events have only one
  std::vector<Waiter> moreWaiters_ WEFT_GUARDED_BY(mutex_);
  std::vector<Registration> callbacks_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
