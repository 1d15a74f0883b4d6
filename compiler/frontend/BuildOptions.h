// The options of clBuildProgram, clCompileProgram and clLinkProgram.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_BUILD_OPTIONS_H
#define WEFT_COMPILER_FRONTEND_BUILD_OPTIONS_H

#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include "CodeRequest.h"

namespace weft::compiler {

/// The settings that compiler options request (OpenCL 3.0, section 5.8.6.1 to 5.8.6.7). Hints that make no difference
/// on this device, such as -cl-denorms-are-zero, are accepted and set nothing.
struct CompileOptions {
  /// The language version as -cl-std names it: "CL1.2", "CLC++2021".
  std::string languageVersion = "CL1.2";
  /// Whether -cl-std was given.
  bool namesLanguageVersion = false;
  bool isCxx() const { return llvm::StringRef(languageVersion).starts_with("CLC++"); }
  /// The -D and -I options in their order, in Clang's form.
  std::vector<std::string> preprocessor;
  /// Options about floating point, in Clang's form.
  std::vector<std::string> math;
  /// The name of the source in diagnostics and debug information (-s). If it is empty, they name the source
  /// "program.cl".
  std::string sourceFile;
  bool argumentInfo = false;
  bool uniformGroups = false;
  bool optimise = true;
  bool debug = false;
  bool noWarnings = false;
  bool warningsAreErrors = false;
  /// The faults that kernels check for while they run, as -weft-check=memory,values requests.
  CodeChecks checks;
  /// For the build log: a line for each ignored option of another platform. Empty if -w is given.
  std::string warnings;
};

/// The settings that linker options request (section 5.8.7).
struct LinkOptions {
  bool createLibrary = false;
  bool enableLinkOptions = false;
  /// For the build log: like CompileOptions::warnings.
  std::string warnings;
};

/// Splits an option string at white space. Double or single quotes keep white space in a word. A backslash makes a
/// quote, a space or a backslash after it a plain character. Fails if a quote is not closed.
llvm::Expected<std::vector<std::string>> splitOptions(llvm::StringRef text);

/// Reads the options in `text`. If a word isn't a valid option, the error is a sentence that names the word.
llvm::Expected<CompileOptions> parseCompileOptions(llvm::StringRef text);
llvm::Expected<LinkOptions> parseLinkOptions(llvm::StringRef text);

} // namespace weft::compiler

#endif
