// Runs a piece of compilation so that a crash or a fatal error in it does not end the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_GUARDED_RUN_H
#define WEFT_COMPILER_PIPELINE_GUARDED_RUN_H

#include <array>

#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft::compiler {

struct GuardedOutcome {
  enum Kind { Finished, Failed, OutOfMemory } kind = Finished;
  /// Whether the work was left in the middle. Objects that the work was changing are then in an undefined state, and
  /// can't be destroyed.
  bool abandoned = false;
  /// After a failure, a sentence on what happened. It is stored inside the object, as there may be no memory left.
  std::array<char, 1024> message{};
};

/// Runs `work` on a thread of its own, whose stack is large enough for deeply nested source code, and waits for the
/// thread. If the system provides no thread, the calling thread runs the work on such a stack. A crash (SIGSEGV and the
/// like), an overflow of that stack, an allocation that fails and LLVM's fatal errors are all returned as an outcome.
/// The stack is always freed. If the work was left in the middle, the heap blocks that RunBlocks knows are freed, too.
/// Signal handlers of the application are replaced only while guarded work runs, receive every signal of other threads,
/// and are restored afterwards. A process may exit while work runs. Thread-safe.
GuardedOutcome runGuarded(llvm::function_ref<void()> work);

} // namespace weft::compiler

#endif
