// What is known of x86 CPUs: widths, registers, costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/MC/MCSubtargetInfo.h"

#include "codegen/TargetArchitectures.h"

using namespace llvm;

namespace weft::compiler {

/// Chosen on the machine X of docs/measurements.md, a Skylake with AVX-512, by what tells kernels that are quicker on
/// packets from those that aren't. "Instructions" there has what Z takes for the same, a Zen 4, here in brackets.
TargetProfile::Cycles cyclesOfX86() {
  TargetProfile::Cycles cycles;
  cycles.scalarOperation = 0.3; // four ports, of which branches and addresses take a share
  cycles.vectorOperation = 0.5; // two ports for registers of 64 bytes (0.5 for integers, 1 for floating point)
  cycles.floatOperation = 0.5;
  cycles.scalarAccess = 0.5; // two loads each cycle (0.5)
  cycles.spill = 2.2;        // a load and a store, of 64 bytes 0.5 and 2 on Zen 4
  cycles.vectorAccess = 0.7; // the same, and some of a packet's cross a line (0.5 to 1.5)
  // More than twice a scalar load: a sparse matrix product on packets took seven times the loops' time (1.2 to 1.9).
  cycles.gatheredElement = 1.15;
  // Its address comes out of a vector, and it goes into one.
  cycles.scalarisedElement = 2;
  // Numbers of up to twelve digits, put down as bytes from the last one on, take 9 on R for each store.
  cycles.scalarScatter = 4;
  // A search along rows takes 55 for each trip on E, of which the gather's throughput is 20.
  cycles.gatherToMaskLatency = 30;
  cycles.scatterToMaskLatency = 45; // by itself 31 on E, where the gather alone takes 20
  cycles.branchMispredict = 10;     // E takes 21 and 25 for each trip down a tree and of a search by halves
  cycles.readModifyWrite = 1.5;     // (1.5 to 1.9; with a gather and a scatter 3.0)
  cycles.atomic = 20;               // with `lock`, of memory that no other core updates (18)
  cycles.division = 5;              // of `float` (2.8 for one or 8, 5.8 for 16)
  cycles.divisionByConstant = 1.2;
  cycles.divisionByVarying = 2; // on E, where one by a number of all lanes takes 0.5; AVX2 the same
  cycles.divisionByUniform = 0.5;
  // Of libclc's functions some take a few cycles and some a hundred, whether for a scalar or a vector. One value for
  // both counts where a function has no form for vectors: then each lane takes it.
  cycles.function = 20;
  cycles.texel = 3;           // four floats, clamped coordinates (2 to 3)
  cycles.extractOrInsert = 3; // a permutation, and moves between registers of both kinds (3.1 for out and in)
  cycles.contiguityCheck = 3; // a comparison, a mask that becomes a number, a branch (2)
  cycles.cacheMiss = 4;       // from the second cache, several at a time
  cycles.laneBits = 32;       // `float`
  return cycles;
}

void describeX86(TargetProfile &profile, const MCSubtargetInfo &subtarget) {
  const bool hasAvx512 = subtarget.checkFeatures("+avx512f");
  // The usual width is one register of `float`, or two of 128 bits. Twice that gives two chains of instructions, of
  // which one computes while the other waits; without AVX2 there would be four registers for each value.
  if (hasAvx512)
    profile.packets = {.usual = 16, .widest = 32};
  else
    profile.packets = {.usual = 8, .widest = subtarget.checkFeatures("+avx2") ? 16u : 8u};
  // Its ports for floating-point numbers have 32 bytes.
  if (hasAvx512 && subtarget.getCPU() == "znver4")
    profile.cycles.floatOperation = 1;
  // TargetTransformInfo has the width that LLVM prefers, which is 32 bytes for a Skylake.
  if (hasAvx512)
    profile.registers.bytes = 64;
  else
    profile.registers.bytes = subtarget.checkFeatures("+avx") ? 32 : 16;
  // Without AVX2 each `float` fills two registers, too.
  profile.halfWidth.isProfitable = profile.registers.bytes == 4 * profile.packets.usual;
  // Lines come from the second cache, and go there, in 0.9 of the time so (docs/measurements.md, "streams in registers
  // of 256 bits"). R was measured, whose cores are those of Intel's CPUs with `half`, from Sapphire Rapids on.
  if (subtarget.checkFeatures("+avx512fp16,+prefer-256-bit"))
    profile.registers.streamBytes = 32;
  // Eight rows by eight elements of `float` fill half of 16 registers. With twice that no sums of several rows of
  // packets had a place beside them: a product of a matrix with its transpose took 2.0 times as long, sums along
  // rows 1.01. And no shuffle takes any elements of two registers.
  if (!hasAvx512) {
    profile.contiguousRuns.bytes = 32;
    profile.contiguousRuns.maxVectorElements = 2;
  }
  // The loads of a group's many packets come in an order that the CPU's own prefetchers don't follow. A Zen 3 takes
  // 0.65 of the time for a tree of sums so; with registers of 64 bytes it has not been measured.
  if (!hasAvx512)
    profile.prefetch.minRows = 1;
  // vpermt2d, vpermt2w and vpermt2b. TargetTransformInfo has costs of given permutations only.
  if (hasAvx512)
    profile.legal.permuted = 4;
  if (subtarget.checkFeatures("+avx512bw"))
    profile.legal.permuted = 2;
  if (subtarget.checkFeatures("+avx512vbmi"))
    profile.legal.permuted = 1;
  // A Zen 4 with two CPUs takes 0.65 to 0.8 of the time so (docs/measurements.md). Intel's servers have not been
  // measured: a single one of their cores has fewer such stores under way than others.
  if (subtarget.getCPU().starts_with("znver"))
    profile.legal.streamed = 64;
  profile.legal.maskedStoresAreFast = hasAvx512; // vmaskmovps takes 12 cycles and more on Zen 2 to 4
  profile.legal.fusedMultiplyAdd = hasAvx512 || subtarget.checkFeatures("+fma");
  profile.legal.halfConversion = hasAvx512 || subtarget.checkFeatures("+f16c");
}

} // namespace weft::compiler
