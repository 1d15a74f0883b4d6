// The way out of a piece of compilation that crashes or runs out of memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_GUARD_H
#define WEFT_COMPILER_PIPELINE_GUARD_H

#include <array>
#include <csetjmp>

#include "pipeline/RunBlocks.h"

namespace weft::compiler {

/// One guarded run, from the point of view of what happens in it: signal handlers, LLVM's handlers of fatal errors and
/// the allocation functions find it by its thread. Whatever leaves a run through it leaves everything as it is: frames,
/// locks, half-made objects.
class Guard {
public:
  /// To be called before a guard is made, from any thread. False where the process has no key for thread-specific data
  /// left; then there can be no guards.
  static bool prepare();

  /// The calling thread's; null on threads that do no guarded work. Takes no memory and no lock: for signal handlers.
  static Guard *current();

  /// Makes it the calling thread's for its lifetime. `blocks` are those of the run, and outlive the guard.
  explicit Guard(RunBlocks &blocks);
  ~Guard();
  Guard(const Guard &) = delete;
  Guard &operator=(const Guard &) = delete;

  // Each ends the run at once, and never returns.
  [[noreturn]] void leaveBySignal(int signal);
  [[noreturn]] void leaveByFatalError(const char *reason);
  [[noreturn]] void leaveForWantOfMemory();

  /// Notes that an allocation was answered from the reserve: the run ends at its next stage.
  void memoryFailed() { memoryHasFailed_ = true; }
  bool memoryHasFailed() const { return memoryHasFailed_; }

  /// Around what must be finished once it has begun, or other threads would wait for it for ever (the making of static
  /// objects). There the last of the reserve is given out.
  void enterCritical() { ++critical_; }
  void leaveCritical() { --critical_; }
  bool isCritical() const { return critical_ != 0; }

  /// Notes a block that the run has been given. Not in what is critical: that stays when the run is left.
  void record(void *block) {
    if (!isCritical())
      blocks_.add(block);
  }

  /// Where the run goes on after it was left: to be set by who starts it.
  sigjmp_buf &exit() { return exit_; }
  int signal() const { return signal_; }
  /// Of a fatal error; empty otherwise.
  const char *reason() const { return reason_.data(); }

private:
  [[noreturn]] void leave();

  RunBlocks &blocks_;
  sigjmp_buf exit_{};
  int signal_ = 0;
  bool memoryHasFailed_ = false;
  unsigned critical_ = 0;
  std::array<char, 1024> reason_{}; ///< in place, as there may be no memory
};

} // namespace weft::compiler

#endif
