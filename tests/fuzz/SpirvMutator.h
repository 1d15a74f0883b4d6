// Changes to SPIR-V modules that know what an instruction is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_FUZZ_SPIRV_MUTATOR_H
#define WEFT_TESTS_FUZZ_SPIRV_MUTATOR_H

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "FuzzRun.h"

namespace weft::fuzz {

/// A module as instructions, of which each has its own words. The first of these holds opcode and length; the length is
/// put right when the module is written, unless a change is about it.
struct SpirvModule {
  using Instruction = std::vector<uint32_t>;
  std::array<uint32_t, 5> header = {}; ///< the fourth word is the bound of ids
  std::vector<Instruction> instructions;

  /// Of a valid module in this machine's byte order.
  static SpirvModule read(const std::string &bytes);
  std::string write() const;
};

class SpirvMutator {
public:
  /// `donors` give instructions to others; they must outlive the mutator.
  SpirvMutator(Random &random, const std::vector<SpirvModule> &donors) : random_(random), donors_(donors) {}

  /// A module of the donors with one change or more, as bytes.
  std::string make();

private:
  /// Where an instruction has its type and its result; 0 for none.
  struct Places {
    size_t type = 0, result = 0;
  };
  static Places placesOf(const SpirvModule::Instruction &instruction);

  void change(SpirvModule &module);
  void changeOperand(SpirvModule &module);
  void replaceByKin(SpirvModule &module);
  void changeOpcode(SpirvModule &module);
  void changeList(SpirvModule &module);
  void changeShape(SpirvModule &module);
  void insertForeign(SpirvModule &module);
  void changeFlow(SpirvModule &module);
  void changeHeader(SpirvModule &module);
  void damage(std::string &bytes);

  SpirvModule::Instruction &anyInstruction(SpirvModule &module);
  uint32_t anyNumber(uint32_t bound);

  Random &random_;
  const std::vector<SpirvModule> &donors_;
};

} // namespace weft::fuzz

#endif
