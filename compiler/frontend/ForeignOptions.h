// Compiler options of other platforms, which programs pass to every platform alike.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_FOREIGN_OPTIONS_H
#define WEFT_COMPILER_FRONTEND_FOREIGN_OPTIONS_H

#include <optional>

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// An option that is known, but has no effect on this device.
struct ForeignOption {
  /// The owner of the compilers that have the option, for the build log.
  llvm::StringRef owner;
  /// Whether the next word is this option's value. A next word that begins with '-' is never a value.
  bool mayTakeWord = false;
};

/// Returns the option that `word` names. Returns nothing for an option that no other platform is known to have. Also
/// returns nothing for an option that changes the meaning of a program, because ignoring it would be an error.
std::optional<ForeignOption> findForeignOption(llvm::StringRef word);

} // namespace weft::compiler

#endif
