// Sets a TargetProfile's values for AArch64 CPUs: packet widths, registers. No AArch64 CPU was measured; only tests
// compile code for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/MC/MCSubtargetInfo.h"

#include "codegen/TargetArchitectures.h"

using namespace llvm;

namespace weft::compiler {

void describeAArch64(TargetProfile &profile, const MCSubtargetInfo &subtarget) {
  // The values are for NEON's vectors. The width of SVE's vectors isn't known before the kernel runs.
  profile.packets = {.usual = 8, .widest = 8}; // a `float` value of a packet fills two of the 32 registers
  profile.registers.bytes = 16;
  // legal.permuted stays 0, although the instruction tbl permutes: for the accesses that packets would do by
  // permutations, AArch64 has the instructions ld2 to ld4 and st2 to st4.
  profile.legal.fusedMultiplyAdd = profile.legal.halfConversion = subtarget.checkFeatures("+neon");
}

} // namespace weft::compiler
