// A program as IL: reading, writing, linking and checking it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_PROGRAM_H
#define WEFT_COMPILER_FRONTEND_PROGRAM_H

#include <memory>
#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// Reads bitcode into a verified spir64 module. The bytes may be anything, as they come from caches and files.
llvm::Expected<std::unique_ptr<llvm::Module>> readProgram(llvm::LLVMContext &context, llvm::StringRef bitcode);

/// Fails if LLVM finds the program malformed, or if it doesn't have the spir64 form (verifySpir64).
llvm::Error verifyProgram(llvm::Module &program);

std::string writeProgram(const llvm::Module &program);

/// Links several programs into one. Fails if two programs define the same symbol.
llvm::Expected<std::unique_ptr<llvm::Module>> linkPrograms(std::vector<std::unique_ptr<llvm::Module>> programs);

/// Fails if functions call each other in a cycle, which OpenCL C forbids (section 6.11, Restrictions).
llvm::Error checkRecursion(llvm::Module &program);

/// Fails if a kernel requires a sub-group size that the device doesn't have (cl_intel_required_subgroup_size).
llvm::Error checkSubGroupSizes(const llvm::Module &program);

/// Fails if the private variables of a function need more memory than a work-item can have (WEFT_PRIVATE_MEMORY_BYTES).
/// Variables that an optimisation has already removed don't count.
llvm::Error checkPrivateVariables(const llvm::Module &program);

/// Whether the function is a kernel that is defined here: one of the program's own, or the initialiser that
/// layOutProgramVariables generates.
bool isKernel(const llvm::Function &function);

/// Returns the function and all functions of the program that it calls, directly or through others.
std::vector<const llvm::Function *> withCallees(const llvm::Function &function);

/// Makes all symbols internal except those that the host can name: kernels and variables (isVisibleVariable). Drops
/// everything that these don't need.
void internaliseProgram(llvm::Module &program);

} // namespace weft::compiler

#endif
