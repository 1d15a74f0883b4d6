// Whether each work-item has a place in memory for itself, as far as that follows from ids and sizes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_ITEM_PLACES_H
#define WEFT_COMPILER_ANALYSIS_ITEM_PLACES_H

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Which ids tell the work-items apart: those of the group, by local ids, or those of the launch, by global ones.
enum class ItemIds { local, global };

/// An integer as a sum of products: of a number, values that don't change while the kernel runs and are the same for
/// the group, and one id at most. It is exact, or exact modulo 2^64.
class ItemSum {
public:
  static std::optional<ItemSum> of(llvm::Value &value, ItemIds ids);

  ItemSum() = default;
  explicit ItemSum(int64_t number) { add(number, {-1, {}}); }
  ItemSum operator+(const ItemSum &other) const;
  std::optional<ItemSum> operator*(const ItemSum &other) const;
  int64_t constant() const;
  /// But for the constants.
  bool isLike(const ItemSum &other) const;
  /// What the id of dimension d is multiplied by, an i64; null for 0.
  llvm::Value *factor(llvm::IRBuilder<> &builder, int dimension) const;

  static ItemSum id(int dimension);
  /// Of a value that doesn't change; none of one that may.
  static std::optional<ItemSum> leaf(llvm::Value &value);

private:
  /// A dimension, -1 for none, and values.
  using Product = std::pair<int, std::vector<llvm::Value *>>;
  void add(int64_t number, const Product &product);

  std::map<Product, int64_t> terms_;
};

/// An access of so many bytes, at this distance from its object.
struct ItemPlace {
  ItemSum distance;
  uint64_t bytes;
};

/// An i1: no byte of one of these places is another work-item's, in any of them. Null where that can't be said.
/// `size(d)` is the number of ids in dimension d, an i64.
llvm::Value *areApart(llvm::IRBuilder<> &builder, llvm::ArrayRef<ItemPlace> places,
                      llvm::function_ref<llvm::Value *(int)> size);

} // namespace weft::compiler

#endif
