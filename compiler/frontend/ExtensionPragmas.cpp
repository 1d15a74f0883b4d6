// Handles #pragma OPENCL EXTENSION according to the extensions that the device reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/ExtensionPragmas.h"

#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/IdentifierTable.h"

namespace weft::compiler {

ExtensionPragmas::ExtensionPragmas(clang::DiagnosticsEngine &diagnostics, llvm::StringRef extensions)
    : diagnostics_(diagnostics),
      // -Werror applies only to Clang's own diagnostics. So with -Werror, this diagnostic is created as an error.
      unknown_(diagnostics.getCustomDiagID(diagnostics.getWarningsAsErrors() ? clang::DiagnosticsEngine::Error
                                                                             : clang::DiagnosticsEngine::Warning,
                                           "this device has no OpenCL extension '%0'; the pragma is ignored")) {
  for (const llvm::StringRef name : llvm::split(extensions, ' '))
    known_.insert(name);
  for (const unsigned clangs :
       {clang::diag::warn_pragma_unknown_extension, clang::diag::warn_pragma_unsupported_extension})
    diagnostics.setSeverity(clangs, clang::diag::Severity::Ignored, clang::SourceLocation());
}

void ExtensionPragmas::PragmaOpenCLExtension(clang::SourceLocation where, const clang::IdentifierInfo *name,
                                             clang::SourceLocation, unsigned) {
  if (name->getName() != "all" && !known_.contains(name->getName()))
    diagnostics_.Report(where, unknown_) << name->getName();
}

} // namespace weft::compiler
