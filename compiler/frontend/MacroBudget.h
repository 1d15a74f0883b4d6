// Limits the macros that a source expands, the tokens they become, and the files it includes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_MACRO_BUDGET_H
#define WEFT_COMPILER_FRONTEND_MACRO_BUDGET_H

#include <cstdint>

#include "clang/Lex/PPCallbacks.h"

namespace clang {
class Preprocessor;
}

namespace weft::compiler {

/// Limits the macros and included files of a source. A few lines of macros can expand to more tokens than fit into
/// memory, and a header that includes itself twice never ends. Clang can't be stopped inside an expansion, nor between
/// two directives. So above a limit, the budget calls LLVM's report_fatal_error. The guard around every compilation
/// catches this, and the build fails.
class MacroBudget : public clang::PPCallbacks {
public:
  static constexpr uint64_t expansions = 5'000'000;
  /// The most tokens that one expansion may make, and that all expansions may make together.
  static constexpr uint64_t tokensOfOne = uint64_t(1) << 22;
  static constexpr uint64_t tokensOfAll = uint64_t(1) << 26;
  /// The most letters that one expansion may join into names or put into strings.
  static constexpr uint64_t lettersOfOne = uint64_t(1) << 24;
  /// The greatest nesting depth of macro calls in arguments of macro calls. Each level keeps all tokens of the levels
  /// inside it in memory.
  static constexpr unsigned depth = 256;
  static constexpr uint64_t files = 20'000;
  static constexpr uint64_t fileBytes = uint64_t(256) << 20;

  explicit MacroBudget(clang::Preprocessor &preprocessor) : preprocessor_(preprocessor) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition, clang::SourceRange range,
                    const clang::MacroArgs *arguments) override;
  void FileChanged(clang::SourceLocation where, FileChangeReason reason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID from) override;

private:
  clang::Preprocessor &preprocessor_;
  uint64_t expansions_ = 0;
  unsigned depth_ = 0;
  uint64_t tokens_ = 0;
  uint64_t files_ = 0;
  uint64_t fileBytes_ = 0;
};

} // namespace weft::compiler

#endif
