// Keeps compilations from running while the process destroys the static objects of LLVM and Clang.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_EXITGATE_H
#define WEFT_COMPILER_PIPELINE_EXITGATE_H

#include <atomic>
#include <chrono>
#include <cstdint>

namespace weft::compiler {

/// exit() runs the destructors of static objects while other threads go on, and LLVM has thousands of such objects
/// that a compilation reads. So exit closes this gate first: what is under way stops at its next pass and is waited
/// for, nothing new begins. All functions may be called from any thread and in the child of a fork, where the
/// parent's compilations do not count.
class ExitGate {
public:
  /// The process's own. Closed by an exit handler that is registered when the library is opened, and once more after
  /// the first compilation, as that has made further static objects, which are destroyed in the reverse order.
  static ExitGate &instance();

  /// False where the gate is closed; else `leave` has to follow, on any thread.
  bool enter();
  void leave();

  bool closed() const { return closed_.load(std::memory_order_seq_cst); }
  /// Returns once all have left, or after `limit`: an exit may be late, but it must not hang.
  void close(std::chrono::milliseconds limit);

  /// Has exit close the gate before any static object is destroyed that is there by now.
  static void closeAtExit();

private:
  /// Process id in the upper half, compilations under way in it in the lower.
  std::atomic<uint64_t> inside_{0};
  std::atomic<bool> closed_{false};
};

} // namespace weft::compiler

#endif
