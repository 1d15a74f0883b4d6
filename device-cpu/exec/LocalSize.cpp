// Chooses the local size for a launch that leaves it open.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <utility>
#include <vector>

#include "Device.h"
#include "Rounding.h"

namespace weft::cpu {

namespace {

/// The number of groups that each worker should get if the range is large enough. With several groups for each worker,
/// a single slow group at the end doesn't make the others wait long.
constexpr uint64_t groupsPerWorker = 8;
/// The greatest number of work-items of a group. Starting a group costs only some 10 ns, so larger groups gain nothing.
/// But the data of larger groups no longer fits the caches, and more workers are idle at the end of the launch.
constexpr uint64_t maxGroupItems = 4096;
/// The number of lanes of the usual packet (32-bit values in AVX-512), and of the vectors that LLVM's loop vectoriser
/// makes. Groups with fewer work-items leave lanes empty. Groups whose size isn't a multiple of this number have a
/// partial packet.
constexpr uint64_t usualPacket = 16;
/// The number of work-items of a tile, which usually has 16 x 16. Measured on machine R (docs/measurements.md): with
/// such tiles, transpositions take 0.2 to 0.5 of the time that they take with groups that are long rows, and rotations
/// of images 0.5 to 0.9 of it. With tiles of 32 x 8 they take up to 1.6 times as long as with tiles of 16 x 16.
constexpr uint64_t tileItems = 256;
/// Limits for joined groups, which joinGroups makes from several small groups: the greatest number of work-items of a
/// joined group, and the least number of joined groups that each worker must get. The second pair of values is for
/// kernels whose work-items each read a column of a matrix (WEFT_KERNEL_READS_COLUMNS). Their joined groups read 256
/// floats of each row of the matrix at a time, which is as quick as reading whole rows. These groups all take equally
/// long, so a few for each worker are enough.
constexpr uint64_t joinedItems = 1024, joinedPerWorker = 64;
constexpr uint64_t columnGroupItems = 256, columnsPerWorker = 4;

/// Returns the divisors of `size` that are at most `limit`. Both are at least 1, and may be as large as the type
/// allows.
std::vector<uint64_t> divisorsUpTo(uint64_t size, uint64_t limit) {
  std::vector<uint64_t> divisors{1};
  const auto addFactor = [&](uint64_t prime, unsigned exponent) {
    const size_t before = divisors.size();
    uint64_t power = 1;
    for (unsigned e = 0; e < exponent; ++e) {
      power *= prime;
      for (size_t i = 0; i < before && power <= limit; ++i)
        if (divisors[i] <= limit / power)
          divisors.push_back(divisors[i] * power);
    }
  };
  // Prime factors greater than the limit are ignored, because they divide none of the results.
  uint64_t rest = size;
  for (uint64_t prime = 2; prime <= limit && prime * prime <= rest; prime += prime == 2 ? 1 : 2) {
    unsigned exponent = 0;
    for (; rest % prime == 0; rest /= prime)
      ++exponent;
    addFactor(prime, exponent);
  }
  if (rest > 1 && rest <= limit)
    addFactor(rest, 1);
  return divisors;
}

/// Returns the divisor of `size`, at most `limit`, whose ratio to `wanted` is nearest to 1. `packet` is the width of
/// packets in this dimension. A divisor that isn't a multiple of `packet` is rated worse, the more lanes of the last
/// packet are empty.
uint64_t bestDivisor(uint64_t size, uint64_t wanted, uint64_t limit, uint64_t packet) {
  uint64_t best = 1;
  double leastCost = -1;
  for (uint64_t divisor : divisorsUpTo(size, limit)) {
    const auto [less, more] = std::minmax(double(divisor), double(wanted));
    double cost = more / less;
    cost *= double(roundUp(divisor, packet)) / double(divisor);
    if (leastCost < 0 || cost < leastCost || (cost == leastCost && divisor > best)) {
      leastCost = cost;
      best = divisor;
    }
  }
  return best;
}

/// Returns a group size near `wanted` that cuts `size` into groups of nearly equal size. The result is rounded up to
/// whole packets if `limit` allows it.
uint64_t evenCut(uint64_t size, uint64_t wanted, uint64_t limit, uint64_t packet) {
  if (size <= wanted)
    return size;
  const uint64_t groups = divideUp(size, wanted);
  const uint64_t even = divideUp(size, groups);
  const uint64_t padded = roundUp(even, packet);
  return padded <= limit ? padded : even;
}

/// Returns the width of a tile of `items` work-items in `dimension`: a packet, or more if the range is short in all
/// other dimensions.
uint64_t tileWidth(const NDRange &range, unsigned dimension, uint64_t items, uint64_t packet) {
  uint64_t others = 1;
  for (unsigned d = 0; d < range.workDim; ++d)
    if (d != dimension)
      others *= std::clamp<uint64_t>(range.globalSize[d], 1, items);
  return std::min(items, std::max(packet, items / others));
}

} // namespace

std::array<uint64_t, 3> chooseLocalSize(const NDRange &range, unsigned workers, uint64_t maxItems, bool uniform,
                                        uint64_t packetWidth, unsigned packetDimension, bool prefersTiles) {
  const uint64_t packetItems = std::max(usualPacket, packetWidth);
  std::array<uint64_t, 3> localSize{1, 1, 1};
  uint64_t limit = std::max<uint64_t>(1, maxItems);
  double items = 1; // the number of work-items as a double, which can't overflow
  for (unsigned d = 0; d < range.workDim; ++d)
    items *= double(range.globalSize[d]);
  const double share = items / double(groupsPerWorker) / std::max(1u, workers);
  uint64_t wanted = share >= double(maxGroupItems) ? maxGroupItems : std::max(packetItems, uint64_t(share));
  wanted = std::min(wanted, limit);
  std::array<unsigned, 3> order{0, 1, 2};
  std::rotate(order.begin(), order.begin() + packetDimension, order.begin() + packetDimension + 1);
  if (prefersTiles)
    wanted = std::min(wanted, tileItems);
  for (const unsigned d : order) {
    const uint64_t size = d < range.workDim ? range.globalSize[d] : 0;
    const uint64_t packet = d == packetDimension ? packetItems : 1;
    if (size == 0)
      continue;
    const uint64_t length = prefersTiles && d == packetDimension ? tileWidth(range, d, wanted, packet) : wanted;
    localSize[d] = uniform ? bestDivisor(size, length, limit, packet) : evenCut(size, length, limit, packet);
    limit /= localSize[d];
    wanted = std::max<uint64_t>(1, wanted / localSize[d]);
  }
  return localSize;
}

uint64_t lengthenGroups(const NDRange &range, unsigned dimension, uint64_t packetWidth, uint64_t maxItems) {
  uint64_t others = 1;
  for (unsigned d = 0; d < 3; ++d)
    others *= d == dimension ? 1 : range.localSize[d];
  // The wanted length is four packets. Interior groups, in which all work-items pass the kernel's check of the bounds,
  // run faster code. If groups were longer, fewer of them would be interior groups.
  return bestDivisor(range.globalSize[dimension], 4 * packetWidth, std::max<uint64_t>(1, maxItems / others),
                     packetWidth);
}

uint64_t joinGroups(const NDRange &range, unsigned workers, bool readsColumns) {
  if (range.globalSize[0] < 2 * range.localSize[0])
    return range.localSize[0]; // there are no two groups to join: most small launches return here, without a division
  const uint64_t groups = range.globalSize[0] / range.localSize[0] * range.globalSize[1] * range.globalSize[2];
  const auto joinUpTo = [&](uint64_t items, uint64_t perWorker) {
    uint64_t factor = 1;
    // Groups are joined only if they are rows along dimension 0. Groups with work-items in other dimensions, such as
    // tiles, keep the shape that was chosen for them.
    while (range.localSize[1] * range.localSize[2] == 1 && 2 * factor * range.localSize[0] <= items &&
           range.globalSize[0] % (2 * factor * range.localSize[0]) == 0 &&
           groups / (2 * factor) >= perWorker * std::max(1u, workers))
      factor *= 2;
    return factor * range.localSize[0];
  };
  const uint64_t joined = joinUpTo(joinedItems, joinedPerWorker);
  return readsColumns ? std::max(joined, joinUpTo(columnGroupItems, columnsPerWorker)) : joined;
}

std::optional<std::array<uint64_t, 3>> localSizeForSubGroups(const NDRange &range, uint64_t count,
                                                             uint64_t subGroupSize, uint64_t maxItems, bool uniform) {
  if (count == 0 || count > maxItems || count - 1 > (maxItems - 1) / subGroupSize)
    return std::nullopt;
  const uint64_t least = (count - 1) * subGroupSize + 1;
  const uint64_t most = std::min(count * subGroupSize, maxItems);
  std::array<uint64_t, 3> sizes{1, 1, 1};
  for (unsigned d = 0; d < range.workDim; ++d)
    sizes[d] = std::max<uint64_t>(1, range.globalSize[d]);
  std::array<uint64_t, 3> best{};
  uint64_t bestItems = 0;
  // The best size has the most work-items that the limits allow. Among sizes with equally many work-items, the longest
  // in dimension 0 is the best.
  for (const uint64_t x : divisorsUpTo(sizes[0], most))
    for (const uint64_t y : divisorsUpTo(sizes[1], most / x))
      for (const uint64_t z : divisorsUpTo(sizes[2], most / x / y)) {
        const uint64_t items = x * y * z;
        if (items >= least && std::pair(items, x) > std::pair(bestItems, best[0])) {
          best = {x, y, z};
          bestItems = items;
        }
      }
  if (bestItems != 0)
    return best;
  return uniform ? std::nullopt : std::optional<std::array<uint64_t, 3>>({most, 1, 1});
}

} // namespace weft::cpu
