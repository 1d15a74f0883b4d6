// Reads the environment variables and warns about values that can't be understood.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Options.h"

#include <sys/auxv.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "support/Log.h"
#include "support/Text.h"

namespace weft {

// clang-format off
#define WEFT_CHOICE(Type, member, variable, value, help)                                                               \
  template <> std::span<const OptionWord> wordsOf<Type>() {                                                            \
    static constexpr OptionWord words[] = {
#define WEFT_CHOICES(Type, member, variable, help) WEFT_CHOICE(Type, member, variable, none, help)
#define WEFT_WORD(name, word, meaning) {word, meaning},
#define WEFT_END_OF_WORDS }; return words; }
#include "Options.def"
// clang-format on

namespace {

/// Whether the whole text is a non-negative decimal number. If so, `number` is set to it.
bool parseNumber(std::string_view text, unsigned &number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

template <typename Word> std::optional<Word> parseWord(std::string_view text) {
  const auto words = wordsOf<Word>();
  const auto found = std::ranges::find(words, text, &OptionWord::word);
  if (found == words.end())
    return std::nullopt;
  return static_cast<Word>(found - words.begin());
}

/// Returns the words as a list: 'one', 'two', 'three'
template <typename Word> std::string listOfWords() {
  std::string list;
  for (const OptionWord &word : wordsOf<Word>())
    list += concat(list.empty() ? "" : ", ", "'", word.word, "'");
  return list;
}

std::string numberText(std::optional<unsigned> number) { return number ? concat(*number) : std::string(); }

/// Sets options to the values of their environment variables. If a variable is unset or has an invalid value, its
/// option stays unchanged.
class Reader {
public:
  Reader(const std::function<const char *(const char *)> &environment, std::vector<std::string> &warnings)
      : environment_(environment), warnings_(warnings) {}

  void readText(const char *variable, std::string &option) { option = valueOf(variable); }

  template <typename Number> void readNumber(const char *variable, unsigned least, unsigned most, Number &option) {
    const std::string_view value = valueOf(variable);
    if (value.empty())
      return;
    unsigned number = 0;
    if (parseNumber(value, number) && number >= least && number <= most) {
      option = number;
      return;
    }
    const std::string usual = numberText(option);
    warnings_.push_back(concat(variable, " is '", value, "', and should be a whole number from ", least, " to ", most,
                               ". The default holds", usual.empty() ? "" : ": ", usual, "."));
  }

  template <typename Word> void readWord(const char *variable, Word &option) {
    const std::string_view value = valueOf(variable);
    if (value.empty())
      return;
    if (const std::optional<Word> word = parseWord<Word>(value))
      option = *word;
    else
      warnings_.push_back(concat(variable, " is '", value, "', and should be one of ", listOfWords<Word>(),
                                 ". The default holds: '", textOf(option), "'."));
  }

  template <typename Word> void readWords(const char *variable, EnumSet<Word> &option) {
    std::vector<std::string_view> unknown;
    std::string_view rest = valueOf(variable);
    while (!rest.empty()) {
      const std::string_view text = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), text.size() + 1));
      if (const std::optional<Word> word = parseWord<Word>(text))
        option.add(*word);
      else if (!text.empty() && std::ranges::find(unknown, text) == unknown.end())
        unknown.push_back(text);
    }
    for (const std::string_view text : unknown)
      warnings_.push_back(
          concat(variable, " has '", text, "', and should have some of ", listOfWords<Word>(), ". The others hold."));
  }

private:
  std::string_view valueOf(const char *variable) const {
    const char *value = environment_(variable);
    return value ? value : "";
  }

  const std::function<const char *(const char *)> &environment_;
  std::vector<std::string> &warnings_;
};

/// Returns the help of a variable, followed by the words that the variable may contain.
template <typename Word> std::string withWords(std::string help) {
  for (const OptionWord &word : wordsOf<Word>())
    help += concat(" `", word.word, "`: ", word.meaning, ".");
  return help;
}

Options readAndWarn() {
  ReadOptions read = readOptions([](const char *variable) -> const char * { return secure_getenv(variable); });
  for (const std::string &warning : read.warnings)
    log::warn(warning);
  return std::move(read.options);
}

} // namespace

ReadOptions readOptions(const std::function<const char *(const char *variable)> &environment) {
  ReadOptions result;
  Reader reader(environment, result.warnings);
#define WEFT_TEXT(member, variable, help) reader.readText(variable, result.options.member);
#define WEFT_NUMBER(Type, member, variable, value, least, most, help)                                                  \
  reader.readNumber(variable, least, most, result.options.member);
#define WEFT_CHOICE(Type, member, variable, value, help) reader.readWord(variable, result.options.member);
#define WEFT_CHOICES(Type, member, variable, help) reader.readWords(variable, result.options.member);
#include "Options.def"
  return result;
}

const Options &Options::get() {
  // The options are never freed, because entry points may run during exit.
  static const Options &options = *new Options(readAndWarn());
  return options;
}

std::vector<OptionDescription> optionDescriptions() {
  return {
#define WEFT_TEXT(member, variable, help) {variable, "", help},
#define WEFT_NUMBER(Type, member, variable, value, least, most, help)                                                  \
  {variable, numberText(value), concat(help, " From ", least, " to ", most, ".")},
#define WEFT_CHOICE(Type, member, variable, value, help)                                                               \
  {variable, std::string(textOf(Type::value)), withWords<Type>(help)},
#define WEFT_CHOICES(Type, member, variable, help) {variable, "", withWords<Type>(help)},
#include "Options.def"
  };
}

bool isSecureExecution() { return getauxval(AT_SECURE) != 0; }

} // namespace weft
