// The variables that a program has in global memory: the offset of each, and how they get their initial values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_PROGRAM_VARIABLES_H
#define WEFT_COMPILER_FRONTEND_PROGRAM_VARIABLES_H

#include <cstdint>
#include <vector>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace weft::compiler {

/// The memory that an executable's variables take together (OpenCL C 3.0, section 6.7.1: program scope variables, and
/// static ones in functions).
struct ProgramMemory {
  uint64_t bytes = 0;          ///< 0 if the program has no variables
  uint64_t alignment = 1;      ///< of the whole memory
  llvm::StringRef initialiser; ///< the name of a kernel without arguments; "" if all variables start as zero
};

/// Gives each variable its offset in program memory (the memory that ProgramMemory describes), as metadata
/// (programOffsetMetadata). Moves the initial values to a kernel that stores them, because they may be addresses, which
/// are known only when the program is loaded. Constants whose addresses or contents depend on program memory are placed
/// there, too. *Requires* a completely linked program. A program whose variables already have offsets keeps them.
void layOutProgramVariables(llvm::Module &program);

/// Whether the metadata about the variables' memory in the IL has the form that layOutProgramVariables gives it.
bool hasValidProgramMemory(const llvm::Module &program);

/// Returns the decisions of layOutProgramVariables. *Requires* hasValidProgramMemory.
ProgramMemory programMemory(const llvm::Module &program);

/// Gives a variable a name for the host, whatever its linkage.
void setHostName(llvm::GlobalVariable &variable, llvm::StringRef name);

/// Whether the host can name a variable of a program in global memory: the variable is not static, or it has a name for
/// the host.
bool isVisibleVariable(const llvm::GlobalVariable &variable);

/// The location of a visible variable. A variable with names for the host is listed under each of its names.
struct VariableLocation {
  llvm::StringRef name;
  uint64_t offset;
  uint64_t bytes;
};
/// Returns the visible variables. *Requires* hasValidProgramMemory.
std::vector<VariableLocation> visibleVariables(const llvm::Module &program);

/// Returns the initialiser, the kernel that gives variables their values. If there is none, creates an empty one.
/// Constructors may add code to it; layOutProgramVariables then inserts the stores of known values before that code.
llvm::Function &getOrMakeInitialiser(llvm::Module &program);
/// Whether the function is the kernel that getOrMakeInitialiser returns. This kernel is not in the program's source.
bool isInitialiser(const llvm::Function &function);

} // namespace weft::compiler

#endif
