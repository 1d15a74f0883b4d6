// Pragmas about extensions, by what the device reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_EXTENSION_PRAGMAS_H
#define WEFT_COMPILER_FRONTEND_EXTENSION_PRAGMAS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace weft::compiler {

/// Clang calls the pragma of an extension unknown where it has no use for the pragma in the language version of the
/// program, though the device reports the extension. Here a pragma is unknown if the device doesn't report its
/// extension, in all versions alike.
class ExtensionPragmas : public clang::PPCallbacks {
public:
  /// `extensions` are those that the device reports, separated by spaces. Silences Clang's own warnings.
  ExtensionPragmas(clang::DiagnosticsEngine &diagnostics, llvm::StringRef extensions);

  void PragmaOpenCLExtension(clang::SourceLocation where, const clang::IdentifierInfo *name,
                             clang::SourceLocation whereState, unsigned state) override;

private:
  clang::DiagnosticsEngine &diagnostics_;
  unsigned unknown_; ///< number of the warning
  llvm::StringSet<> known_;
};

} // namespace weft::compiler

#endif
