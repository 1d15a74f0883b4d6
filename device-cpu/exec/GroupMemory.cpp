// Computes how much memory a work-group needs besides local memory: scratch and stacks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupMemory.h"

#include <algorithm>
#include <bit>

namespace weft::cpu {

namespace {

constexpr uint64_t uncountable = GroupMemory::uncountable;

uint64_t sum(uint64_t a, uint64_t b) { return std::min(a + b, uncountable); }

uint64_t product(uint64_t a, uint64_t b) {
  uint64_t result;
  return __builtin_mul_overflow(a, b, &result) ? uncountable : std::min(result, uncountable);
}

uint64_t boundedMultiple(uint64_t value, uint64_t multiple) {
  const uint64_t above = sum(std::min(value, uncountable), multiple - 1);
  return std::has_single_bit(multiple) ? above & -multiple : above / multiple * multiple;
}

} // namespace

GroupMemory groupMemory(const WeftKernelInfo &kernel, const uint64_t *localSize) {
  GroupMemory group{};
  group.items = 1;
  for (unsigned d = 0; d < 3; ++d)
    group.items = product(group.items, d == kernel.packetDimension
                                           ? boundedMultiple(localSize[d], std::max<uint64_t>(1, kernel.packetWidth))
                                           : localSize[d]);
  group.arrayItems = boundedMultiple(group.items, WEFT_SCRATCH_ITEMS_MULTIPLE);
  group.scratchBytes = product(group.arrayItems, kernel.scratchBytesPerItem);
  group.stackBytes = std::min(kernel.stackBytes, uncountable);
  if (kernel.executor == WEFT_EXECUTOR_FIBERS)
    group.stacks = group.items;
  else
    group.stacks = kernel.stackBytes > borrowedStackBytes ? 1 : 0;
  return group;
}

uint64_t GroupMemory::bytes() const { return sum(scratchBytes, product(stacks, stackBytes)); }

} // namespace weft::cpu
