// OpenCL C source to spir64 IR, through Clang in this process.
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
  /// Extensions of the language and OpenCL C 3.0 features that the device reports, separated by spaces.
  llvm::StringRef extensions;
  /// Extensions that the device reports and that leave the language as it is: only their pragmas are known.
  llvm::StringRef hostExtensions;
  /// What #include finds before any file: name and text.
  std::vector<std::pair<llvm::StringRef, llvm::StringRef>> headers;
  /// Variables in private memory without an initial value are zero (cl_khr_initialize_memory).
  bool zeroPrivateMemory = false;
  /// Lines of the source, without -g as well.
  bool debugLines = false;
};

struct CompiledSource {
  std::unique_ptr<llvm::Module> module; ///< null where there was an error
  bool isBeyondBudget = false;          ///< the source ended at a limit of SourceBudget
};

/// Compiles one source, in the language version that the options name. Diagnostics are added to `log` as Clang words
/// them. Nothing but files that the source includes is read from the disk.
CompiledSource compileSource(llvm::LLVMContext &context, const SourceRequest &request, std::string &log);

/// A line for the build log of a source that compileSource has refused, and that is one of OpenCL C 3.0 though its
/// options don't say so. Empty where the options name a version, and where OpenCL C 3.0 doesn't help.
std::string adviceOnVersion(const SourceRequest &request);

} // namespace weft::compiler

#endif
