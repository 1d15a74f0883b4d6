// Decodes the words of a SPIR-V module into instructions with operands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_DECODER_H
#define WEFT_COMPILER_FRONTEND_SPIRV_DECODER_H

#include <cstdint>
#include <string>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"

namespace weft::compiler::spirv {

using Id = uint32_t;

/// One operand. A string has several words, and so has a number whose type the decoder doesn't know. All other operands
/// have one word.
struct Operand {
  bool isId = false; ///< the id of anything: a value, a type, a block, a set of instructions
  llvm::ArrayRef<uint32_t> words;
};

/// An instruction. An operand may be a value of an enumeration or a mask. If the value or the bits of the mask have
/// parameters, these are the next operands, in the order of the bits. The operands of OpSpecConstantOp begin with the
/// opcode.
struct Instruction {
  spv::Op opcode = spv::Op::OpNop;
  uint32_t offset = 0; ///< in words from the module's beginning
  Id type = 0;         ///< 0 if the instruction has no type
  Id result = 0;
  bool isAdded = false;       ///< the opcode is one of the reader's own additions to the grammar
  bool hasAddedValue = false; ///< an operand is an enumeration's value from these additions
  /// Whether the operands include those of continuation instructions, which hold the operands that a long instruction
  /// has no room for. Continuation instructions are not stored by themselves.
  bool isContinued = false;
  llvm::ArrayRef<Operand> operands;

  size_t size() const { return operands.size(); }
  /// Returns the first word of an operand; 0 if the instruction has no such operand.
  uint32_t word(size_t index) const {
    return index < size() && !operands[index].words.empty() ? operands[index].words[0] : 0;
  }
  llvm::ArrayRef<uint32_t> words(size_t index) const {
    return index < size() ? operands[index].words : llvm::ArrayRef<uint32_t>();
  }
  /// Returns valid UTF-8 without zeros, whatever bytes the module has.
  std::string text(size_t index) const;
};

/// A module, exactly as its words encode it.
struct DecodedModule {
  uint32_t version = 0; ///< 0x00010400 for 1.4
  std::vector<Instruction> instructions;
  std::vector<uint32_t> words; ///< in the byte order of this machine; instructions point into them
  llvm::BumpPtrAllocator memory;
};

/// Whether the bytes begin with SPIR-V's magic number, in either byte order.
bool isSpirv(llvm::StringRef bytes);

/// Decodes a module by the grammar's tables. Fails, with the instruction's offset, if a word is missing or left over,
/// if an instruction or a value of an enumeration is unknown, or if an id is defined twice.
llvm::Error decode(llvm::StringRef bytes, DecodedModule &module);

/// Returns the name, such as "OpFAdd"; "" for an unknown number.
llvm::StringRef nameOf(spv::Op opcode);
/// Returns the name, such as "Pipes"; "" for an unknown number.
llvm::StringRef nameOf(spv::Capability capability);
/// Returns the extensions that define the capability. If a module of `version` declares the capability, it must name at
/// least one of them. The list is empty if the module needs no extension for it.
std::vector<llvm::StringRef> extensionsOf(spv::Capability capability, uint32_t version);
/// Returns the name, such as "fclamp", of an instruction of the set OpenCL.std; "" for an unknown number.
llvm::StringRef openClNameOf(uint32_t instruction);

} // namespace weft::compiler::spirv

#endif
