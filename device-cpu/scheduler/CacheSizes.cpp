// Reads the sizes of caches from the C library and from the CPU.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/CacheSizes.h"

#include <algorithm>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace weft::cpu {

namespace {

/// Returns bits `first` to `last` of a register.
constexpr uint64_t bits(uint32_t value, unsigned first, unsigned last) {
  return value >> first & ((uint64_t{1} << (last - first + 1)) - 1);
}

/// No CPU has as many caches as this. The limit ends the loop if a virtual CPU reports an endless list of caches.
constexpr uint32_t mostCaches = 16;

/// Reads a leaf of the instruction CPUID that has a sub-leaf for each cache. Intel's leaf 4 (manual, volume 2, CPUID)
/// and AMD's leaf 0x8000001D (manual, volume 3, appendix E.4.16) have the same format.
CacheSizes listedBy(const Cpuid &cpuid, uint32_t leaf) {
  enum Type : unsigned { none = 0, instructions = 2 };
  CacheSizes sizes;
  uint64_t lastLevel = 0;
  for (uint32_t cache = 0; cache < mostCaches; ++cache) {
    const CpuidRegisters its = cpuid(leaf, cache);
    const uint64_t type = bits(its.eax, 0, 4), level = bits(its.eax, 5, 7);
    if (type == none)
      break;
    if (type == instructions)
      continue;
    const uint64_t line = bits(its.ebx, 0, 11) + 1;
    if (level == 1)
      sizes.line = line;
    if (level > lastLevel) {
      lastLevel = level;
      sizes.lastLevel = line * (bits(its.ebx, 12, 21) + 1) * (bits(its.ebx, 22, 31) + 1) * (uint64_t{its.ecx} + 1);
    }
  }
  return sizes;
}

/// Reads AMD's older leaves 0x80000005 and 0x80000006 (manual, volume 3, appendix E.4.4 and E.4.5).
CacheSizes summedUpBy(const Cpuid &cpuid) {
  const CpuidRegisters first = cpuid(0x80000005, 0), others = cpuid(0x80000006, 0);
  const uint64_t sizes[] = {bits(others.edx, 18, 31) << 19, bits(others.ecx, 16, 31) << 10,
                            bits(first.ecx, 24, 31) << 10}; // the last level comes first in CacheSizes
  const auto *const last = std::ranges::find_if(sizes, [](uint64_t bytes) { return bytes != 0; });
  return {.lastLevel = last == std::end(sizes) ? 0 : *last, .line = bits(first.ecx, 0, 7)};
}

/// Returns `sizes`, in which each size that is 0 is replaced by the size in `others`.
CacheSizes completed(CacheSizes sizes, const CacheSizes &others) {
  if (sizes.lastLevel == 0)
    sizes.lastLevel = others.lastLevel;
  if (sizes.line == 0)
    sizes.line = others.line;
  return sizes;
}

uint64_t askSystem(int name) { return static_cast<uint64_t>(std::max(0L, sysconf(name))); }

CacheSizes bySysconf() {
  CacheSizes sizes;
  for (const int name : {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL1_DCACHE_SIZE})
    if (sizes.lastLevel == 0)
      sizes.lastLevel = askSystem(name);
  sizes.line = askSystem(_SC_LEVEL1_DCACHE_LINESIZE);
  return sizes;
}

CacheSizes byCpu() {
#if defined(__x86_64__) || defined(__i386__)
  return cacheSizesFrom([](uint32_t leaf, uint32_t subLeaf) {
    CpuidRegisters its;
    if (__get_cpuid_count(leaf, subLeaf, &its.eax, &its.ebx, &its.ecx, &its.edx) == 0)
      return CpuidRegisters();
    return its;
  });
#else
  return {};
#endif
}

} // namespace

CacheSizes cacheSizesFrom(const Cpuid &cpuid) {
  return completed(completed(listedBy(cpuid, 4), listedBy(cpuid, 0x8000001D)), summedUpBy(cpuid));
}

CacheSizes readCacheSizes() {
  CacheSizes sizes = bySysconf();
  return sizes.lastLevel != 0 && sizes.line != 0 ? sizes : completed(sizes, byCpu());
}

} // namespace weft::cpu
