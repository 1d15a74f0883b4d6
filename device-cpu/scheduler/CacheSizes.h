// The sizes of caches as the C library and the CPU report them, for machines on which /sys doesn't report them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_CACHE_SIZES_H
#define WEFT_DEVICE_CPU_SCHEDULER_CACHE_SIZES_H

#include <cstdint>
#include <functional>

namespace weft::cpu {

/// Sizes in bytes; 0 if neither the C library nor the CPU reports the size.
struct CacheSizes {
  uint64_t lastLevel = 0; ///< the last-level data cache; perhaps all such caches of the package together
  uint64_t line = 0;      ///< a cache line of the first level
};

/// Asks sysconf, and then the CPU.
CacheSizes readCacheSizes();

/// The result of x86's instruction CPUID for a leaf and a sub-leaf; zeros for leaves that the CPU doesn't have.
struct CpuidRegisters {
  uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};
using Cpuid = std::function<CpuidRegisters(uint32_t leaf, uint32_t subLeaf)>;

/// Reads the sizes from Intel's leaf 4 or AMD's leaf 0x8000001D, which have a sub-leaf for each cache, or from AMD's
/// older leaves 0x80000005 and 0x80000006.
CacheSizes cacheSizesFrom(const Cpuid &cpuid);

} // namespace weft::cpu

#endif
