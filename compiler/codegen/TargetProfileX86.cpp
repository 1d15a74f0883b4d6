// What is known of x86 CPUs: widths, registers, costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/MC/MCSubtargetInfo.h"

#include "codegen/TargetArchitectures.h"

using namespace llvm;

namespace weft::compiler {

/// Chosen on the machine X of docs/measurements.md, a Skylake with AVX-512: of its ports what one instruction takes of
/// the busiest, and for the rest what tells kernels that are quicker on packets from those that aren't.
TargetProfile::Cycles cyclesOfX86() {
  TargetProfile::Cycles cycles;
  cycles.scalarOperation = 0.3; // four ports, of which branches and addresses take a share
  cycles.vectorOperation = 0.5; // two ports
  cycles.scalarAccess = 0.5;    // two loads each cycle
  cycles.vectorAccess = 0.7;    // the same, but many of a packet's cross a line
  // Twice as long as scalar loads of the elements would take: a sparse matrix product on packets took seven times the
  // loops' time.
  cycles.gatheredElement = 1.15;
  cycles.division = 5;        // of `float`: 3 to 5 for a scalar or eight lanes, 10 for 16
  cycles.function = 20;       // exp and log of libclc for vectors take 20 to 40, calls to few instructions less
  cycles.intoOrOutOfLane = 3; // a shuffle and a move between registers of both kinds, on one port
  cycles.lookForLine = 3;     // a comparison, a mask that becomes a number, a branch
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
  // TargetTransformInfo has the width that LLVM prefers, which is 32 bytes for a Skylake.
  profile.registers.bytes = hasAvx512 ? 64 : subtarget.checkFeatures("+avx") ? 32 : 16;
  // vpermt2b, vpermt2w and vpermt2d, of AVX512-VBMI, -BW and -F. TargetTransformInfo has costs of given permutations
  // only.
  profile.legal.permuted = subtarget.checkFeatures("+avx512vbmi") ? 1
                           : subtarget.checkFeatures("+avx512bw") ? 2
                           : hasAvx512                            ? 4
                                                                  : 0;
  profile.legal.fusedMultiplyAdd = hasAvx512 || subtarget.checkFeatures("+fma");
  profile.legal.halfConversion = hasAvx512 || subtarget.checkFeatures("+f16c");
}

} // namespace weft::compiler
