// A compiled or linked program: its IL, its manifest, and for an executable its kernels. An image never changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_PROGRAM_IMAGE_H
#define WEFT_RUNTIME_CORE_PROGRAMS_PROGRAM_IMAGE_H

#include <CL/cl.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "Result.h"
#include "core/programs/FoundSchedules.h"
#include "core/programs/Manifest.h"

namespace weft::core {

class KernelDefinition;
class ProgramMemory;
struct Services;

/// A program's IL, the hash of the IL, which is a part of the cache keys of its kernels, the schedules that searches
/// have found for the kernels, and the services that compile the IL to machine code.
struct ProgramCode {
  const Services &services;
  std::string il;
  std::string hash;
  std::shared_ptr<FoundSchedules> foundSchedules = std::make_shared<FoundSchedules>();
};

class ProgramImage {
public:
  /// `type` is CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, _LIBRARY or _EXECUTABLE.
  static Result<std::shared_ptr<const ProgramImage>> create(const Services &services, cl_program_binary_type type,
                                                            std::string il, std::string manifest,
                                                            bool zeroesPrivateMemory = false);

  /// Returns a copy with this type, which may be the same type. The copy has kernels and variables of its own.
  std::shared_ptr<const ProgramImage> as(cl_program_binary_type type) const;

  cl_program_binary_type type() const { return type_; }
  const std::string &il() const { return code_->il; }
  /// The hash of the IL, which stands for the IL in keys of the disk cache.
  const std::string &ilHash() const { return code_->hash; }
  const Manifest &manifest() const { return manifest_; }
  /// The text of the manifest, as the compiler wrote it. Two images with equal texts have the same kernels, arguments
  /// and variables.
  const std::string &manifestText() const { return manifestText_; }
  /// Whether all modules of the program were compiled for CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR.
  bool zeroesPrivateMemory() const { return zeroesPrivateMemory_; }

  /// For executables: the kernels that the host can name, in the order of their definitions. `kernel` returns null
  /// if no such kernel has this name.
  const std::vector<std::shared_ptr<KernelDefinition>> &kernels() const { return kernels_; }
  std::shared_ptr<KernelDefinition> kernel(std::string_view name) const;
  /// For executables: a variable that the host can name; null if no such variable has this name.
  const VariableManifest *variable(std::string_view name) const;
  /// For executables: a function for which the host can get a pointer; null if no such function has this name.
  const FunctionManifest *function(std::string_view name) const;
  /// The memory of the variables; null if the program has no variables.
  const std::shared_ptr<ProgramMemory> &memory() const { return memory_; }

  /// The image in the form that CL_PROGRAM_BINARIES gives: a header with Weft's version, the IL, the manifest, the
  /// schedules that searches have found so far, a checksum. All calls for an image return as many bytes.
  std::string serialize() const;
  /// Fails with CL_INVALID_BINARY and the reason if the bytes weren't written by `serialize` of this version.
  static Result<std::shared_ptr<const ProgramImage>> deserialize(const Services &services, std::string_view binary);

private:
  ProgramImage() = default;
  void makeKernels();

  cl_program_binary_type type_ = CL_PROGRAM_BINARY_TYPE_NONE;
  bool zeroesPrivateMemory_ = false;
  std::shared_ptr<const ProgramCode> code_;
  std::string manifestText_;
  Manifest manifest_;
  std::vector<std::shared_ptr<KernelDefinition>> kernels_;
  std::shared_ptr<ProgramMemory> memory_;
};

} // namespace weft::core

#endif
