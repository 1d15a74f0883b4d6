// The interface through which a context reaches its members without knowing their types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CONTEXT_MEMBER_H
#define WEFT_RUNTIME_CORE_OBJECTS_CONTEXT_MEMBER_H

#include "core/objects/Object.h"

namespace weft::core {

/// A member of a context is a command-queue or, in a context that can be terminated, a user event. The context knows a
/// member from `attach` in the member's constructor to `detach` in its destructor. It calls the member with no lock
/// held, and keeps it alive during the call.
class ContextMember {
public:
  /// The object that this member is a part of.
  virtual Object &object() = 0;
  /// Submits the commands that the member holds back, so that they run.
  virtual void submitDeferred() = 0;
  /// Returns when all commands enqueued in the member so far are done.
  virtual void waitForAll() = 0;
  /// Called when the context has been terminated. The member must release whatever waits for it.
  virtual void onTerminated() = 0;

protected:
  ~ContextMember() = default;
};

} // namespace weft::core

#endif
