// Decides from a kernel's index computations whether any byte is accessed by two different work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/DisjointAccesses.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "llvm/IR/Function.h"

#include "analysis/AccessedObject.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

Value *isBelow(IRBuilder<> &builder, Value *value, unsigned bits) {
  return builder.CreateICmpULT(value, builder.getInt64(uint64_t{1} << bits));
}

} // namespace

bool DisjointAccesses::add(const Value &base, Value &address, uint64_t bytes) {
  const std::optional<ByteOffset> offset = offsetFrom(base, address, kernel_.getDataLayout());
  if (!offset)
    return false;
  AffineExpression distance(offset->constant.getSExtValue());
  for (const auto &[value, scale] : offset->variable) {
    const std::optional<AffineExpression> index = readOverIds(*value, ids_, nonWrapping_);
    if (!index)
      return false;
    distance.add(*index, scale.getSExtValue());
  }
  accesses_.push_back({distance, bytes});
  return true;
}

/// The number of values that an id takes in its group or launch, as an i64. `id` is the id's number in an IdSpace.
Value *DisjointAccesses::sizeOf(IRBuilder<> &entry, int id) const {
  if (ids_ == IdSpace::local)
    return loadLocalSize(entry, kernel_, id);
  const auto ofLaunch = [&](size_t offset, int dimension, const char *name) -> Value * {
    return loadSize(entry, launchParameter(kernel_), offset, dimension, 0, 0, name);
  };
  if (ids_ == IdSpace::global)
    return ofLaunch(offsetof(WeftLaunch, globalSize), id, "global.size");
  if (id >= 3)
    return ofLaunch(offsetof(WeftLaunch, numGroups), id - 3, "groups");
  if (const uint64_t fixed = fixedLocalSize(kernel_)[id])
    return entry.getInt64(fixed);
  return ofLaunch(offsetof(WeftLaunch, localSize), id, "launch.local.size");
}

/// Compares the accesses that one work-item makes. If neighbouring accesses are equally far apart, adds a dimension for
/// them to `rows`. If the distances differ or the accesses overlap, all of them count as one access that covers them.
/// Sets `span` to the number of bytes that are accessed at each address. Returns false if the distances aren't
/// constants, or are too great.
bool DisjointAccesses::addAccesses(IRBuilder<> &entry, std::vector<AddressDimension> &rows, uint64_t &span) const {
  std::vector<int64_t> starts;
  span = 0;
  for (const Access &place : accesses_) {
    const int64_t at = place.distance.constant();
    constexpr int64_t most = int64_t{1} << 40;
    if (!place.distance.differenceFrom(accesses_.front().distance) || at < -most || at > most || place.bytes > most)
      return false;
    starts.push_back(at);
    span = std::max(span, place.bytes);
  }
  llvm::sort(starts);
  starts.erase(llvm::unique(starts), starts.end());
  const int64_t step = starts.size() > 1 ? starts[1] - starts[0] : 0;
  if (std::cmp_less(step, span) || std::ranges::adjacent_find(starts, [&](int64_t left, int64_t right) {
                                     return right - left != step;
                                   }) != starts.end()) {
    span += static_cast<uint64_t>(starts.back() - starts.front());
    return true;
  }
  const auto count = static_cast<int64_t>(starts.size());
  rows.push_back({entry.getInt64(step), entry.getInt64(count), entry.getInt64(step * (count - 1))});
  return true;
}

/// Creates an i1: whether each sum in nonWrapping_ is at least 0 and below 2^31 for all work-items, as readOverIds
/// requires.
Value *DisjointAccesses::areNonWrapping(IRBuilder<> &entry, ArrayRef<Value *> sizes) const {
  constexpr unsigned bits = 31;
  Value *all = entry.getTrue();
  for (const AffineExpression &sum : nonWrapping_) {
    Value *most = entry.getInt64(0);
    if (Value *start = factorOf(entry, sum, -1)) {
      all = entry.CreateAnd(all, isBelow(entry, start, bits));
      most = start;
    }
    for (const auto [id, size] : enumerate(sizes)) {
      Value *factor = factorOf(entry, sum, static_cast<int>(id));
      if (!factor)
        continue;
      Value *extent = entry.CreateMul(factor, entry.CreateSub(size, entry.getInt64(1)));
      Value *isIt = entry.CreateAnd(isBelow(entry, factor, bits), isBelow(entry, size, bits));
      all = entry.CreateAnd(all, entry.CreateAnd(isIt, isBelow(entry, extent, bits)));
      most = entry.CreateAdd(most, extent);
    }
    all = entry.CreateAnd(all, isBelow(entry, most, bits));
  }
  return all;
}

Value *DisjointAccesses::areDisjoint(IRBuilder<> &entry) const {
  std::vector<AddressDimension> rows;
  uint64_t span = 0;
  if (!addAccesses(entry, rows, span))
    return nullptr;
  const size_t accessDimensions = rows.size();
  SmallVector<Value *, maxIds> sizes;
  for (int id = 0; id < (ids_ == IdSpace::groupAndLocal ? maxIds : 3); ++id)
    sizes.push_back(sizeOf(entry, id));
  Value *apart = areNonWrapping(entry, sizes);
  const auto require = [&](Value *condition) { apart = entry.CreateAnd(apart, condition); };
  Value *one = entry.getInt64(1);
  for (const auto [id, size] : enumerate(sizes)) {
    Value *factor = factorOf(entry, accesses_.front().distance, static_cast<int>(id));
    if (!factor) {
      require(entry.CreateICmpEQ(size, one));
      continue;
    }
    rows.push_back({factor, size, entry.CreateMul(factor, entry.CreateSub(size, one))});
    // These limits ensure that no sum of extents wraps.
    require(entry.CreateAnd(isBelow(entry, factor, 32), isBelow(entry, size, 31)));
    require(isBelow(entry, rows.back().extent, 60));
  }
  if (rows.size() == accessDimensions)
    return nullptr;
  // The distance between neighbouring addresses of a dimension must be at least the span plus the extents of all
  // dimensions in which neighbours are closer. Then accesses whose addresses differ in any dimension have no byte in
  // common.
  for (const AddressDimension &row : rows) {
    Value *least = entry.getInt64(span);
    for (const AddressDimension &other : rows)
      if (&other != &row)
        least = entry.CreateAdd(
            least, entry.CreateSelect(entry.CreateICmpULE(other.factor, row.factor), other.extent, entry.getInt64(0)));
    require(entry.CreateOr(entry.CreateICmpULE(row.size, one), entry.CreateICmpUGE(row.factor, least)));
  }
  return apart;
}

} // namespace weft::compiler
