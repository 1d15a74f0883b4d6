// Computes the offset of each argument in the argument block, the memory from which a kernel loads its arguments.
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

/// One argument's slot, in bytes from the block's start.
struct ArgumentSlot {
  uint64_t offset;
  uint64_t size;
  uint64_t alignment;
};

/// The argument block of one kernel: its slots in the order of the parameters, and its whole size.
struct ArgumentLayout {
  std::vector<ArgumentSlot> slots;
  uint64_t bytes;
};

/// The type that an argument's slot holds: the struct itself for a struct that is passed by value.
llvm::Type *argumentSlotType(const llvm::Argument &argument);

/// Lays out the slots in the order of the parameters, each aligned as its type requires (a three-component vector as a
/// vector of four components). Pointers of every address space, images, pipes and queues have 8 bytes, samplers 4.
ArgumentLayout layoutArguments(const llvm::Function &kernel);

} // namespace weft::compiler

#endif
