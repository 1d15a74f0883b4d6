// The argument blocks of the test kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_DEVICE_CPU_KERNELS_ARGUMENTS_H
#define WEFT_TESTS_UNIT_DEVICE_CPU_KERNELS_ARGUMENTS_H

#include <stdint.h>

/// Of `mark-loops` and `mark-fibers`: for each work-item, by its linear global id, counts the visits and writes down
/// what it saw.
struct MarkArguments {
  uint32_t *visits;
  uint64_t *linearGroupIds;
  uint64_t *groupSizes;
};

/// Of `reverse-loops`, `reverse-fibers` and `reverse-once-fibers`: each group writes `source` to `destination` in
/// reverse order, by way of local memory at byte offset `local` and, for loops, of scratch.
struct ReverseArguments {
  const uint32_t *source;
  uint32_t *destination;
  uint64_t local;
};

/// What the work-item of `faulting-*` does.
enum FaultKind {
  FAULT_NONE,
  FAULT_WRITE,       ///< a number to `address`
  FAULT_READ,        ///< one from there
  FAULT_JUMP,        ///< calls a function there
  FAULT_STACK,       ///< calls itself `address` times
  FAULT_DIVIDE,      ///< by `address`
  FAULT_INSTRUCTION, ///< runs none
  FAULT_COPY,        ///< has the C library write `bytes` bytes to `address`
};

/// Of `faulting-loops` and `faulting-fibers`: each work-item counts itself in `done`, then work-item `item` faults.
struct FaultingArguments {
  uint32_t *done;
  uint64_t kind; ///< FaultKind
  uint64_t item;
  uint64_t address;
  uint64_t bytes;
};

#endif
