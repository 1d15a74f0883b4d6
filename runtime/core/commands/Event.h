// The state of something that will have happened: who waits for it, who is called back, when it was.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_EVENT_H
#define WEFT_RUNTIME_CORE_COMMANDS_EVENT_H

#include <atomic>
#include <vector>

#include "Mutex.h"
#include "core/objects/Context.h"
#include "core/objects/Cpu.h"
#include "core/objects/Object.h"

namespace weft::core {

class Command;
class CommandQueue;

/// A node of the command graph. Commands (core/commands/Command.h) and user events derive from it. Its edges lead from what
/// happens first to what waits; they exist only until the event is done.
class Event : public TypedObject<ObjectKind::event, cl_event, CL_INVALID_EVENT> {
public:
  using Callback = void(CL_CALLBACK *)(cl_event event, cl_int status, void *userData);

  Context &context() const { return *context_; }
  cl_command_type commandType() const { return commandType_; }
  /// Null for user events.
  virtual CommandQueue *queue() const { return nullptr; }

  /// CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or an error.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  bool done() const { return status() <= CL_COMPLETE; }

  /// Lets the command run if it has not been submitted yet.
  void flush();
  /// For queries of the status: who asks in a loop must see it end one day, also where there are no workers.
  void makeProgress();
  /// Returns when the event is done; meanwhile the calling thread runs commands.
  void wait();

  /// Calls back once the status is `status` or past it, which may be at once; from the callback thread in any case.
  void addCallback(cl_int status, Callback callback, void *userData) WEFT_EXCLUDES(mutex_);

  /// For a terminated context: what waits for this event goes on, as if it had ended. Nothing waits for it afterwards.
  void letGo() WEFT_EXCLUDES(mutex_);

  /// Makes `waiter` wait for this event, or returns false where the event is done already. With `inheritError` the
  /// waiter fails if this event fails; the order within a queue alone does not do that.
  bool addWaiter(Command &waiter, bool inheritError) WEFT_EXCLUDES(mutex_);

protected:
  Event(Context &context, cl_command_type commandType, cl_int status);
  ~Event() override = default;

  /// From one status to a later one short of CL_COMPLETE; false where another thread did that already.
  bool advance(cl_int from, cl_int to) WEFT_EXCLUDES(mutex_);
  /// The end: CL_COMPLETE or an error, exactly once. Waiters are started, callbacks called, sleepers woken. Chains of
  /// events that finish each other take no stack. The caller holds a reference and no lock.
  void finish(cl_int status) WEFT_EXCLUDES(mutex_);
  /// Called when everyone has been told of the end.
  virtual void settled() {}

private:
  struct Waiter {
    RefPtr<Command> command;
    bool inheritError = false;
  };
  struct Registration {
    cl_int status;
    Callback callback;
    void *userData;
  };

  /// Where those who wait for this event help, and are told of its end: its device's, or, for a user event, that of the
  /// context's first device.
  cpu::WorkerPool &pool() const;
  void settle() WEFT_EXCLUDES(mutex_);
  void callBack(const Registration &registration, cl_int status);

  const RefPtr<Context> context_;
  const cl_command_type commandType_;
  std::atomic<cl_int> status_;
  std::atomic<bool> hasCallbacks_{false};
  cl_int finalStatus_ = CL_COMPLETE;
  Event *nextFinishing_ = nullptr;

  Mutex mutex_;
  Waiter waiter_ WEFT_GUARDED_BY(mutex_); ///< the first; most events have no other
  std::vector<Waiter> moreWaiters_ WEFT_GUARDED_BY(mutex_);
  std::vector<Registration> callbacks_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
