// The state of something that will have happened: who waits for it, who is called back, when it was.
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

/// A node of the command graph: what is known of it by those who wait for it. Commands and user events derive from it.
/// Its edges lead from what happens first to what waits; they exist only until the event is done.
class Event : public TypedObject<ObjectKind::event, cl_event, CL_INVALID_EVENT> {
public:
  using Callback = void(CL_CALLBACK *)(cl_event event, cl_int status, void *userData);

  Context &context() const { return context_; }
  cl_command_type commandType() const { return commandType_; }
  bool isUserEvent() const { return commandType_ == CL_COMMAND_USER; }
  /// Null for user events, and for what belongs to several queues.
  virtual CommandQueue *queue() const { return nullptr; }
  /// No list holds events without a reference to them, save a terminable context's of its user events.
  void release() noexcept {
    if (isUserEvent())
      Object::release();
    else
      releaseUnlisted();
  }
  /// Its number in a trace; 0 for what a trace doesn't tell of.
  virtual trace::CommandId traceId() const { return 0; }

  /// CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or an error.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  bool done() const { return status() <= CL_COMPLETE; }

  /// Lets a command run that has not been submitted yet.
  virtual void flush() {}
  /// For queries of the status: who asks in a loop must see it end one day, also where there are no workers.
  void makeProgress();
  /// Returns when the event is done; meanwhile the calling thread runs commands.
  void wait();
  /// The same; `submit` submits what has to run before, and is called in any case.
  void waitBehind(const std::function<void()> &submit);

  /// Calls back once the status is `status` or past it, which may be at once; from the callback thread in any case.
  void addCallback(cl_int status, Callback callback, void *userData) WEFT_EXCLUDES(mutex_);

  /// For a terminated context: what waits for this event goes on, as if it had ended. Nothing waits for it afterwards.
  void letGo() WEFT_EXCLUDES(mutex_);

  /// Makes `waiter` wait for this event, whose `dependencyDone` will be called once, or returns false where the event
  /// is done already. With `inheritError` the waiter is told of this event's failure; the order within a queue alone
  /// does not do that.
  bool addWaiter(Event &waiter, bool inheritError) WEFT_EXCLUDES(mutex_);
  /// Whether something waits for this event or has done so.
  bool wasAwaited() const { return (interest_.load(std::memory_order_acquire) & waiters) != 0; }

protected:
  /// Whoever derives from it keeps the context.
  Event(Context &context, cl_command_type commandType, cl_int status);
  ~Event() override = default;

  /// From one status to a later one short of CL_COMPLETE; false where another thread did that already.
  bool advance(cl_int from, cl_int to) WEFT_EXCLUDES(mutex_);
  /// The end: CL_COMPLETE or an error, exactly once. Waiters are started, callbacks called, sleepers woken. Chains of
  /// events that finish each other take no stack. The reference is given up when everyone has been told. The caller
  /// holds no lock.
  static void finish(RefPtr<Event> event, cl_int status);

  /// Makes `waiter` wait for this event, whose end nobody has told it to begin with: no other thread knows of both.
  /// The waiter needs no reference, as it holds one to itself until its end, and inherits no error.
  void setFollower(Event &waiter) noexcept { follower_ = &waiter; }
  bool isFollowedBy(const Event &event) const noexcept { return follower_ == &event; }

  /// An event that this one waits for is done: CL_COMPLETE, or an error to inherit. For those that wait for others.
  virtual void dependencyDone(cl_int) {}
  /// Has `told` called once all who waited for this event have been told of its end. Before anyone knows of it.
  void askForTold() { note(own); }
  virtual void told() {}
  /// `wait` of an event that isn't done: has what it waits for submitted first.
  virtual void waitUnfinished();
  /// Where those who wait for this event help, and are told of its end. For an event that no device runs: where the
  /// context's first device does.
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

  /// Who is to be told of this event, in `interest_`. A bit is set before the status is looked at, and the status
  /// before the bits: one of the two sees the other.
  enum Interest : unsigned { waiters = 1, callbacks = 2, threads = 4, own = 8 };

  void settle() WEFT_EXCLUDES(mutex_);
  void settleWatched() WEFT_EXCLUDES(mutex_);
  void note(Interest interest);
  void callBack(const Registration &registration, cl_int status);

  Context &context_;
  const cl_command_type commandType_;
  std::atomic<cl_int> status_;
  std::atomic<unsigned> interest_{0};
  cl_int finalStatus_ = CL_COMPLETE;
  Event *nextFinishing_ = nullptr;
  Event *follower_ = nullptr; ///< the command behind it in an in-order queue, where they are submitted together

  Mutex mutex_;
  Waiter waiter_ WEFT_GUARDED_BY(mutex_); ///< the first; most events have no other
  std::vector<Waiter> moreWaiters_ WEFT_GUARDED_BY(mutex_);
  std::vector<Registration> callbacks_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
