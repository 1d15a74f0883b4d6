// Compiles and links programs. Takes the result from the disk cache if it is there, and otherwise calls the compiler.
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

/// How a build ended. The log may have text whether or not the build succeeded. The image is set if it succeeded, and
/// otherwise null.
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

  /// Does the work of clBuildProgram: compiles source and links it to an executable. Errors: CL_BUILD_PROGRAM_FAILURE,
  /// CL_INVALID_BUILD_OPTIONS.
  BuildOutcome buildSource(const SourceRequest &request) const;
  /// Does the work of clCompileProgram: compiles source to an object. Errors: CL_COMPILE_PROGRAM_FAILURE,
  /// CL_INVALID_COMPILER_OPTIONS.
  BuildOutcome compileSource(const SourceRequest &request, std::span<const NamedHeader> headers) const;
  /// Do the same work for a SPIR-V module instead of source.
  BuildOutcome buildIl(const IlRequest &request) const;
  BuildOutcome compileIl(const IlRequest &request) const;
  /// Does the work of clLinkProgram: links objects and libraries to an executable or a library. Errors:
  /// CL_LINK_PROGRAM_FAILURE, CL_INVALID_LINKER_OPTIONS.
  BuildOutcome linkImages(const Images &images, const std::string &options) const;
  /// Does the work of clBuildProgram for a program that was created from an executable binary. Links the binary's IL
  /// again. If that results in exactly the manifest that the binary contains, the outcome is a copy of the binary.
  /// Otherwise fails with CL_INVALID_BINARY.
  BuildOutcome buildBinary(const std::shared_ptr<const ProgramImage> &binary) const;

private:
  /// What distinguishes clBuildProgram, clCompileProgram and clLinkProgram here: the type of the binary that they
  /// create, and their error codes for a failed build and for invalid options.
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
  /// Returns the outcome that the cache has for the key `parts`. If it has none, calls `work`, stores the outcome and
  /// returns it.
  BuildOutcome cached(CacheKeyBuilder &parts, const std::function<BuildOutcome()> &work) const;
  bool unpack(const std::string &packed, BuildOutcome &outcome) const;

  const Services &services_;
};

/// Whether the result of compiling this source text may depend on other files or on the time. If so, the cache must not
/// be used for it. May return true for texts that don't depend on them.
bool dependsOnSurroundings(const std::string &text);

} // namespace weft::core

#endif
