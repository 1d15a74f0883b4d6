// Counts the elements that the designators of initialisers name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/DesignatorBudget.h"

#include <algorithm>
#include <utility>

#include "clang/AST/Decl.h"
#include "clang/Lex/Token.h"
#include "clang/Sema/IdentifierResolver.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/MathExtras.h"

namespace weft::compiler {

using namespace clang;

void DesignatorBudget::begin(bool first) {
  inside_ = true;
  depth_ = 1;
  bound_ = 1;
  isRange_ = isOpen_ = subtracts_ = maybeUnsigned_ = false;
  if (first)
    chain_ = 1;
}

bool DesignatorBudget::end() {
  inside_ = false;
  inChain_ = true;
  if (isOpen_ || (subtracts_ && maybeUnsigned_) || bound_ > 2 * elements)
    return true;
  if (!isRange_)
    return false;
  chain_ = llvm::SaturatingMultiply(chain_, bound_);
  total_ = llvm::SaturatingAdd(total_, chain_);
  return total_ > 8 * elements;
}

bool DesignatorBudget::exceedsLimit(const Token &token, Sema *sema) {
  const tok::TokenKind kind = token.getKind();
  const tok::TokenKind before = std::exchange(previous_, kind);
  if (!inside_) {
    const bool first = before == tok::l_brace || before == tok::comma;
    if (kind == tok::l_square && (first || inChain_)) {
      begin(first);
      return false;
    }
    // A chain of designators may have members between its brackets: [1].a[2]. So a period and the name after it don't
    // end the chain.
    inChain_ = inChain_ && (kind == tok::period || before == tok::period);
    return false;
  }
  // Two brackets [[ begin an attribute, not a designator.
  if (kind == tok::l_square && before == tok::l_square && depth_ == 1) {
    inside_ = inChain_ = false;
    return false;
  }
  if (kind == tok::l_square)
    ++depth_;
  if (kind == tok::r_square && --depth_ == 0)
    return end();
  if (kind == tok::numeric_constant && before == tok::lessless) {
    uint64_t by = 64;
    if (llvm::StringRef(token.getLiteralData(), token.getLength()).trim("uUlL").getAsInteger(0, by) || by > 32)
      isOpen_ = true;
    else
      bound_ = llvm::SaturatingMultiply(bound_, uint64_t(1) << by);
    return false;
  }
  readIndexToken(token, sema);
  return false;
}

void DesignatorBudget::readIndexToken(const Token &token, Sema *sema) {
  switch (token.getKind()) {
  case tok::numeric_constant:
    readLiteral({token.getLiteralData(), token.getLength()});
    return;
  case tok::char_constant:
    multiply(255);
    return;
  case tok::ellipsis:
    isRange_ = true;
    return;
  case tok::minus:
    subtracts_ = true;
    return;
  case tok::lessless:
  case tok::plus:
  case tok::star:
  case tok::slash:
  case tok::percent:
  case tok::greatergreater:
  case tok::amp:
  case tok::pipe:
  case tok::caret:
  case tok::l_paren:
  case tok::r_paren:
  case tok::kw_int:
  case tok::kw_char:
  case tok::kw_short:
  case tok::kw_long:
    return;
  case tok::kw_unsigned:
    maybeUnsigned_ = true;
    return;
  case tok::identifier:
    if (sema)
      for (auto found = sema->IdResolver.begin(token.getIdentifierInfo()), end = sema->IdResolver.end(); found != end;
           ++found)
        if (const auto *enumerator = llvm::dyn_cast<EnumConstantDecl>(*found)) {
          const llvm::APSInt &value = enumerator->getInitVal();
          maybeUnsigned_ |= value.isUnsigned();
          multiply(value.isNegative() ? UINT64_MAX : value.getLimitedValue());
          return;
        }
    [[fallthrough]];
  default:
    isOpen_ = true;
  }
}

void DesignatorBudget::readLiteral(llvm::StringRef digits) {
  const llvm::StringRef plain = digits.rtrim("uUlL");
  maybeUnsigned_ |= digits.substr(plain.size()).contains_insensitive("u");
  uint64_t number = 0;
  if (plain.getAsInteger(0, number))
    isOpen_ = true;
  else
    multiply(number);
}

void DesignatorBudget::multiply(uint64_t number) {
  bound_ = llvm::SaturatingMultiply(bound_, std::max<uint64_t>(number, number + 1));
}

} // namespace weft::compiler
