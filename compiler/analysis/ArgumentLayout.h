// Where each argument of a kernel stands in the argument block.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_ARGUMENT_LAYOUT_H
#define WEFT_COMPILER_ANALYSIS_ARGUMENT_LAYOUT_H

#include <cstdint>
#include <vector>

namespace llvm {
class Argument;
class Function;
class Type;
} // namespace llvm

namespace weft::compiler {

/// One argument's place, in bytes from the block's start.
struct ArgumentSlot {
  uint64_t offset;
  uint64_t size;
  uint64_t alignment;
};

/// The block of one kernel: its slots in the order of the parameters, and its whole size.
struct ArgumentLayout {
  std::vector<ArgumentSlot> slots;
  uint64_t bytes;
};

/// The type that an argument's slot holds: the struct itself for one passed by value.
llvm::Type *argumentSlotType(const llvm::Argument &argument);

/// Slots follow each other in the order of the parameters, each aligned as its type asks for (a three-component vector
/// as one of four components). Pointers of every address space, images, pipes and queues have 8 bytes, samplers 4.
ArgumentLayout layoutArguments(const llvm::Function &kernel);

} // namespace weft::compiler

#endif
