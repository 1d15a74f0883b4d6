// Runs a piece of compilation so that nothing it does can end the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_GUARDED_RUN_H
#define WEFT_COMPILER_PIPELINE_GUARDED_RUN_H

#include <array>

#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft::compiler {

struct GuardedOutcome {
  enum Kind { Finished, Failed, OutOfMemory } kind = Finished;
  /// The work was left in the middle: what it was making is in any state, and can't be destroyed.
  bool abandoned = false;
  /// Of a failure, a sentence: what happened. In place, as there may be no memory.
  std::array<char, 1024> message{};
};

/// Runs `work` on a thread of its own with a stack for deeply nested source, and waits for it; where the system gives
/// no thread, on the calling one with such a stack. A crash (SIGSEGV and the like), an overflow of that stack, an
/// allocation that fails and LLVM's fatal errors all come back as an outcome. The stack is given back in any case, and
/// of work that was left in the middle those blocks of the heap that RunBlocks knows. Signal handlers of the
/// application are replaced only while guarded work runs, see every signal of other threads, and are put back
/// afterwards. A process may exit while work runs. Thread-safe.
GuardedOutcome runGuarded(llvm::function_ref<void()> work);

} // namespace weft::compiler

#endif
