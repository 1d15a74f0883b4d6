// The environment variables, read once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_OPTIONS_H
#define WEFT_RUNTIME_SUPPORT_OPTIONS_H

#include <optional>
#include <span>
#include <string>

namespace weft {

/// The values of the table in Options.def: the environment's, or the default where it is unset or empty.
struct Options {
#define WEFT_OPTION(member, variable, value, help) std::string member;
#include "Options.def"
#undef WEFT_OPTION

  /// Read at the first call; later changes of the environment have no effect. Where it is another's (see below), all
  /// are the defaults.
  static const Options &get();
};

/// A row of the table, for the documentation and its test.
struct OptionDescription {
  const char *variable;
  const char *defaultValue;
  const char *help;
};
std::span<const OptionDescription> optionDescriptions();

/// Whether the process runs with more rights than who started it, who chose the environment: by a set-user-ID or
/// set-group-ID bit, or by capabilities of the file (getauxval(3), AT_SECURE).
bool environmentIsForeign();

/// The text as a whole non-negative decimal number.
std::optional<unsigned> parseNumber(const std::string &text);

} // namespace weft

#endif
