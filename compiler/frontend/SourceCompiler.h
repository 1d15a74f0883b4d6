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
  /// Extensions and OpenCL C 3.0 features that the device reports, separated by spaces.
  llvm::StringRef extensions;
  /// What #include finds before any file: name and text.
  std::vector<std::pair<llvm::StringRef, llvm::StringRef>> headers;
  /// Variables in private memory without an initial value are zero (cl_khr_initialize_memory).
  bool zeroPrivateMemory = false;
  /// Lines of the source, without -g as well.
  bool debugLines = false;
};

/// Compiles one source. Diagnostics are added to `log` as Clang words them. Null where there was an error. Nothing but
/// files that the source includes is read from the disk.
std::unique_ptr<llvm::Module> compileSource(llvm::LLVMContext &context, const SourceRequest &request, std::string &log);

} // namespace weft::compiler

#endif
