// Integers of a kernel as sums of ids times factors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_ITEM_SUM_H
#define WEFT_COMPILER_ANALYSIS_ITEM_SUM_H

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Which ids tell work-items apart, and how sums number them.
enum class ItemIds {
  local,         ///< those of a group: local ids, 0 to 2
  global,        ///< those of a launch: global ids, 0 to 2
  groupAndLocal, ///< the same by local ids, 0 to 2, and group ids, 3 to 5
};
constexpr int mostItemIds = 6;

/// An integer as a sum of products: of a number, values that are the same for all of these work-items while the kernel
/// runs, and one id at most. It is exact, or exact modulo 2^64.
class ItemSum {
public:
  /// Holds where each of `small`, to which it adds, is at least 0 and below 2^31 for all work-items: so that nothing of
  /// fewer than 64 bits wraps.
  static std::optional<ItemSum> of(llvm::Value &value, ItemIds ids, std::vector<ItemSum> &small);

  ItemSum() = default;
  explicit ItemSum(int64_t number) { add(number, {-1, {}}); }
  ItemSum operator+(const ItemSum &other) const;
  std::optional<ItemSum> operator*(const ItemSum &other) const;
  bool operator==(const ItemSum &other) const = default;
  int64_t constant() const;
  /// But for the constants.
  bool isLike(const ItemSum &other) const;
  /// What this id is multiplied by, an i64; -1: what is added. Null for 0. `entry` is the end of the entry block.
  llvm::Value *factor(llvm::IRBuilder<> &entry, int id) const;

  static ItemSum id(int number);
  static ItemSum value(llvm::Value &value);

private:
  /// An id, -1 for none, and values.
  using Product = std::pair<int, std::vector<llvm::Value *>>;
  void add(int64_t number, const Product &product);

  std::map<Product, int64_t> terms_;
};

} // namespace weft::compiler

#endif
