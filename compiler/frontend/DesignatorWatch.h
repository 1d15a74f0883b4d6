// How many elements the designators of initialisers name: [1000000000] = 1, or [0 ... 1000000000] = 1.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_DESIGNATOR_WATCH_H
#define WEFT_COMPILER_FRONTEND_DESIGNATOR_WATCH_H

#include <cstdint>

#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class Sema;
class Token;
} // namespace clang

namespace weft::compiler {

/// Clang makes a place for every element up to the last that is named, at once, so that a look at the outcome comes too
/// late. In C a bracket after { or , begins a designator. Its index is bounded from its tokens: the product of one more
/// than each number is above all that +, *, / and the like can make of them.
class DesignatorWatch {
public:
  static constexpr uint64_t elements = uint64_t(1) << 22;

  /// Whether the source's designators, with this token, go too far. `sema` knows enumerators; may be null.
  bool goesTooFar(const clang::Token &token, clang::Sema *sema);

private:
  void begin(bool first);
  bool end();
  void takeIndexToken(const clang::Token &token, clang::Sema *sema);
  void takeNumber(llvm::StringRef digits);
  void multiply(uint64_t number);

  clang::tok::TokenKind previous_ = clang::tok::unknown;
  bool inside_ = false;
  unsigned depth_ = 0;
  /// Of the index, or the range, that is being read.
  uint64_t bound_ = 1;
  bool isRange_ = false;
  bool isOpen_ = false;    ///< no bound can be told
  bool subtracts_ = false; ///< which wraps around in unsigned types
  bool maybeUnsigned_ = false;
  /// Of [a ... b][c ... d], so far.
  bool inChain_ = false;
  uint64_t chain_ = 1;
  /// Of all ranges of the source.
  uint64_t total_ = 0;
};

} // namespace weft::compiler

#endif
