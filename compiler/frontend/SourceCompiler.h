// Compiles OpenCL C source to spir64 IR, with Clang in this process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SOURCE_COMPILER_H
#define WEFT_COMPILER_FRONTEND_SOURCE_COMPILER_H

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include "frontend/BuildOptions.h"

namespace weft::compiler {

struct SourceRequest {
  llvm::StringRef source;
  CompileOptions options;
  /// The extensions of the language and the OpenCL C 3.0 features that the device reports, separated by spaces.
  llvm::StringRef extensions;
  /// The extensions that the device reports and that don't change the language. The compiler knows only their pragmas.
  llvm::StringRef hostExtensions;
  /// The headers that #include finds before any file: name and text.
  std::vector<std::pair<llvm::StringRef, llvm::StringRef>> headers;
  /// Whether variables in private memory without an initial value are zero (cl_khr_initialize_memory).
  bool zeroPrivateMemory = false;
  /// Whether instructions get the line numbers of the source even without -g.
  bool debugLines = false;
};

struct CompiledSource {
  std::unique_ptr<llvm::Module> module; ///< null if there was an error
  bool isBeyondBudget = false;          ///< the source exceeded a limit of SourceBudget, so there is no module
};

/// Compiles one source, in the language version that the options name. Adds Clang's diagnostics to `log` in Clang's
/// words. Reads nothing from the disk except files that the source includes.
CompiledSource compileSource(llvm::LLVMContext &context, const SourceRequest &request, std::string &log);

/// Returns a line for the build log of a source that compileSource has refused, if the source compiles as OpenCL C 3.0
/// but the options name no version. Returns "" if the options name a version, or if OpenCL C 3.0 doesn't help.
std::string adviceOnVersion(const SourceRequest &request);

} // namespace weft::compiler

#endif
