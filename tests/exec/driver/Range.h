// NDRanges of the execution tests, and where each work-item stands in them by the specification's definitions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_RANGE_H
#define WEFT_TESTS_EXEC_RANGE_H

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace weft::exectest {

using Extent = std::array<size_t, 3>;

/// One launch's index space. Dimensions that are not used have size 1 and offset 0.
struct Range {
  unsigned dimensions = 1;
  Extent global{1, 1, 1};
  Extent local{1, 1, 1}; ///< all 0: the platform chooses (NULL)
  Extent offset{0, 0, 0};

  size_t items() const { return global[0] * global[1] * global[2]; }
  /// Work-items of a full group.
  size_t groupItems() const { return local[0] * local[1] * local[2]; }
  size_t groups(unsigned d) const { return (global[d] + local[d] - 1) / local[d]; }
  size_t groups() const { return groups(0) * groups(1) * groups(2); }
  bool uniform() const;
  /// Fit for a test's name: "64x4_by_16x2_from_3x0".
  std::string name() const;
};

Range line(size_t global, size_t local, size_t offset = 0);
Range plane(std::array<size_t, 2> global, std::array<size_t, 2> local, std::array<size_t, 2> offset = {0, 0});
Range box(Extent global, Extent local, Extent offset = {0, 0, 0});

/// The usual one-dimensional launches: even groups, a prime group size, groups of one, one big group.
std::vector<Range> lines();
/// Launches without interest in groups: small, large, prime, local size left open.
std::vector<Range> flatLines();

/// One work-item (OpenCL API specification, section 3.2.1).
struct Item {
  Extent global;      ///< with the offset
  Extent local;       ///< within the group
  Extent group;       ///< the group's id
  Extent groupSize;   ///< of this very group: smaller at the upper edges of a non-uniform range
  size_t linear;      ///< get_global_linear_id
  size_t localLinear; ///< get_local_linear_id
  size_t groupLinear; ///< the group's linear id
};

/// The work-item with the given global ids less the offset. Needs a range whose local size is given.
Item itemAt(const Range &range, const Extent &position);

/// `result(item)` for each work-item, ordered by global linear id.
template <class T, class Result> std::vector<T> perItem(const Range &range, Result result) {
  std::vector<T> values;
  values.reserve(range.items());
  for (size_t z = 0; z < range.global[2]; ++z)
    for (size_t y = 0; y < range.global[1]; ++y)
      for (size_t x = 0; x < range.global[0]; ++x)
        values.push_back(static_cast<T>(result(itemAt(range, {x, y, z}))));
  return values;
}

} // namespace weft::exectest

#endif
