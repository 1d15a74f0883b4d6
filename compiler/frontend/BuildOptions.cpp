// Reads the options of clBuildProgram, clCompileProgram and clLinkProgram.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/BuildOptions.h"

#include <array>
#include <utility>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include "frontend/ForeignOptions.h"

namespace weft::compiler {
namespace {

/// The versions that -cl-std may name. The specification doesn't have the value CL1.0, but programs use it.
constexpr std::array<llvm::StringRef, 9> languageVersions = {"CL1.0", "CL1.1", "CL1.2",    "CL2.0",    "CL3.0",
                                                             "CL3.1", "CLC++", "CLC++1.0", "CLC++2021"};

/// Math options of OpenCL, each with Clang's name for it. The name is "" if this device behaves as the option requests
/// without any option of Clang's.
constexpr std::array<std::pair<llvm::StringRef, llvm::StringRef>, 10> mathOptions = {{
    {"-cl-single-precision-constant", "-cl-single-precision-constant"},
    {"-cl-denorms-are-zero", ""},
    {"-cl-fp32-correctly-rounded-divide-sqrt", "-cl-fp32-correctly-rounded-divide-sqrt"},
    {"-cl-mad-enable", "-cl-mad-enable"},
    {"-cl-no-signed-zeros", "-cl-no-signed-zeros"},
    {"-cl-no-signed-zeroes", "-cl-no-signed-zeros"}, // the spelling among the linker's options of OpenCL 1.2
    {"-cl-unsafe-math-optimizations", "-cl-unsafe-math-optimizations"},
    {"-cl-finite-math-only", "-cl-finite-math-only"},
    {"-cl-fast-relaxed-math", "-cl-fast-relaxed-math"},
    {"-cl-no-subgroup-ifp", ""},
}};

/// The math options that may follow a linker option (section 5.8.7.2). They take effect only if they are given when a
/// program is compiled. At link time they are accepted and ignored.
constexpr std::array<llvm::StringRef, 7> linkTimeMath = {
    "-cl-denorms-are-zero", "-cl-no-signed-zeros",   "-cl-no-signed-zeroes", "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only", "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp"};

template <typename... Parts> llvm::Error sentence(Parts &&...parts) {
  std::string text;
  ((text += llvm::StringRef(parts)), ...);
  return llvm::createStringError(text);
}

/// Whether the word is an option of other platforms. If so, adds a line to `warnings`, which says that the option is
/// ignored. `next`, the index of the word after this one, then moves past the option's value.
bool ignoreForeign(llvm::StringRef kind, llvm::StringRef word, llvm::ArrayRef<std::string> words, size_t &next,
                   std::string &warnings) {
  const std::optional<ForeignOption> option = findForeignOption(word);
  if (!option)
    return false;
  std::string text = word.str();
  if (option->mayTakeWord && next < words.size() && !llvm::StringRef(words[next]).starts_with("-"))
    text += " " + words[next++];
  warnings += ("warning: the " + kind + " option '" + text + "' is " + option->owner + "; it is ignored\n").str();
  return true;
}

/// Reads the words of compiler options one after the other.
class CompileOptionsReader {
public:
  explicit CompileOptionsReader(std::vector<std::string> words) : words_(std::move(words)) {}

  llvm::Expected<CompileOptions> read() {
    while (next_ < words_.size()) {
      const std::string word = words_[next_++];
      if (llvm::Error error = readWord(word))
        return std::move(error);
    }
    if (options_.noWarnings)
      options_.warnings.clear();
    return std::move(options_);
  }

private:
  llvm::Error readWord(llvm::StringRef word) {
    for (const auto &[option, forClang] : mathOptions) {
      if (word != option)
        continue;
      if (!forClang.empty())
        options_.math.push_back(forClang.str());
      return llvm::Error::success();
    }
    if (const bool *found = setFlag(word); found)
      return llvm::Error::success();
    if (word.consume_front("-cl-std="))
      return readLanguageVersion(word);
    if (word.consume_front("-weft-check="))
      return readChecks(word);
    if (word.starts_with("-D") || word.starts_with("-I") || word.starts_with("-U"))
      return readPreprocessor(word);
    // Section 5.8.6.10: these options belong to the extension cl_khr_spir, which the device lacks.
    if (word == "-x" || word.starts_with("-spir-std="))
      return sentence("The compiler option '", word, "' is for SPIR binaries, which this device does not take.");
    if (word == "-s")
      return readSourceFile();
    if (word == "-cl-strict-aliasing" || isOptimisationLevel(word) ||
        ignoreForeign("compiler", word, words_, next_, options_.warnings))
      return llvm::Error::success();
    return sentence("The compiler option '", word, "' is unknown.");
  }

  static bool isOptimisationLevel(llvm::StringRef word) {
    return word == "-O0" || word == "-O1" || word == "-O2" || word == "-O3" || word == "-O";
  }

  const bool *setFlag(llvm::StringRef word) {
    const std::array<std::pair<llvm::StringRef, bool *>, 6> flags = {{
        {"-cl-kernel-arg-info", &options_.argumentInfo},
        {"-cl-uniform-work-group-size", &options_.uniformGroups},
        {"-g", &options_.debug},
        {"-w", &options_.noWarnings},
        {"-Werror", &options_.warningsAreErrors},
        {"-cl-opt-disable", &options_.optimise},
    }};
    for (const auto &[name, flag] : flags) {
      if (word != name)
        continue;
      *flag = flag != &options_.optimise;
      return flag;
    }
    return nullptr;
  }

  llvm::Error readLanguageVersion(llvm::StringRef version) {
    if (!llvm::is_contained(languageVersions, version))
      return sentence("The language version '", version,
                      "' is none of those that -cl-std may name here: ", llvm::join(languageVersions, ", "), ".");
    options_.languageVersion = version.str();
    options_.namesLanguageVersion = true;
    return llvm::Error::success();
  }

  /// Reads the value of -weft-check. If the option is given several times, the kernels make the checks of all its
  /// occurrences.
  llvm::Error readChecks(llvm::StringRef words) {
    CodeChecks checks;
    if (!codeRequest::read(std::string_view(words), checks))
      return sentence("The compiler option '-weft-check=", words,
                      "' should have some of 'memory', 'races', 'barriers' "
                      "and 'values', separated by commas.");
    options_.checks.bits |= checks.bits;
    return llvm::Error::success();
  }

  llvm::Error readPreprocessor(llvm::StringRef word) {
    const llvm::StringRef letter = word.take_front(2);
    std::string value = word.drop_front(2).str();
    if (value.empty()) {
      auto taken = takeValue(letter);
      if (!taken)
        return taken.takeError();
      value = std::move(*taken);
    }
    // Section 5.8.6.1: a macro's definition ends at the first newline of the option, and the rest is dropped.
    if (letter == "-D")
      value = llvm::StringRef(value).split('\n').first.str();
    const bool named = !value.empty() && (llvm::isAlpha(value.front()) || value.front() == '_');
    if (letter != "-I" && !named)
      return sentence("The compiler option '", letter, "' wants the name of a macro, not '", value, "'.");
    options_.preprocessor.push_back((letter + value).str());
    return llvm::Error::success();
  }

  llvm::Error readSourceFile() {
    auto taken = takeValue("-s");
    if (!taken)
      return taken.takeError();
    options_.sourceFile = std::move(*taken);
    return llvm::Error::success();
  }

  llvm::Expected<std::string> takeValue(llvm::StringRef option) {
    if (next_ == words_.size())
      return sentence("The compiler option '", option, "' wants a value after it.");
    return words_[next_++];
  }

  std::vector<std::string> words_;
  size_t next_ = 0;
  CompileOptions options_;
};

} // namespace

llvm::Expected<std::vector<std::string>> splitOptions(llvm::StringRef text) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    const bool escapes =
        letter == '\\' && at + 1 < text.size() && quote != '\'' && llvm::StringRef("\"\\' ").contains(text[at + 1]);
    if (escapes) {
      word += text[++at];
      inWord = true;
    } else if (quote) {
      if (letter == quote)
        quote = 0;
      else
        word += letter;
    } else if (letter == '"' || letter == '\'') {
      quote = letter;
      inWord = true;
    } else if (llvm::isSpace(letter)) {
      if (inWord)
        words.push_back(std::exchange(word, {}));
      inWord = false;
    } else {
      word += letter;
      inWord = true;
    }
  }
  if (quote)
    return sentence("The options have a quote that is not closed.");
  if (inWord)
    words.push_back(std::move(word));
  return words;
}

llvm::Expected<CompileOptions> parseCompileOptions(llvm::StringRef text) {
  auto words = splitOptions(text);
  if (!words)
    return words.takeError();
  return CompileOptionsReader(std::move(*words)).read();
}

llvm::Expected<LinkOptions> parseLinkOptions(llvm::StringRef text) {
  auto words = splitOptions(text);
  if (!words)
    return words.takeError();
  LinkOptions options;
  for (size_t next = 0; next < words->size();) {
    const std::string word = (*words)[next++];
    if (word == "-create-library")
      options.createLibrary = true;
    else if (word == "-enable-link-options")
      options.enableLinkOptions = true;
    else if (!llvm::is_contained(linkTimeMath, word) && !ignoreForeign("linker", word, *words, next, options.warnings))
      return sentence("The linker option '", word, "' is unknown.");
  }
  // Section 5.8.7.1: -enable-link-options is only for the creation of a library.
  if (options.enableLinkOptions && !options.createLibrary)
    return sentence("The linker option '-enable-link-options' goes with '-create-library' alone.");
  return options;
}

} // namespace weft::compiler
