// Limits the elements that designators of initialisers name: [1000000000] = 1, or [0 ... 1000000000] = 1.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_DESIGNATOR_BUDGET_H
#define WEFT_COMPILER_FRONTEND_DESIGNATOR_BUDGET_H

#include <cstdint>

#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class Sema;
class Token;
} // namespace clang

namespace weft::compiler {

/// Clang allocates all elements up to the last one named at once, so a check of the result would come too late. In C, a
/// bracket after { or , begins a designator. A bound of its index is computed from the tokens of the index: each number
/// is raised by one, and all are multiplied. This product is greater than any result of +, *, / and similar operators.
class DesignatorBudget {
public:
  static constexpr uint64_t elements = uint64_t(1) << 22;

  /// Whether the source's designators, up to this token, name too many elements. `sema` knows enumerators and may be
  /// null.
  bool exceedsLimit(const clang::Token &token, clang::Sema *sema);

private:
  void begin(bool first);
  bool end();
  void readIndexToken(const clang::Token &token, clang::Sema *sema);
  void readLiteral(llvm::StringRef digits);
  void multiply(uint64_t number);

  clang::tok::TokenKind previous_ = clang::tok::unknown;
  bool inside_ = false;
  unsigned depth_ = 0;
  /// The bound of the index, or of the range, that is being read.
  uint64_t bound_ = 1;
  bool isRange_ = false;
  bool isOpen_ = false;    ///< the index has no known bound
  bool subtracts_ = false; ///< the index subtracts, which wraps around in unsigned types
  bool maybeUnsigned_ = false;
  /// Whether the tokens are in a chain of brackets, [a ... b][c ... d], and the number of elements that it names so
  /// far.
  bool inChain_ = false;
  uint64_t chain_ = 1;
  /// The number of elements of all ranges of the source.
  uint64_t total_ = 0;
};

} // namespace weft::compiler

#endif
