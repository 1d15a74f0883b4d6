// Handles #pragma OPENCL EXTENSION according to the extensions that the device reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_EXTENSION_PRAGMAS_H
#define WEFT_COMPILER_FRONTEND_EXTENSION_PRAGMAS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace weft::compiler {

/// Warns of each pragma for an extension that the device doesn't report, in every language version. This replaces
/// Clang's own warnings: Clang also calls a pragma unknown if the device reports the extension but Clang has no use for
/// the extension's pragma in the program's language version.
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
