// What a context has to reach without knowing what it is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CONTEXT_MEMBER_H
#define WEFT_RUNTIME_CORE_OBJECTS_CONTEXT_MEMBER_H

#include "core/objects/Object.h"

namespace weft::core {

/// A command-queue, or a user event where the context can be terminated. From `attach` in its constructor to `detach`
/// in its destructor the context knows it; it is called with no lock held, and kept meanwhile.
class ContextMember {
public:
  /// The object that this is a part of.
  virtual Object &object() = 0;
  /// Lets the commands that it holds back run.
  virtual void submitHeldBack() = 0;
  /// Returns when all commands enqueued in it so far are done.
  virtual void waitForAll() = 0;
  /// The context has been terminated: nothing waits for this any more.
  virtual void onTerminated() = 0;

protected:
  ~ContextMember() = default;
};

} // namespace weft::core

#endif
