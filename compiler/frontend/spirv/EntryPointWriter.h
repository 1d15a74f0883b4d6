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
/// information. What neither tells of the entry point or of its body is empty.
class EntryPointWriter {
public:
  explicit EntryPointWriter(Reader &reader)
      : reader_(reader), types_(reader.source_, reader.types_, reader.names_), debug_(reader.source_) {}
  void write();

private:
  /// What the module says of a function.
  struct Declaration {
    Id type = 0;
    std::vector<Id> parameters;
    size_t calls = 0; ///< in it
    /// Another function that it calls with just its own parameters, and no other; 0 where there is none. Some
    /// producers write each kernel as two functions: the entry point, and its body, which has what the source says.
    Id body = 0;
  };
  using Declarations = std::map<Id, Declaration>;
  static Declarations declarationsOf(const DecodedModule &module);

  void writeModes(const EntryPoint &entry, llvm::Function &kernel);
  void writeSizes(const Instruction &mode, bool areIds, llvm::StringRef kind, llvm::Function &kernel);
  void writeSubGroups(const Instruction &mode, llvm::Function &kernel);
  /// What names and debug information say of a function's parameters, by their index.
  std::map<unsigned, DebugArgument> describedOf(Id function, const Declarations &declarations) const;
  /// The same of an entry point, and where it says nothing, of its body.
  std::map<unsigned, DebugArgument> argumentsOf(Id function, const Declarations &declarations) const;
  void writeArguments(llvm::Function &kernel, const Type &type, llvm::ArrayRef<Id> parameters,
                      const std::map<unsigned, DebugArgument> &described);
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
