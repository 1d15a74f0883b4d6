// The environment variables, which are read once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_OPTIONS_H
#define WEFT_RUNTIME_SUPPORT_OPTIONS_H

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

// Declares an enum for each environment variable of Options.def whose value is one of several words.
// clang-format off
#define WEFT_CHOICE(Type, member, variable, value, help) enum class Type : unsigned {
#define WEFT_CHOICES(Type, member, variable, help) enum class Type : unsigned {
#define WEFT_WORD(name, word, meaning) name,
#define WEFT_END_OF_WORDS };
#include "Options.def"
// clang-format on

/// A word that a variable may contain. Its index in wordsOf() is the value of the enum.
struct OptionWord {
  std::string_view word;
  std::string_view meaning;
};

/// Specialised for each enum above.
template <typename Word> std::span<const OptionWord> wordsOf();
#define WEFT_CHOICE(Type, member, variable, value, help) template <> std::span<const OptionWord> wordsOf<Type>();
#define WEFT_CHOICES(Type, member, variable, help) template <> std::span<const OptionWord> wordsOf<Type>();
#include "Options.def"

template <typename Word> std::string_view textOf(Word word) { return wordsOf<Word>()[static_cast<size_t>(word)].word; }

/// A set of values of an enum.
template <typename Word> class EnumSet {
public:
  void add(Word word) { bits_ |= 1u << static_cast<unsigned>(word); }
  bool contains(Word word) const { return (bits_ >> static_cast<unsigned>(word) & 1) != 0; }
  bool operator==(const EnumSet &) const = default;

private:
  unsigned bits_ = 0;
};

/// The value of each option in the table in Options.def.
struct Options {
#define WEFT_TEXT(member, variable, help) std::string member;
#define WEFT_NUMBER(Type, member, variable, value, least, most, help) Type member = value;
#define WEFT_CHOICE(Type, member, variable, value, help) Type member = Type::value;
#define WEFT_CHOICES(Type, member, variable, help) EnumSet<Type> member;
#include "Options.def"

  /// The options of the process. They are read at the first call, which also writes the warnings. Later changes of the
  /// environment have no effect. If another user controls the environment (see isSecureExecution), all options have
  /// their defaults.
  static const Options &get();
};

/// The options that an environment gives. An option has its default if its variable is unset or empty, or has an
/// invalid value. For each invalid value there is a sentence that says so.
struct ReadOptions {
  Options options;
  std::vector<std::string> warnings;
};
/// `environment` returns the value of a variable, or null if the variable is unset.
ReadOptions readOptions(const std::function<const char *(const char *variable)> &environment);

/// A row of the table of environment variables in the documentation.
struct OptionDescription {
  std::string variable;
  std::string defaultValue;
  std::string meaning;
};
std::vector<OptionDescription> optionDescriptions();

/// Whether the process has more rights than the user who started it and chose its environment. It gets them from a
/// set-user-ID or set-group-ID bit, or from capabilities of the file (getauxval(3), AT_SECURE).
bool isSecureExecution();

} // namespace weft

#endif
