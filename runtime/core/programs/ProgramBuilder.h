// Compiles and links programs, by the disk cache or the compiler.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_PROGRAM_BUILDER_H
#define WEFT_RUNTIME_CORE_PROGRAMS_PROGRAM_BUILDER_H

#include <CL/cl.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "Result.h"
#include "core/objects/Services.h"
#include "core/programs/IlModule.h"
#include "core/programs/ProgramImage.h"

namespace weft::core {

class CacheKeyBuilder;
struct CompilerOutput;

/// How a build ended. The log may have text whether or not the build succeeded. The image is set on success.
struct BuildOutcome {
  cl_int code = CL_SUCCESS;
  std::string log;
  std::shared_ptr<const ProgramImage> image;
};

struct NamedHeader {
  std::string name;
  std::string text;
};

using Images = std::vector<std::shared_ptr<const ProgramImage>>;

/// The source of a build, with its options.
struct SourceRequest {
  const std::string &source;
  const std::string &options;
  bool zeroPrivateMemory = false; ///< Context::zeroesPrivateMemory
};

/// The IL module of a build, with its options.
struct IlRequest {
  const IlModule &module;
  const std::string &options;
  IlConstantValues constants;
  bool zeroPrivateMemory = false; ///< Context::zeroesPrivateMemory
};

class ProgramBuilder {
public:
  explicit ProgramBuilder(const Services &services) : services_(services) {}

  /// clBuildProgram: from source to an executable. CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS.
  BuildOutcome buildSource(const SourceRequest &request) const;
  /// clCompileProgram: from source to an object. CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS.
  BuildOutcome compileSource(const SourceRequest &request, std::span<const NamedHeader> headers) const;
  /// Build or compile a SPIR-V module in the same way.
  BuildOutcome buildIl(const IlRequest &request) const;
  BuildOutcome compileIl(const IlRequest &request) const;
  /// clLinkProgram: from objects and libraries to an executable or a library. CL_LINK_PROGRAM_FAILURE,
  /// CL_INVALID_LINKER_OPTIONS.
  BuildOutcome linkImages(const Images &images, const std::string &options) const;
  /// clBuildProgram for an executable that was created from a binary. Succeeds with the binary itself if the compiler
  /// derives from its IL exactly the manifest in the binary. Error: CL_INVALID_BINARY.
  BuildOutcome buildBinary(const std::shared_ptr<const ProgramImage> &binary) const;

private:
  /// What distinguishes the three entry points: the type of binary that they create, and the codes with which they
  /// report the same two failures.
  struct BuildKind {
    cl_program_binary_type type;
    cl_int failure;
    cl_int invalidOptions;
  };
  static constexpr BuildKind building = {CL_PROGRAM_BINARY_TYPE_EXECUTABLE, CL_BUILD_PROGRAM_FAILURE,
                                         CL_INVALID_BUILD_OPTIONS};
  static constexpr BuildKind compiling = {CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, CL_COMPILE_PROGRAM_FAILURE,
                                          CL_INVALID_COMPILER_OPTIONS};
  static constexpr BuildKind linking = {CL_PROGRAM_BINARY_TYPE_EXECUTABLE, CL_LINK_PROGRAM_FAILURE,
                                        CL_INVALID_LINKER_OPTIONS};

  BuildOutcome compileNow(const SourceRequest &from, std::span<const NamedHeader> headers, const BuildKind &kind) const;
  BuildOutcome readNow(const IlRequest &from, const BuildKind &kind) const;
  BuildOutcome linkNow(const Images &images, const std::string &options) const;
  BuildOutcome toOutcome(Result<CompilerOutput> output, bool zeroesPrivateMemory, const BuildKind &kind) const;
  /// Returns the outcome from the cache. If it isn't there, does the work and stores its result.
  BuildOutcome cached(CacheKeyBuilder &parts, const std::function<BuildOutcome()> &work) const;
  bool unpack(const std::string &packed, BuildOutcome &outcome) const;

  const Services &services_;
};

/// Whether the meaning of the text depends on other files or on the time, so that no cached result may be used. May
/// return true without need.
bool dependsOnSurroundings(const std::string &text);

} // namespace weft::core

#endif
