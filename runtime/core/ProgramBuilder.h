// Compiles and links programs, by the disk cache or by the compiler.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAM_BUILDER_H
#define WEFT_RUNTIME_CORE_PROGRAM_BUILDER_H

#include <CL/cl.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/ProgramImage.h"

namespace weft::core {

/// How a build ended. The log may say something in either case; the image is there on success.
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

/// What to build from, and how.
struct SourceRequest {
  const std::string &source;
  const std::string &options;
  bool zeroPrivateMemory = false; ///< Context::zeroesPrivateMemory
};

/// clBuildProgram: source to an executable. CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS.
BuildOutcome buildSource(const SourceRequest &request);
/// clCompileProgram: source to an object. CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS.
BuildOutcome compileSource(const SourceRequest &request, std::span<const NamedHeader> headers);
/// clLinkProgram: objects and libraries to an executable or a library. CL_LINK_PROGRAM_FAILURE,
/// CL_INVALID_LINKER_OPTIONS.
BuildOutcome linkImages(const Images &images, const std::string &options);

/// clBuildProgram of an executable that came as a binary: itself, once the compiler has found of its IL just what the
/// binary says. CL_INVALID_BINARY.
BuildOutcome buildBinary(const std::shared_ptr<const ProgramImage> &binary);

/// Whether what the text means depends on other files or on the time, so that no cache may answer for it. May say yes
/// without need.
bool dependsOnSurroundings(const std::string &text);

} // namespace weft::core

#endif
