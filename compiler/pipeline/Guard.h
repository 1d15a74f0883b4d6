// Abandons a guarded run (a piece of the compiler's work) that crashes or runs out of memory, and saves the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_GUARD_H
#define WEFT_COMPILER_PIPELINE_GUARD_H

#include <array>
#include <csetjmp>

#include "pipeline/RunBlocks.h"

namespace weft::compiler {

/// One guarded run, as seen by the code that runs in it. Signal handlers, LLVM's handlers of fatal errors and the
/// allocation functions find the guard by their thread. Leaving a run through its guard cleans nothing up: frames,
/// locks and unfinished objects stay as they are.
class Guard {
public:
  /// Must be called before a guard is made, from any thread. Returns false if the process has no key for
  /// thread-specific data left; then there can be no guards.
  static bool prepare();

  /// The calling thread's guard; null on threads that do no guarded work. The function takes no memory and no lock, so
  /// signal handlers may call it.
  static Guard *current();

  /// Makes this object the calling thread's guard as long as it exists. The heap blocks that the run allocates are
  /// recorded in `blocks`, which must outlive the guard.
  explicit Guard(RunBlocks &blocks);
  ~Guard();
  Guard(const Guard &) = delete;
  Guard &operator=(const Guard &) = delete;

  // Each of these functions ends the run at once, and never returns.
  [[noreturn]] void leaveBySignal(int signal);
  [[noreturn]] void leaveByFatalError(const char *reason);
  [[noreturn]] void leaveForOutOfMemory();

  /// Records that an allocation was served from the reserve of memory. The run then ends at its next stage.
  void memoryFailed() { memoryHasFailed_ = true; }
  bool memoryHasFailed() const { return memoryHasFailed_; }

  /// These two functions enclose work that must be finished once it has begun, because other threads may wait for its
  /// end, as for the construction of a static object. During this work, allocations may use the last part of the
  /// reserve of memory.
  void enterCritical() { ++critical_; }
  void leaveCritical() { --critical_; }
  bool isCritical() const { return critical_ != 0; }

  /// Records a heap block that the run has allocated. Blocks of critical work (see enterCritical) aren't recorded, as
  /// they stay allocated when the run is left.
  void record(void *block) {
    if (!isCritical())
      blocks_.add(block);
  }

  /// The point at which execution continues after the run was left. The function that starts the run sets it.
  sigjmp_buf &exit() { return exit_; }
  int signal() const { return signal_; }
  /// The reason of a fatal error; empty if there was none.
  const char *reason() const { return reason_.data(); }

private:
  [[noreturn]] void leave();

  RunBlocks &blocks_;
  sigjmp_buf exit_{};
  int signal_ = 0;
  bool memoryHasFailed_ = false;
  unsigned critical_ = 0;
  std::array<char, 1024> reason_{}; ///< inside the object, as there may be no memory left
};

} // namespace weft::compiler

#endif
