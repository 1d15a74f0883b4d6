// Where kernels call the runtime.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_RUNTIME_CALL_H
#define WEFT_DEVICE_CPU_RUNTIME_CALL_H

namespace weft::cpu {

/// Around what a kernel calls that can't be left in the middle, as it takes memory or locks: a fault there ends the
/// process, also where faults of kernels end their launches alone. On the thread that runs the kernel.
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
