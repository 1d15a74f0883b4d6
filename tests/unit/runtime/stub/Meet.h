// The argument block of the kernel in Meet.c.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_RUNTIME_STUB_MEET_H
#define WEFT_TESTS_UNIT_RUNTIME_STUB_MEET_H

#include <stdint.h>

struct MeetArguments {
  /// [0] is the number of executions that have begun. [1] is the number of executions that gave up waiting for others.
  uint32_t *meeting;
  uint32_t *sums; ///< one for each work-item
  uint32_t expected;
  uint32_t amount;
};

#endif
