// Counts the macros that a source expands, the tokens they become, and the files it includes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/MacroBudget.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/ErrorHandling.h"

namespace weft::compiler {
namespace {

struct Size {
  uint64_t tokens = 0;
  uint64_t letters = 0;
};

Size rawSize(const clang::MacroArgs &arguments, unsigned index) {
  Size size;
  const clang::Token *first = arguments.getUnexpArgument(index);
  size.tokens = clang::MacroArgs::getArgLength(first);
  for (uint64_t at = 0; at < size.tokens; ++at)
    size.letters += first[at].getLength() + 1;
  return size;
}

/// Returns the size of the macro's body after the call's arguments have replaced the parameters. If the body uses an
/// argument in expanded form, this function expands the argument; the preprocessor stores that expansion and uses it
/// when it expands the macro.
Size expandedSize(const clang::MacroInfo &macro, clang::MacroArgs &arguments, clang::Preprocessor &preprocessor) {
  Size size;
  const llvm::ArrayRef<clang::Token> body = macro.tokens();
  for (size_t at = 0; at < body.size(); ++at) {
    const clang::IdentifierInfo *name = body[at].getIdentifierInfo();
    const int parameter = name ? macro.getParameterNum(name) : -1;
    if (parameter < 0 || unsigned(parameter) >= arguments.getNumMacroArguments()) {
      ++size.tokens;
      continue;
    }
    const bool isRaw = (at != 0 && body[at - 1].isOneOf(clang::tok::hash, clang::tok::hashhash, clang::tok::hashat)) ||
                       (at + 1 != body.size() && body[at + 1].is(clang::tok::hashhash));
    if (isRaw) {
      const Size raw = rawSize(arguments, unsigned(parameter));
      size.tokens += raw.tokens;
      size.letters += raw.letters;
    } else if (arguments.ArgNeedsPreexpansion(arguments.getUnexpArgument(unsigned(parameter)), preprocessor)) {
      size.tokens += arguments.getPreExpArgument(unsigned(parameter), preprocessor).size();
    } else {
      size.tokens += clang::MacroArgs::getArgLength(arguments.getUnexpArgument(unsigned(parameter)));
    }
    if (size.tokens > MacroBudget::tokensOfOne || size.letters > MacroBudget::lettersOfOne)
      break;
  }
  return size;
}

} // namespace

void MacroBudget::MacroExpands(const clang::Token &, const clang::MacroDefinition &definition, clang::SourceRange,
                               const clang::MacroArgs *arguments) {
  if (++expansions_ > expansions)
    llvm::report_fatal_error("The source expands more macros than any real program does.", false);
  const clang::MacroInfo *macro = definition.getMacroInfo();
  if (!macro)
    return;
  Size size{macro->getNumTokens(), 0};
  if (++depth_ > depth)
    llvm::report_fatal_error("The source nests calls of macros more deeply than any real program does.", false);
  if (arguments && macro->getNumParams() != 0)
    size = expandedSize(*macro, *const_cast<clang::MacroArgs *>(arguments), preprocessor_);
  --depth_;
  tokens_ += size.tokens;
  if (size.tokens > tokensOfOne || size.letters > lettersOfOne || tokens_ > tokensOfAll)
    llvm::report_fatal_error("The source's macros expand to more than those of any real program do.", false);
}

void MacroBudget::FileChanged(clang::SourceLocation where, FileChangeReason reason, clang::SrcMgr::CharacteristicKind,
                              clang::FileID) {
  if (reason != EnterFile)
    return;
  const clang::SourceManager &sources = preprocessor_.getSourceManager();
  fileBytes_ += sources.getFileIDSize(sources.getFileID(where));
  if (++files_ > files || fileBytes_ > fileBytes)
    llvm::report_fatal_error("The source includes more files, or larger ones, than any real program does.", false);
}

} // namespace weft::compiler
