// Sets a TargetProfile's values for x86 CPUs: packet widths, registers, costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/MC/MCSubtargetInfo.h"

#include "codegen/TargetArchitectures.h"

using namespace llvm;

namespace weft::compiler {

/// The cycles were chosen on machine X of docs/measurements.md, a Skylake with AVX-512, so that estimates distinguish
/// kernels that are faster on packets from kernels that aren't. The figures in brackets are the cycles of the same
/// operations on machine Z, a Zen 4 (chapter "Instructions").
TargetProfile::Cycles cyclesOfX86() {
  TargetProfile::Cycles cycles;
  cycles.scalarOperation = 0.3; // four ports, of which branches and addresses take a share
  cycles.vectorOperation = 0.5; // two ports take 64-byte registers (on Zen 4: 0.5 for integers, 1 for floating point)
  cycles.floatOperation = 0.5;
  cycles.scalarAccess = 0.5; // two loads each cycle (0.5)
  cycles.spill = 2.2;        // a load and a store; for 64 bytes they take 0.5 and 2 on Zen 4
  cycles.vectorAccess = 0.7; // as scalarAccess, but some vector accesses cross a cache line (on Zen 4: 0.5 to 1.5)
  // An element takes more than twice the cycles of a scalar load: a product with a sparse matrix took seven times as
  // long on packets as on loops (on Zen 4: 1.2 to 1.9).
  cycles.gatheredElement = 1.15;
  // The element's address is extracted from a vector, and the element is inserted into a vector.
  cycles.scalarisedElement = 2;
  // Code that writes numbers of up to twelve digits as text, from the last digit on, takes 9 cycles for each stored
  // byte on machine R.
  cycles.scalarScatter = 4;
  // A search along each work-item's row takes 55 cycles for each iteration on machine E. The gather's throughput
  // accounts for 20 of these cycles.
  cycles.gatherToMaskLatency = 30;
  cycles.loadToMaskLatency = 6;     // a masked load, a comparison and a logical operation with the mask before
  cycles.scatterToMaskLatency = 45; // measured alone: 31 on machine E, where the gather alone takes 20
  cycles.branchMispredict = 10;     // an iteration down a tree takes 21 on machine E, one of a binary search 25
  cycles.readModifyWrite = 1.5;     // Zen 4: 1.5 to 1.9; with a gather and a scatter 3.0
  cycles.atomic = 20;               // with a `lock` prefix, on memory that no other core updates (on Zen 4: 18)
  cycles.division = 5;              // of `float` (on Zen 4: 2.8 for a scalar or 8 elements, 5.8 for 16)
  cycles.divisionByConstant = 1.2;
  cycles.divisionByVarying = 2; // on machine E, where a uniform divisor takes 0.5; the same with AVX2
  cycles.divisionByUniform = 0.5;
  // Some of libclc's functions take a few cycles, others a hundred, both for a scalar and for a vector. So one value is
  // enough for both. It makes a difference for a function without a variant for vectors, which takes these cycles for
  // each lane.
  cycles.function = 20;
  cycles.texel = 3;           // four floats, clamped coordinates (on Zen 4: 2 to 3)
  cycles.extractOrInsert = 3; // a permutation and moves to or from scalar registers (on Zen 4: 3.1 for both ways)
  cycles.contiguityCheck = 3; // a comparison, a move of the mask to a scalar register, a branch (on Zen 4: 2)
  cycles.cacheMiss = 4;       // from the second-level cache, with several misses at a time
  cycles.laneBits = 32;       // `float`
  return cycles;
}

void describeX86(TargetProfile &profile, const MCSubtargetInfo &subtarget) {
  const bool hasAvx512 = subtarget.checkFeatures("+avx512f");
  // At the usual width, a `float` value of a packet fills one register, or two registers of 128 bits. At twice the
  // usual width there are two chains of instructions: one computes while the other waits. Without AVX2 each value would
  // then fill four registers.
  if (hasAvx512)
    profile.packets = {.usual = 16, .widest = 32};
  else
    profile.packets = {.usual = 8, .widest = subtarget.checkFeatures("+avx2") ? 16u : 8u};
  // The floating-point ports of Zen 4 have 32 bytes, so an operation on 64 bytes takes twice as long.
  if (hasAvx512 && subtarget.getCPU() == "znver4")
    profile.cycles.floatOperation = 1;
  // TargetTransformInfo only returns the width that LLVM prefers, which is 32 bytes for a Skylake.
  if (hasAvx512)
    profile.registers.bytes = 64;
  else
    profile.registers.bytes = subtarget.checkFeatures("+avx") ? 32 : 16;
  // The rules for half the usual width expect that a `float` value of a packet fills one register, and a `double` value
  // two. Without AVX, a `float` value fills two registers, too.
  profile.halfWidth.isProfitable = profile.registers.bytes == 4 * profile.packets.usual;
  // Moving cache lines from and to the second-level cache takes 0.9 of the time with 32-byte registers
  // (docs/measurements.md, "streams in registers of 256 bits"). This was measured on machine R, whose cores are like
  // those of all Intel CPUs with `half` instructions, from Sapphire Rapids on.
  if (subtarget.checkFeatures("+avx512fp16,+prefer-256-bit"))
    profile.registers.streamBytes = 32;
  // Eight lanes' runs of eight `float` elements fill half of the 16 registers. With runs of 64 bytes, the sums of
  // several rows of packets had no registers left: a product of a matrix with its transpose took 2.0 times as long,
  // sums along rows 1.01. Also, no shuffle without AVX-512 can take any elements of two registers.
  if (!hasAvx512) {
    profile.contiguousRuns.bytes = 32;
    profile.contiguousRuns.maxVectorElements = 2;
  }
  // The CPU's own prefetchers don't follow the order in which a group's many packets load. With prefetches, a Zen 3
  // takes 0.65 of the time for a tree of sums. With 64-byte registers this hasn't been measured.
  if (!hasAvx512)
    profile.prefetch.minRows = 1;
  // The instructions are vpermt2d, vpermt2w and vpermt2b. TargetTransformInfo only knows costs of permutations that are
  // constant.
  if (hasAvx512)
    profile.legal.permuted = 4;
  if (subtarget.checkFeatures("+avx512bw"))
    profile.legal.permuted = 2;
  if (subtarget.checkFeatures("+avx512vbmi"))
    profile.legal.permuted = 1;
  // With stores that bypass the caches, a Zen 4 with two CPUs takes 0.65 to 0.8 of the time (docs/measurements.md).
  // Intel's servers haven't been measured: one of their cores can have fewer such stores in progress than other stores.
  if (subtarget.getCPU().starts_with("znver"))
    profile.legal.streamed = 64;
  profile.legal.maskedStoresAreFast = hasAvx512; // vmaskmovps takes 12 cycles and more on Zen 2 to 4
  profile.legal.fusedMultiplyAdd = hasAvx512 || subtarget.checkFeatures("+fma");
  profile.legal.halfConversion = hasAvx512 || subtarget.checkFeatures("+f16c");
}

} // namespace weft::compiler
