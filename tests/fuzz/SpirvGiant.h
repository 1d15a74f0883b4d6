// SPIR-V modules that are short to say and long to read: much of one thing, nested or repeated.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_FUZZ_SPIRV_GIANT_H
#define WEFT_TESTS_FUZZ_SPIRV_GIANT_H

#include <cstdint>
#include <string>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

#include "FuzzRun.h"

namespace weft::fuzz {

/// A module in the making. Instructions may come in any order of sections, and are written in SPIR-V's order.
class SpirvGiant {
public:
  using Id = uint32_t;
  enum Section { capabilities, sets, entries, modes, strings, names, decorations, globals, bodies, sectionCount };

  explicit SpirvGiant(Random &random);

  Id newId() { return nextId_++; }
  void add(Section section, spv::Op opcode, const std::vector<uint32_t> &words);
  /// A declaration with a result: `words` follow it.
  Id declare(spv::Op opcode, const std::vector<uint32_t> &words = {});
  /// A constant with a type, or a variable: `words` follow the result.
  Id constant(spv::Op opcode, Id type, const std::vector<uint32_t> &words = {});
  Id number(uint32_t value) { return constant(spv::Op::OpConstant, uintType, {value}); }
  Id pointer(spv::StorageClass storage, Id to);
  Id array(Id element, uint32_t length) { return declare(spv::Op::OpTypeArray, {element, number(length)}); }

  // In the function at hand.
  void say(spv::Op opcode, const std::vector<uint32_t> &words = {}) { add(bodies, opcode, words); }
  Id compute(spv::Op opcode, Id type, const std::vector<uint32_t> &words = {});
  Id label();
  /// Ends a block and begins the next.
  void label(Id id) { say(spv::Op::OpLabel, {id}); }
  void branch(Id to) { say(spv::Op::OpBranch, {to}); }
  void branch(Id condition, Id yes, Id no) { say(spv::Op::OpBranchConditional, {condition, yes, no}); }

  /// Begins a function that takes a pointer to numbers, `data`, and is no kernel unless it is made one.
  Id beginFunction();
  /// Begins the kernel "k", reads a number, and makes a condition of it.
  Id beginKernel();
  void makeKernel(Id function, const std::string &name, const std::vector<Id> &interface = {});
  void endFunction();
  /// Writes a number to the memory that the function has got: what it was made of is needed.
  void store(Id value);

  static std::vector<uint32_t> text(const std::string &text);
  std::string write() const;

  Random &random;
  Id voidType, boolType, uintType, ulongType, floatType, dataType, functionType;
  Id one, openCl;
  uint32_t version = 0x00010200;
  Id data = 0;      ///< of the function at hand
  Id value = 0;     ///< the kernel's number
  Id condition = 0; ///< the kernel's

private:
  std::vector<uint32_t> words_[sectionCount];
  Id nextId_ = 1;
};

/// A kind of giant. `size` of the thing that it has much of is at most `most`.
struct GiantShape {
  const char *name;
  uint32_t most;
  void (*make)(SpirvGiant &giant, uint32_t size);
};

/// Of types, constants and annotations; and of functions, flow and instructions.
extern const std::vector<GiantShape> giantDeclarations;
extern const std::vector<GiantShape> giantBodies;

} // namespace weft::fuzz

#endif
