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

/// A node of the command graph. Commands and user events derive from it, and so do events that only Weft waits for,
/// such as a semaphore's signal. An edge leads from an event to each event that waits for it. The edge exists only
/// until the first event is done.
class Event : public TypedObject<ObjectKind::event, cl_event, CL_INVALID_EVENT> {
public:
  using Callback = void(CL_CALLBACK *)(cl_event event, cl_int status, void *userData);

  Context &context() const { return context_; }
  cl_command_type commandType() const { return commandType_; }
  bool isUserEvent() const { return commandType_ == CL_COMMAND_USER; }
  /// Null for user events, and for a command that belongs to several queues.
  virtual CommandQueue *queue() const { return nullptr; }
  /// Releases a reference. Every list of events holds references to its events, except that a terminable context has a
  /// list of its user events without references.
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
  /// Called when the application queries the status. The calling thread runs commands for a short time. So if the
  /// application queries in a loop, the event ends at some time, even if there are no workers.
  void makeProgress();
  /// Returns when the event is done; the calling thread runs commands in the meantime.
  void wait();
  /// Does the same as `wait`, but first calls `submit`, even if the event is done. `submit` submits the commands that
  /// have to run before the event is done.
  void waitAfterSubmit(const std::function<void()> &submit);

  /// Registers a callback. The callback thread calls it when the status has become `status` or a later status. If it
  /// has already, that thread calls it at once.
  void addCallback(cl_int status, Callback callback, void *userData) WEFT_EXCLUDES(mutex_);

  /// Called for a user event of a terminated context. The events and threads that wait for this event go on as if it
  /// had ended. After that, nothing waits for this event any more.
  void releaseWaiters() WEFT_EXCLUDES(mutex_);

  /// Makes `waiter` wait for this event: the waiter's `dependencyDone` will be called once. Returns false if the event
  /// is done already, or the context has been terminated. If `inheritError` is true and this event fails, the waiter
  /// gets this event's error. It is false for edges that only stand for the order within a queue.
  bool addWaiter(Event &waiter, bool inheritError) WEFT_EXCLUDES(mutex_);
  /// Whether something waits for this event or has waited for it.
  bool wasAwaited() const { return (interest_.load(std::memory_order_acquire) & waiters) != 0; }

protected:
  /// The derived class keeps the context alive.
  Event(Context &context, cl_command_type commandType, cl_int status);
  ~Event() override = default;

  /// Moves the status from `from` to `to`, which is later but before CL_COMPLETE. Returns false if another thread
  /// has already moved it.
  bool advance(cl_int from, cl_int to) WEFT_EXCLUDES(mutex_);
  /// Ends the event with CL_COMPLETE or an error. Called exactly once for each event. It notifies the events that wait
  /// for this event, posts the callbacks and wakes the threads that sleep until this event is done. If a notification
  /// ends another event, the waiters of that event are notified after those of this event rather than by recursion, so
  /// long chains take no stack. The reference `event` is released after all that. The caller holds no lock.
  static void finish(RefPtr<Event> event, cl_int status);

  /// Makes `waiter` wait for this event; it doesn't inherit this event's error. Called while no other thread knows both
  /// events, so no thread can have ended this event yet. This event needs no reference to the waiter, because the
  /// waiter holds a reference to itself until its end.
  void setFollower(Event &waiter) noexcept { follower_ = &waiter; }
  bool isFollowedBy(const Event &event) const noexcept { return follower_ == &event; }

  /// Called when an event that this event waits for is done, with CL_COMPLETE or an error to inherit. Events that wait
  /// for other events override it.
  virtual void dependencyDone(cl_int) {}
  /// Requests that `notified` is called after all waiters of this event have been notified of its end. Must be called
  /// before any other thread knows the event.
  void requestNotified() { note(own); }
  virtual void notified() {}
  /// Does the work of `wait` for an event that isn't done. First submits the commands that this event waits for.
  virtual void waitUnfinished();
  /// The pool in which threads wait for this event: they run jobs of this pool, and the pool wakes them when the event
  /// is done. For an event that isn't the command of a device, it is the pool of the context's first device.
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

  /// The bits of `interest_`: who must be notified of this event's end. A thread that wants a notification first sets
  /// its bit and then reads the status. The thread that ends the event first sets the status and then reads the bits.
  /// So at least one of the two threads sees what the other has set.
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
  Event *follower_ = nullptr; ///< the next command of the same in-order queue, if this command and that one are
                              ///< submitted together

  Mutex mutex_;
  Waiter waiter_ WEFT_GUARDED_BY(mutex_); ///< the first waiter; most events have only one
  std::vector<Waiter> moreWaiters_ WEFT_GUARDED_BY(mutex_);
  std::vector<Registration> callbacks_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
