// Reads the environment variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Options.h"

#include <sys/auxv.h>

#include <charconv>
#include <cstdlib>

namespace weft {

namespace {

std::string readVariable(const char *variable, const char *defaultValue) {
  const char *value = secure_getenv(variable);
  return value && *value ? value : defaultValue;
}

constexpr OptionDescription descriptions[] = {
#define WEFT_OPTION(member, variable, value, help) {variable, value, help},
#include "Options.def"
#undef WEFT_OPTION
};

} // namespace

const Options &Options::get() {
  // Leaked: entry points may run during exit.
  static const Options &options = *new Options{
#define WEFT_OPTION(member, variable, value, help) .member = readVariable(variable, value),
#include "Options.def"
#undef WEFT_OPTION
  };
  return options;
}

std::span<const OptionDescription> optionDescriptions() { return descriptions; }

bool environmentIsForeign() { return getauxval(AT_SECURE) != 0; }

std::optional<unsigned> parseNumber(const std::string &text) {
  unsigned number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty())
    return std::nullopt;
  return number;
}

} // namespace weft
