// Kernels' metadata, as Clang writes it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_ENTRY_POINT_WRITER_H
#define WEFT_COMPILER_FRONTEND_SPIRV_ENTRY_POINT_WRITER_H

#include "frontend/spirv/ArgumentTypes.h"
#include "frontend/spirv/DebugArguments.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {

/// Writes what entry points, their execution modes and names say of the kernels, once all functions are read:
/// kernel_arg_*, reqd_work_group_size and their like. What SPIR-V doesn't say of arguments (signs, names of types) is
/// taken from the strings that producers leave for it, "kernel_arg_type.<kernel>.<type>,<type>,", else from debug
/// information. What neither tells is empty.
class EntryPointWriter {
public:
  explicit EntryPointWriter(Reader &reader)
      : reader_(reader), types_(reader.source_, reader.types_, reader.names_), debug_(reader.source_) {}
  void write();

private:
  void writeModes(const EntryPoint &entry, llvm::Function &kernel);
  void writeSizes(const Instruction &mode, bool areIds, llvm::StringRef kind, llvm::Function &kernel);
  void writeSubGroups(const Instruction &mode, llvm::Function &kernel);
  void writeArguments(llvm::Function &kernel, Id function, const Type &type, llvm::ArrayRef<Id> parameters);
  /// Of a function that is several kernels: one that calls it.
  llvm::Function &writeKernel(const EntryPoint &entry, llvm::Function &body);
  std::string typeQualifiers(Id parameter) const;
  std::vector<std::string> told(llvm::StringRef kind, const llvm::Function &kernel) const;

  Reader &reader_;
  ArgumentTypes types_;
  DebugArguments debug_;
};

} // namespace weft::compiler::spirv

#endif
