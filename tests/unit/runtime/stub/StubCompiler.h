// What the stub of a compiler has been asked, for tests that open it as well.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_RUNTIME_STUB_STUB_COMPILER_H
#define WEFT_TESTS_UNIT_RUNTIME_STUB_STUB_COMPILER_H

/// The library's symbol `stubState`. Changed and read by atomic built-ins.
struct StubState {
  int generated; ///< kernels, from the beginning of each
  int policy;    ///< in the end of the thread that the last one was made on, as in sched.h
  int isHeld;    ///< while nonzero, requests with `begins` come no further
};

#endif
