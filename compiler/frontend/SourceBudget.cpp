// What one source may take of Clang: time, memory, stack, and the length of what it writes in one piece.
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

/// Asking for the time takes as long as some tens of tokens; asking for memory, longer.
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

/// A member whose type isn't complete is an error that Sema goes on after. Where the type is the structure's own, and a
/// kernel has it as a parameter, Sema would look for what it consists of without end: so the member gets another type.
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
  // Where two structures end one behind the other, the first one's end is not yet known when the second one's comes.
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
