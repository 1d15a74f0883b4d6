// Writes the metadata of kernels in Clang's form.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_ENTRY_POINT_WRITER_H
#define WEFT_COMPILER_FRONTEND_SPIRV_ENTRY_POINT_WRITER_H

#include "frontend/spirv/ArgumentTypes.h"
#include "frontend/spirv/DebugArguments.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {

/// Writes the metadata of kernels from entry points, their execution modes and names, once all functions are read:
/// kernel_arg_*, reqd_work_group_size and similar. SPIR-V doesn't record the signs and type names of arguments. They
/// come from strings that some producers write for this, "kernel_arg_type.<kernel>.<type>,<type>,". If a module has
/// none for a kernel, they come from debug information about the entry point or its body. Otherwise the names come from
/// the SPIR-V types (ArgumentTypes), and are empty if these don't record them.
class EntryPointWriter {
public:
  explicit EntryPointWriter(Reader &reader)
      : reader_(reader), types_(reader.source_, reader.types_, reader.names_), debug_(reader.source_) {}
  void write();

private:
  /// The module's facts about a function.
  struct Declaration {
    Id type = 0;
    std::vector<Id> parameters;
    size_t calls = 0; ///< the number of calls in the function
    /// The function that this function calls, if this function has only that call and passes just its own parameters;
    /// else 0. Some producers write each kernel as two functions: the entry point, and a body that the entry point
    /// calls. Then only the body has the argument names of the source.
    Id body = 0;
  };
  using Declarations = std::map<Id, Declaration>;
  static Declarations declarationsOf(const DecodedModule &module);

  void writeModes(const EntryPoint &entry, llvm::Function &kernel);
  void writeSizes(const Instruction &mode, bool areIds, llvm::StringRef kind, llvm::Function &kernel);
  void writeSubGroups(const Instruction &mode, llvm::Function &kernel);
  /// Returns, by index, the names and types that OpName and debug information give to a function's parameters.
  std::map<unsigned, DebugArgument> describedOf(Id function, const Declarations &declarations) const;
  /// Returns the same as describedOf for an entry point. A name or type that the entry point lacks comes from its body.
  std::map<unsigned, DebugArgument> argumentsOf(Id function, const Declarations &declarations) const;
  void writeArguments(llvm::Function &kernel, const Type &type, llvm::ArrayRef<Id> parameters,
                      const std::map<unsigned, DebugArgument> &described);
  /// Creates a kernel that calls `body`. This is needed if one function is several entry points.
  llvm::Function &writeKernel(const EntryPoint &entry, llvm::Function &body);
  std::string typeQualifiers(Id parameter) const;
  std::vector<std::string> stringsFor(llvm::StringRef kind, const llvm::Function &kernel) const;

  Reader &reader_;
  ArgumentTypes types_;
  DebugArguments debug_;
};

} // namespace weft::compiler::spirv

#endif
