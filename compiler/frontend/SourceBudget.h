// What one source may take of Clang: time, memory, stack, and the length of what it writes in one piece.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SOURCE_BUDGET_H
#define WEFT_COMPILER_FRONTEND_SOURCE_BUDGET_H

#include <cstddef>
#include <cstdint>
#include <ctime>

#include "frontend/DesignatorWatch.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class CompilerInstance;
class RecordDecl;
class SourceLocation;
class Token;
} // namespace clang

namespace weft::compiler {

/// Looks at each token on its way to the parser. What goes beyond a limit gets a fatal error with a sentence, and from
/// then on the parser sees the end of the source: it leaves in its own way, and nothing is lost or left behind.
class SourceBudget {
public:
  /// Time of the thread that compiles. A large program takes a second or two.
  static constexpr int64_t seconds = 30;
  /// For what Clang's syntax tree and preprocessor hold. A large program takes some tens of megabytes.
  static constexpr size_t memoryBytes = size_t(1) << 30;
  /// Clang's parser recurses as deeply as the source nests. Clang itself changes to another stack at 8 MiB, where
  /// nothing guards it.
  static constexpr size_t stackBytes = size_t(6) << 20;
  /// Tokens without any of ; , { }: expressions and declarators take time that grows with the square of their length.
  static constexpr unsigned pieceTokens = 1 << 15;
  /// Of templates. A large program has some thousands.
  static constexpr uint64_t instantiations = 100000;
  /// Subscripts or dimensions one after the other.
  static constexpr unsigned subscripts = 256;
  /// Letters of a name, digits of a number.
  static constexpr unsigned tokenLetters = 1 << 14;

  explicit SourceBudget(clang::CompilerInstance &instance);

  /// To be called with each token; *may change it*.
  void take(clang::Token &token);
  /// To be called before each instantiation of a template.
  void takeInstantiation(clang::SourceLocation where);
  /// Says why and ends the source.
  void stop(clang::SourceLocation where, llvm::StringRef sentence);
  /// Whether the source was ended.
  bool isExceeded() const { return stopped_; }

private:
  void checkStack(clang::SourceLocation where);
  void checkTime(clang::SourceLocation where);
  void checkMemory(clang::SourceLocation where);
  void checkPiece(const clang::Token &token);
  void mendStructures(const clang::Token &token);

  clang::CompilerInstance &instance_;
  const char *stackBase_;
  timespec start_{};
  uint64_t tokens_ = 0;
  uint64_t instantiations_ = 0;
  unsigned piece_ = 0;
  unsigned subscripts_ = 0;
  bool afterBracket_ = false;
  bool stopped_ = false;
  DesignatorWatch designators_;
  llvm::SmallVector<clang::RecordDecl *, 2> ending_; ///< structures whose last token has come
};

} // namespace weft::compiler

#endif
