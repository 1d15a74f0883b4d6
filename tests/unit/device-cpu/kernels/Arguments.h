// The argument blocks of the test kernels in this folder.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_DEVICE_CPU_KERNELS_ARGUMENTS_H
#define WEFT_TESTS_UNIT_DEVICE_CPU_KERNELS_ARGUMENTS_H

#include <stdint.h>

/// The arguments of `mark-loops` and `mark-fibers`. These kernels count the visits of each work-item and store the
/// values that the work-item saw. The index is the work-item's linear global id.
struct MarkArguments {
  uint32_t *visits;
  uint64_t *linearGroupIds;
  uint64_t *groupSizes;
};

/// The arguments of `reverse-loops`, `reverse-fibers` and `reverse-once-fibers`. Each group copies its elements from
/// `source` to `destination` in reverse order, by way of local memory at byte offset `local`. The loops kernel also
/// uses scratch.
struct ReverseArguments {
  const uint32_t *source;
  uint32_t *destination;
  uint64_t local;
};

/// The action of the faulting work-item of `faulting-*`.
enum FaultKind {
  FAULT_NONE,
  FAULT_WRITE,       ///< writes an integer to `address`
  FAULT_READ,        ///< reads an integer from `address`
  FAULT_JUMP,        ///< calls a function at `address`
  FAULT_STACK,       ///< calls itself `address` times
  FAULT_DIVIDE,      ///< divides by `address`
  FAULT_INSTRUCTION, ///< runs an invalid instruction
  FAULT_COPY,        ///< calls the C library, which writes `bytes` bytes to `address`
};

/// The arguments of `faulting-loops` and `faulting-fibers`. Each work-item increments its element of `done`, and then
/// work-item `item` faults.
struct FaultingArguments {
  uint32_t *done;
  uint64_t kind; ///< FaultKind
  uint64_t item;
  uint64_t address;
  uint64_t bytes;
};

#endif
