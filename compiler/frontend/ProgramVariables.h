// The variables that a program has in global memory: where each stands, and how they get their initial values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_PROGRAMVARIABLES_H
#define WEFT_COMPILER_FRONTEND_PROGRAMVARIABLES_H

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
  uint64_t bytes = 0;          ///< 0 where there are no variables
  uint64_t alignment = 1;      ///< of the whole
  llvm::StringRef initialiser; ///< a kernel without arguments, "" where all variables start as zero
};

/// Gives each variable its place in program memory, as metadata (programOffsetMetadata), and moves the initial values
/// to a kernel that stores them, for they may be addresses, which are known only when the program is loaded. Constants
/// whose addresses or contents depend on program memory are placed there too. For a program that is linked completely;
/// one whose variables have their places already keeps them.
void placeProgramVariables(llvm::Module &program);

/// Whether what stands in the IL about the variables' memory is of the form that placeProgramVariables gives it.
bool hasProgramMemoryNumbers(const llvm::Module &program);

/// What placeProgramVariables has decided. *Requires* hasProgramMemoryNumbers.
ProgramMemory programMemory(const llvm::Module &program);

/// Gives a variable a name for the host, whatever its linkage.
void giveHostName(llvm::GlobalVariable &variable, llvm::StringRef name);

/// A variable of a program in global memory that the host can name: one that is not static, or has a name for the host.
bool isVisibleVariable(const llvm::GlobalVariable &variable);

/// Where a visible variable stands. One with a name for the host is there under each of its names.
struct PlacedVariable {
  llvm::StringRef name;
  uint64_t offset;
  uint64_t bytes;
};
/// The visible ones. *Requires* hasProgramMemoryNumbers.
std::vector<PlacedVariable> visibleVariables(const llvm::Module &program);

/// The kernel that gives variables their values, for now one that does nothing if there was none. placeProgramVariables
/// puts the values that are known before what it does by then.
llvm::Function &getOrMakeInitialiser(llvm::Module &program);
/// Whether the function is that kernel: it is no kernel of the program's own.
bool isInitialiser(const llvm::Function &function);

} // namespace weft::compiler

#endif
