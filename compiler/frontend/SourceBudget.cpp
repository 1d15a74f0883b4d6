// Bounds one source's use of Clang: time, memory, stack, and the length of its statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/SourceBudget.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"

namespace weft::compiler {
namespace {

/// The numbers of tokens between two checks of the time, and between two checks of the memory. Reading the time takes
/// as long as some tens of tokens, and reading the memory takes longer.
constexpr uint64_t tokensPerClock = 32;
constexpr uint64_t tokensPerCount = 4096;
constexpr uint64_t instantiationsPerCount = 128;

} // namespace

SourceBudget::SourceBudget(clang::CompilerInstance &instance)
    : instance_(instance), stackBase_(static_cast<const char *>(__builtin_frame_address(0))) {
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start_);
}

void SourceBudget::stop(clang::SourceLocation where, llvm::StringRef sentence) {
  if (stopped_)
    return;
  stopped_ = true;
  clang::DiagnosticsEngine &diagnostics = instance_.getDiagnostics();
  diagnostics.Report(where, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Fatal, "%0")) << sentence;
}

void SourceBudget::take(clang::Token &token) {
  if (!stopped_) {
    checkStack(token.getLocation());
    if (++tokens_ % tokensPerClock == 0)
      checkTime(token.getLocation());
    if (tokens_ % tokensPerCount == 0)
      checkMemory(token.getLocation());
    checkUnbrokenTokens(token);
    mendStructures(token);
    if (designators_.exceedsLimit(token, instance_.hasSema() ? &instance_.getSema() : nullptr))
      stop(token.getLocation(), "an array designator names an element beyond the first 4194304, or too many");
  }
  if (!stopped_)
    return;
  const clang::SourceLocation where = token.getLocation();
  token.startToken();
  token.setKind(clang::tok::eof);
  token.setLocation(where);
}

/// At the end of each structure, sets the type of each member with an error to int. Sema reports a member of an
/// incomplete type as an error and continues. If that type is the enclosing structure itself, and a kernel has the
/// structure as a parameter, Sema would search its members without end.
void SourceBudget::mendStructures(const clang::Token &token) {
  if (!ending_.empty())
    llvm::erase_if(ending_, [](clang::RecordDecl *record) {
      if (!record->isCompleteDefinition())
        return false;
      if (record->isInvalidDecl())
        for (clang::FieldDecl *field : record->fields())
          if (field->isInvalidDecl())
            field->setType(record->getASTContext().IntTy);
      return true;
    });
  if (token.isNot(clang::tok::r_brace) || !instance_.hasSema())
    return;
  // If two structures end one directly after the other, Sema hasn't completed the first one yet when the second one
  // ends. So `ending_` holds both.
  for (clang::DeclContext *context = instance_.getSema().CurContext; context; context = context->getParent())
    if (auto *record = llvm::dyn_cast<clang::RecordDecl>(context); record && !llvm::is_contained(ending_, record))
      ending_.push_back(record);
}

void SourceBudget::takeInstantiation(clang::SourceLocation where) {
  checkStack(where);
  checkTime(where);
  if (++instantiations_ % instantiationsPerCount == 0)
    checkMemory(where);
  if (instantiations_ > instantiations)
    stop(where, "the source instantiates more than 100000 templates");
}

void SourceBudget::checkStack(clang::SourceLocation where) {
  const char *here = static_cast<const char *>(__builtin_frame_address(0));
  if (stackBase_ - here > static_cast<ptrdiff_t>(stackBytes))
    stop(where, "the source nests too deeply");
}

void SourceBudget::checkTime(clang::SourceLocation where) {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  if (now.tv_sec - start_.tv_sec > seconds)
    stop(where, "the source takes longer to read than any real program does");
}

void SourceBudget::checkMemory(clang::SourceLocation where) {
  const size_t tree = instance_.hasASTContext() ? instance_.getASTContext().getASTAllocatedMemory() : 0;
  if (tree + instance_.getPreprocessor().getTotalMemory() > memoryBytes)
    stop(where, "the source takes more memory to read than any real program does");
}

void SourceBudget::checkUnbrokenTokens(const clang::Token &token) {
  if (!clang::tok::isAnnotation(token.getKind()) && token.getLength() > tokenLetters &&
      !clang::tok::isStringLiteral(token.getKind()) && token.isNot(clang::tok::eof))
    stop(token.getLocation(), "the source has a name or a number of more than 16384 letters");
  if (token.isOneOf(clang::tok::semi, clang::tok::comma, clang::tok::l_brace, clang::tok::r_brace)) {
    unbrokenTokens_ = subscripts_ = 0;
  } else if (++unbrokenTokens_ > maxUnbrokenTokens) {
    stop(token.getLocation(), "the source has an expression or a declaration of more than 32768 tokens");
  } else if (token.is(clang::tok::l_square) && afterBracket_ && ++subscripts_ > subscripts) {
    stop(token.getLocation(), "the source has more than 256 subscripts one after the other");
  }
  afterBracket_ = token.is(clang::tok::r_square);
}

} // namespace weft::compiler
