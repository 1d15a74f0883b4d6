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

/// For [1000000000] = 1, Clang allocates all elements up to that index at once. A check of Clang's result would come
/// too late, so this class reads the tokens before the parser does. In C, a bracket after '{' or ',' begins a
/// designator. The class computes an upper bound of the index from the tokens between the brackets: it raises each
/// number by one and multiplies all of them. This product is greater than any result of +, *, / and similar operators.
class DesignatorBudget {
public:
  static constexpr uint64_t elements = uint64_t(1) << 22;

  /// Whether the designators up to this token exceed a limit: an index has no known bound or a bound above 2 *
  /// `elements`, or all ranges together have more than 8 * `elements` elements. `sema` has the values of enumerators.
  /// If `sema` is null, an index that contains a name has no known bound.
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
  bool isOpen_ = false;    ///< the index has no known bound, so it exceeds the limit
  bool subtracts_ = false; ///< the index has a subtraction, which may wrap around in unsigned types
  bool maybeUnsigned_ = false;
  /// Whether the tokens are in a chain of brackets, [a ... b][c ... d], and the number of elements that the chain names
  /// so far.
  bool inChain_ = false;
  uint64_t chain_ = 1;
  /// The number of elements of all ranges of the source.
  uint64_t total_ = 0;
};

} // namespace weft::compiler

#endif
