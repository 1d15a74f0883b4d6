// Runs a piece of compilation so that nothing it does can end the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_GUARDED_RUN_H
#define WEFT_COMPILER_PIPELINE_GUARDED_RUN_H

#include <string>

#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft::compiler {

struct GuardedOutcome {
  enum Kind { Finished, Failed, OutOfMemory } kind = Finished;
  /// What happened, as a sentence, unless finished.
  std::string message;
};

/// Runs `work` on a thread of its own with a stack for deeply nested source, and waits for it. A crash (SIGSEGV and
/// the like), an overflow of that stack, an allocation that fails and LLVM's fatal errors all come back as an outcome;
/// what the work owned is leaked then. Signal handlers of the application are replaced only while guarded work runs,
/// see every signal of other threads, and are put back afterwards. While the process ends nothing is run any more (see
/// ExitGate); what runs is waited for by exit() on its own thread, so also if a signal handler of the caller's thread
/// calls exit(). Thread-safe.
GuardedOutcome runGuarded(llvm::function_ref<void()> work);

} // namespace weft::compiler

#endif
