// A scope in which a kernel's call of the runtime can't be abandoned.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_RUNTIME_CALL_H
#define WEFT_DEVICE_CPU_RUNTIME_CALL_H

namespace weft::cpu {

/// Marks a scope in a function of the runtime that a kernel calls. The function takes memory or locks, so it can't be
/// abandoned in the middle. So a fault in this scope ends the process, even if FaultHandling says that a fault ends
/// only the launch. The object is used on the thread that runs the kernel.
class RuntimeCall {
public:
  RuntimeCall() : calls_(ofThisThread()) {
    if (calls_ != nullptr)
      ++*calls_;
  }
  ~RuntimeCall() {
    if (calls_ != nullptr)
      --*calls_;
  }
  RuntimeCall(const RuntimeCall &) = delete;
  RuntimeCall &operator=(const RuntimeCall &) = delete;

private:
  /// Null on threads that run no kernel.
  static unsigned *ofThisThread();

  unsigned *const calls_;
};

} // namespace weft::cpu

#endif
