// The state of the stub compiler, which a test reads and changes after it has also opened the library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_RUNTIME_STUB_STUB_COMPILER_H
#define WEFT_TESTS_UNIT_RUNTIME_STUB_STUB_COMPILER_H

/// The type of the library's symbol `stubState`. Atomic built-ins change and read it.
struct StubState {
  int generated; ///< number of kernels whose generation has begun
  int policy;    ///< scheduling policy (sched.h) that the last generating thread had at its end
  int isHeld;    ///< while nonzero, requests with a `begins` callback wait after their beginning
};

#endif
