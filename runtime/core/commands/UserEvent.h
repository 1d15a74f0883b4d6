// An event whose end the application sets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_USER_EVENT_H
#define WEFT_RUNTIME_CORE_COMMANDS_USER_EVENT_H

#include "core/commands/Event.h"
#include "core/objects/ContextMember.h"

namespace weft::core {

class UserEvent : public Event, private ContextMember {
public:
  explicit UserEvent(Context &context) : Event(context, CL_COMMAND_USER, CL_SUBMITTED), kept_(&context) {
    if (context.terminable())
      context.attach(*this);
  }

  /// Sets the status to CL_COMPLETE or a negative value. Returns false if the status had been set before.
  bool setStatus(cl_int status) {
    if (set_.exchange(true, std::memory_order_acq_rel))
      return false;
    finish(RefPtr<Event>(this), status);
    return true;
  }

protected:
  ~UserEvent() override {
    if (context().terminable())
      context().detach(*this);
  }

private:
  Object &object() override { return *this; }
  void submitDeferred() override {}
  void waitForAll() override {}
  void onTerminated() override { releaseWaiters(); }

  const RefPtr<Context> kept_;

  std::atomic<bool> set_{false};
};

} // namespace weft::core

#endif
