// The limits of one SPIR-V module, such as the number of its instructions. They are checked before anything else.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_MODULE_BUDGET_H
#define WEFT_COMPILER_FRONTEND_SPIRV_MODULE_BUDGET_H

#include <cstdint>
#include <ctime>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include "frontend/spirv/Decoder.h"

namespace weft::compiler::spirv {

/// A limit, and the part of a sentence that the build log has about a module beyond it; {0} stands for the limit. A
/// module beyond a limit is refused.
struct ModuleLimit {
  uint64_t most;
  llvm::StringLiteral sentence;
};

/// Every limit is several times what large programs need. For some of the limited things, the time that the validator
/// and LLVM take grows with the square of their number, or doubles with each one. Below the limits a module takes
/// seconds at most.
struct ModuleLimits {
  static constexpr ModuleLimit instructions = {uint64_t(1) << 20, "has more than {0} instructions"};
  static constexpr ModuleLimit functions = {uint64_t(1) << 15, "has more than {0} functions"};
  static constexpr ModuleLimit entryPoints = {uint64_t(1) << 13, "has more than {0} entry points"};
  static constexpr ModuleLimit nameLetters = {uint64_t(1) << 14, "gives something a name of more than {0} letters"};

  // Limits of types, which nest: structures in arrays in pointers, and so on.
  static constexpr ModuleLimit typeLevels = {256, "has types of types, more than {0} levels deep"};
  /// The parts of a type are the type itself and the types in it, at any depth. The element type of an array or vector
  /// counts once. The type of a structure's member counts for each member.
  static constexpr ModuleLimit typeParts = {uint64_t(1) << 16,
                                            "has a type of more than {0} parts, those of its parts included"};
  /// Each instruction with a result counts with all parts of the result's type.
  static constexpr ModuleLimit valueParts = {uint64_t(1) << 25, "has values that are of more than {0} parts together"};

  // Limits of annotations.
  /// If OpGroupDecorate applies the decorations of a group to several ids, each decoration counts once for each of
  /// these ids.
  static constexpr ModuleLimit groupDecorations = {uint64_t(1) << 20, "decorates by groups more than {0} times"};
  /// From version 1.4 on, each entry point lists all variables that it uses, which may be all variables of the module.
  /// In such a module, the number counted is that of the entry points times that of the variables.
  static constexpr ModuleLimit interfaceVariables = {
      uint64_t(1) << 22, "has entry points with more than {0} variables in their interfaces together"};
  /// The limit is for the bytes of all names, times the number of entry points, because each entry point's name is
  /// compared with all others.
  static constexpr ModuleLimit entryPointLetters = {uint64_t(1) << 29,
                                                    "has entry points with names too long for their number"};

  /// If a function is several entry points, each execution mode of the function counts once for each of them.
  static constexpr ModuleLimit executionModes = {uint64_t(1) << 20,
                                                 "has entry points with more than {0} execution modes together"};

  /// Each argument of each kernel counts, because the host receives information about each of them.
  static constexpr ModuleLimit arguments = {uint64_t(1) << 16, "has kernels with more than {0} arguments together"};

  // Limits of calls, including calls through other functions.
  static constexpr ModuleLimit callLevels = {1024, "has calls within calls, more than {0} levels deep"};
  /// Limits each function's number of expanded calls: its own calls and, for each of them, those of the called
  /// function.
  static constexpr ModuleLimit expandedCalls = {
      uint64_t(1) << 22, "has a function of more than {0} calls, with the calls within each of them"};
  static constexpr ModuleLimit reachedFunctions = {
      uint64_t(1) << 24, "has functions that call more than {0} others together, directly or through others"};
  static constexpr ModuleLimit reachedInstructions = {
      uint64_t(1) << 26, "has kernels that consist of more than {0} instructions together, with all that they call"};

  // Limits of control flow.
  static constexpr ModuleLimit blocks = {uint64_t(1) << 17, "has more than {0} blocks"};
  static constexpr ModuleLimit cases = {uint64_t(1) << 16, "has switches of more than {0} cases together"};
  /// Each branch counts with the number of blocks on the path by which a depth-first search reaches it.
  static constexpr ModuleLimit flowSteps = {uint64_t(1) << 30, "has functions with too many blocks in a row"};

  /// The CPU time of the thread that reads the module.
  static constexpr ModuleLimit seconds = {30, "takes more than {0} s to read"};
};

/// Measures the CPU time that the thread has used since the clock was created. It catches costs that no other limit
/// covers.
class ModuleClock {
public:
  ModuleClock();
  /// Called for each instruction of a module. Reads the time only in every callsPerLook-th call and returns false in
  /// the others, because reading the time takes longer than reading an instruction.
  bool isOver() { return ++calls_ % callsPerLook == 0 && isOverNow(); }
  bool isOverNow() const;

private:
  static constexpr uint32_t callsPerLook = 64;
  timespec start_{};
  uint32_t calls_ = 0;
};

/// Fails, with the sentence of a limit, if a module exceeds it. Takes time in proportion to the module and to the
/// limits. The module needn't be valid.
llvm::Error checkBudget(const DecodedModule &module);

/// Makes the error for a limit: "The SPIR-V module can't be used: it has more than ..."
llvm::Error beyond(const ModuleLimit &limit);

/// Parts of checkBudget: checkCalls checks the limits of calls, and checkFlow those of blocks and branches.
llvm::Error checkCalls(const DecodedModule &module);
llvm::Error checkFlow(const DecodedModule &module);

} // namespace weft::compiler::spirv

#endif
