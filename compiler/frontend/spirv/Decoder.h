// The words of a SPIR-V module as instructions with operands.
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

/// One operand. A string, and a number whose type the decoder doesn't know, has several words; all others have one.
struct Operand {
  bool isId = false; ///< of anything: a value, a type, a block, a set of instructions
  llvm::ArrayRef<uint32_t> words;
};

/// An instruction. Parameters of an enumeration's value or of a mask's bits are operands behind it, in the order of the
/// bits. The operands of OpSpecConstantOp begin with the opcode.
struct Instruction {
  spv::Op opcode = spv::Op::OpNop;
  uint32_t offset = 0; ///< in words from the module's beginning
  Id type = 0;         ///< 0 where it has none
  Id result = 0;
  bool isAdded = false;       ///< of the reader's own additions to the grammar
  bool hasAddedValue = false; ///< has one of an enumeration of them
  bool isContinued = false;   ///< has operands of instructions that continue it, which are no others
  llvm::ArrayRef<Operand> operands;

  size_t size() const { return operands.size(); }
  /// 0 where there is no such operand.
  uint32_t word(size_t index) const {
    return index < size() && !operands[index].words.empty() ? operands[index].words[0] : 0;
  }
  llvm::ArrayRef<uint32_t> words(size_t index) const {
    return index < size() ? operands[index].words : llvm::ArrayRef<uint32_t>();
  }
  /// In UTF-8 without zeros, whatever the module has.
  std::string text(size_t index) const;
};

/// A module, as its words say it and no more.
struct DecodedModule {
  uint32_t version = 0; ///< 0x00010400 for 1.4
  std::vector<Instruction> instructions;
  std::vector<uint32_t> words; ///< in the byte order of this machine; instructions point into them
  llvm::BumpPtrAllocator memory;
};

/// The number that SPIR-V begins with, in either byte order.
bool isSpirv(llvm::StringRef bytes);

/// Takes a module apart by the grammar's tables. Fails, with the instruction's place, where a word is missing or left
/// over, where an instruction or a value of an enumeration is unknown, or where an id is defined twice.
llvm::Error decode(llvm::StringRef bytes, DecodedModule &module);

/// "OpFAdd"; "" for an unknown number.
llvm::StringRef nameOf(spv::Op opcode);
/// "Pipes"; "" for an unknown number.
llvm::StringRef nameOf(spv::Capability capability);
/// The extensions of which a module of this version names at least one when it declares the capability; empty where it
/// needs none.
std::vector<llvm::StringRef> extensionsOf(spv::Capability capability, uint32_t version);
/// "fclamp", of the instruction set OpenCL.std; "" for an unknown number.
llvm::StringRef openClNameOf(uint32_t instruction);

} // namespace weft::compiler::spirv

#endif
