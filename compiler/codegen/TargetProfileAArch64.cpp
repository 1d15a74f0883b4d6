// What is known of AArch64 CPUs: widths, registers. Nobody has measured one; code for them is compiled in tests only.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/MC/MCSubtargetInfo.h"

#include "codegen/TargetArchitectures.h"

using namespace llvm;

namespace weft::compiler {

void describeAArch64(TargetProfile &profile, const MCSubtargetInfo &subtarget) {
  // Vectors of NEON. Those of SVE would have a width that isn't known before the kernel runs.
  profile.packets = {.usual = 8, .widest = 8}; // two registers for each float, of which there are 32
  profile.registers.bytes = 16;
  // No permutations (tbl has them): ld2 to ld4 and st2 to st4 do what packets have them for.
  profile.legal.fusedMultiplyAdd = profile.legal.halfConversion = subtarget.checkFeatures("+neon");
}

} // namespace weft::compiler
