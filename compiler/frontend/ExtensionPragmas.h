// Handles #pragma OPENCL EXTENSION according to the extensions that the device reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_EXTENSION_PRAGMAS_H
#define WEFT_COMPILER_FRONTEND_EXTENSION_PRAGMAS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace weft::compiler {

/// Handles the pragmas of extensions. If Clang has no use for an extension's pragma in the program's language version,
/// it reports the pragma as unknown, even if the device reports the extension. Here, in all versions, a pragma is
/// unknown only if the device doesn't report its extension.
class ExtensionPragmas : public clang::PPCallbacks {
public:
  /// `extensions` has the extensions that the device reports, separated by spaces. Silences Clang's own warnings.
  ExtensionPragmas(clang::DiagnosticsEngine &diagnostics, llvm::StringRef extensions);

  void PragmaOpenCLExtension(clang::SourceLocation where, const clang::IdentifierInfo *name,
                             clang::SourceLocation whereState, unsigned state) override;

private:
  clang::DiagnosticsEngine &diagnostics_;
  unsigned unknown_; ///< the id of the warning
  llvm::StringSet<> known_;
};

} // namespace weft::compiler

#endif
