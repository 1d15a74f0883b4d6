// A command-line flag for each field of a request for code: what weftc and weft-opt have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_TOOLS_CODE_FLAGS_H
#define WEFT_COMPILER_TOOLS_CODE_FLAGS_H

#include <deque>
#include <string>
#include <type_traits>

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"

#include "CodeRequest.h"

namespace weft::compiler {

/// To be made before the command line is read.
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

  /// The code that the runtime asks for first, but for the flags that were given. Ends the program for a wrong value.
  CodeRequest request() const {
    CodeRequest request;
    for (const llvm::cl::opt<std::string> &flag : flags_)
      if (!request.set(std::string_view(flag.ArgStr), flag))
        llvm::report_fatal_error(llvm::Twine("--") + flag.ArgStr + " can't be '" + flag + "'", false);
    return request;
  }

private:
  /// What a flag takes, as --help has it and as shells complete it.
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
