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

/// What compiler options ask for (OpenCL 3.0, section 5.8.6.1 to 5.8.6.7). Hints that make no difference on this
/// device, such as -cl-denorms-are-zero, are accepted and leave no trace.
struct CompileOptions {
  /// As -cl-std names it: "CL1.2", "CLC++2021".
  std::string languageVersion = "CL1.2";
  /// Whether -cl-std has named it.
  bool namesLanguageVersion = false;
  bool isCxx() const { return llvm::StringRef(languageVersion).starts_with("CLC++"); }
  /// -D and -I in their order, as Clang wants them.
  std::vector<std::string> preprocessor;
  /// Options about floating point, in Clang's own words.
  std::vector<std::string> math;
  /// How the source is called in diagnostics and debug information (-s); empty: as it is without a name.
  std::string sourceFile;
  bool argumentInfo = false;
  bool uniformGroups = false;
  bool optimise = true;
  bool debug = false;
  bool noWarnings = false;
  bool warningsAreErrors = false;
  /// -weft-check=memory,values: what kernels look for while they run.
  CodeChecks checks;
  /// For the build log: a line for each option of other platforms, which is ignored; none with -w.
  std::string warnings;
};

/// What linker options ask for (section 5.8.7).
struct LinkOptions {
  bool createLibrary = false;
  bool enableLinkOptions = false;
  /// As those of compiler options.
  std::string warnings;
};

/// Cuts an option string at white space. Double or single quotes keep white space in a word; a backslash takes away the
/// meaning of a quote, a space or a backslash after it. Fails where a quote is not closed.
llvm::Expected<std::vector<std::string>> splitOptions(llvm::StringRef text);

/// The error is a sentence that names the word at fault.
llvm::Expected<CompileOptions> parseCompileOptions(llvm::StringRef text);
llvm::Expected<LinkOptions> parseLinkOptions(llvm::StringRef text);

} // namespace weft::compiler

#endif
