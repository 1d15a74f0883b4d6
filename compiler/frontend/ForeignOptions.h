// Compiler options of other platforms, which programs pass to every platform alike.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_FOREIGN_OPTIONS_H
#define WEFT_COMPILER_FRONTEND_FOREIGN_OPTIONS_H

#include <optional>

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// An option that is known, and that nothing follows from on this device.
struct ForeignOption {
  /// Whose compilers have it, for the build log.
  llvm::StringRef owner;
  /// Whether the next word is its value, unless that word is an option.
  bool mayTakeWord = false;
};

/// Nothing for an option that no other platform is known to have, and for one whose absence would change what a program
/// means.
std::optional<ForeignOption> findForeignOption(llvm::StringRef word);

} // namespace weft::compiler

#endif
