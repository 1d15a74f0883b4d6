// Command-line flags of weftc and weft-opt for the fields of a request for code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_TOOLS_CODE_FLAGS_H
#define WEFT_COMPILER_TOOLS_CODE_FLAGS_H

#include <deque>
#include <string>
#include <type_traits>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"

#include "CodeRequest.h"

namespace weft::compiler {

/// Command-line flags, one for each field of a CodeRequest. The object must be created before the command line is
/// parsed.
class CodeFlags {
public:
  explicit CodeFlags(llvm::cl::OptionCategory &category) {
    CodeRequest request;
    CodeRequest::visitFields(request, [&](const char *name, const auto &value, const char *description) {
      values_.push_back(valuesOf(value));
      flags_.emplace_back(llvm::StringRef(name), llvm::cl::desc(description), llvm::cl::value_desc(values_.back()),
                          llvm::cl::init(codeRequest::write(value)), llvm::cl::cat(category));
    });
  }

  /// Returns the request that the runtime makes first for a kernel, changed by the flags that were given. Ends the
  /// program if a flag has an invalid value.
  CodeRequest request() const {
    CodeRequest request;
    for (const llvm::cl::opt<std::string> &flag : flags_)
      if (!(isSchedule(flag) && flag == "?") && !request.set(std::string_view(flag.ArgStr), flag))
        llvm::report_fatal_error(llvm::Twine("--") + flag.ArgStr + " can't be '" + flag + "'", false);
    return request;
  }

  /// Whether the flag for the schedule is "?": the tool is to list the candidates.
  bool asksForSchedules() const {
    return llvm::any_of(flags_, [](const auto &flag) { return isSchedule(flag) && flag == "?"; });
  }

private:
  static bool isSchedule(const llvm::cl::opt<std::string> &flag) { return flag.ArgStr == "schedule"; }
  /// Returns the possible values of a flag, as --help prints them and shells complete them.
  template <typename Value> static std::string valuesOf(const Value &) {
    std::string words;
    if constexpr (std::is_enum_v<Value>)
      for (const std::string_view word : codeRequest::words<Value>)
        words.append(words.empty() ? "" : "|").append(word);
    return words.empty() ? "string" : words;
  }

  std::deque<std::string> values_; // the flags refer to them
  std::deque<llvm::cl::opt<std::string>> flags_;
};

} // namespace weft::compiler

#endif
