// Limits what one source uses in Clang: time, memory, stack, and tokens without a break.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SOURCE_BUDGET_H
#define WEFT_COMPILER_FRONTEND_SOURCE_BUDGET_H

#include <cstddef>
#include <cstdint>
#include <ctime>

#include "frontend/DesignatorBudget.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class CompilerInstance;
class RecordDecl;
class SourceLocation;
class Token;
} // namespace clang

namespace weft::compiler {

/// Checks each token on its way to the parser. At a token beyond a limit, the source gets a fatal error with a
/// sentence, and from then on the parser sees the end of the source. So the parser ends in its usual way, and nothing
/// is leaked.
class SourceBudget {
public:
  /// The most CPU time that the compiling thread may use. A large program takes a second or two.
  static constexpr int64_t seconds = 30;
  /// The most memory of Clang's syntax tree and preprocessor together. A large program takes some tens of megabytes.
  static constexpr size_t memoryBytes = size_t(1) << 30;
  /// The most stack that Clang may use: its parser recurses as deeply as the source nests. The limit is below 8 MiB,
  /// where Clang itself would change to another stack, which nothing guards.
  static constexpr size_t stackBytes = size_t(6) << 20;
  /// The most tokens in a row without a ';', ',', '{' or '}'. Expressions and declarators take time that grows with the
  /// square of their length.
  static constexpr unsigned maxUnbrokenTokens = 1 << 15;
  /// The most instantiations of templates. A large program has some thousands.
  static constexpr uint64_t instantiations = 100000;
  /// The most subscripts or array dimensions directly after each other, as in a[1][2].
  static constexpr unsigned subscripts = 256;
  /// The most letters of a name, or digits of a number.
  static constexpr unsigned tokenLetters = 1 << 14;

  explicit SourceBudget(clang::CompilerInstance &instance);

  /// Must be called with each token; *may change it*.
  void take(clang::Token &token);
  /// Must be called before each instantiation of a template.
  void takeInstantiation(clang::SourceLocation where);
  /// Reports `sentence` as an error and ends the source.
  void stop(clang::SourceLocation where, llvm::StringRef sentence);
  /// Whether a limit was exceeded, so that the parser saw only a part of the source.
  bool isExceeded() const { return stopped_; }

private:
  void checkStack(clang::SourceLocation where);
  void checkTime(clang::SourceLocation where);
  void checkMemory(clang::SourceLocation where);
  void checkUnbrokenTokens(const clang::Token &token);
  void mendStructures(const clang::Token &token);

  clang::CompilerInstance &instance_;
  const char *stackBase_;
  timespec start_{};
  uint64_t tokens_ = 0;
  uint64_t instantiations_ = 0;
  unsigned unbrokenTokens_ = 0;
  unsigned subscripts_ = 0;
  bool afterBracket_ = false;
  bool stopped_ = false;
  DesignatorBudget designators_;
  llvm::SmallVector<clang::RecordDecl *, 2> ending_; ///< structures that end, but that Sema hasn't completed yet
};

} // namespace weft::compiler

#endif
