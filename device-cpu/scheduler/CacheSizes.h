// The sizes of caches as the C library and the CPU tell them, for machines whose system doesn't.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_CACHE_SIZES_H
#define WEFT_DEVICE_CPU_SCHEDULER_CACHE_SIZES_H

#include <cstdint>
#include <functional>

namespace weft::cpu {

/// In bytes; 0 where nothing tells it.
struct CacheSizes {
  uint64_t lastLevel = 0; ///< for data, of the last level; perhaps of all such caches of the package together
  uint64_t line = 0;      ///< of the first level
};

/// Asks sysconf, and then the CPU.
CacheSizes readCacheSizes();

/// What x86's instruction CPUID gives for a leaf and a sub-leaf: zeros for what the CPU doesn't have.
struct CpuidRegisters {
  uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};
using Cpuid = std::function<CpuidRegisters(uint32_t leaf, uint32_t subLeaf)>;

/// By Intel's leaf 4 or AMD's 0x8000001D (one sub-leaf for each cache), or AMD's older 0x80000005 and 0x80000006.
CacheSizes cacheSizesFrom(const Cpuid &cpuid);

} // namespace weft::cpu

#endif
