// The description of a compiled program that the host side reads: its kernels and their arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_MANIFEST_H
#define WEFT_RUNTIME_CORE_PROGRAMS_MANIFEST_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <CodeRequest.h>

#include "Result.h"

namespace weft::core {

enum class ArgumentKind { global, constant, local, value, image, sampler, pipe, queue };

struct ArgumentManifest {
  std::string name;
  std::string typeName;
  ArgumentKind kind = ArgumentKind::value;
  std::string imageType;       ///< OpenCL C's name for the kind of image, such as "image2d_array_t"; "" for other
                               ///< arguments
  std::string accessQualifier; ///< "none", "read_only", "write_only" or "read_write"
  std::string typeQualifiers;  ///< the qualifiers among "const", "restrict" and "volatile" that the argument has
  uint32_t size = 0;           ///< in bytes
  uint32_t offset = 0;         ///< offset in the argument block
  uint32_t alignment = 1;
};

struct KernelManifest {
  std::string name;
  std::string attributes;
  std::array<uint64_t, 3> requiredLocalSize{};
  std::array<uint64_t, 3> localSizeHint{};
  uint64_t requiredSubGroupSize = 0; ///< 0 if the kernel requires no size
  uint64_t requiredSubGroups = 0;    ///< the count of sub-groups that a group must have; 0 for any count
  uint32_t argumentBytes = 0;
  bool nonUniformGroups = false;
  bool hasBarriers = false;          ///< the kernel, or a function that it calls, has a work-group barrier
  bool isBlock = false;              ///< it is the kernel of a block: kernels enqueue it, and the host can't name it
  std::vector<std::string> enqueues; ///< the blocks among the program's kernels that this kernel refers to
  CodeChecks checks;                 ///< the checks that -weft-check asks for
  std::vector<ArgumentManifest> arguments;

  bool hasRequiredLocalSize() const { return requiredLocalSize[0] != 0; }
};

/// A variable that the host can name, with its offset in the memory of the program's variables.
struct VariableManifest {
  std::string name;
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

/// The variables that a program has in global memory.
struct ProgramMemoryManifest {
  uint64_t bytes = 0;
  uint64_t alignment = 1;
  std::string initialiser; ///< the kernel that stores the variables' initial values; empty if all are zero
  std::vector<VariableManifest> variables;
};

/// A function for which the host can get a pointer.
struct FunctionManifest {
  std::string name;
  uint64_t number = 0; ///< the value of the pointer, in all kernels of the program
};

/// A program's description in the JSON format that compiler/include/WeftCompiler.h defines. `parse` has checked it:
/// each argument lies within the argument block, and each variable within the memory of the variables.
struct Manifest {
  std::vector<KernelManifest> kernels;
  ProgramMemoryManifest programMemory;
  std::vector<FunctionManifest> functions;
  bool argumentInfo = false;
  bool library = false;

  /// Fails with CL_INVALID_BINARY and a sentence that gives the reason.
  static Result<Manifest> parse(std::string_view json);
};

} // namespace weft::core

#endif
