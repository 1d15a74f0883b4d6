// Says what became of an instruction, for whoever asks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketRemark.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;

namespace weft::compiler {

void remarkOn(const Instruction &instruction, const Twine &sentence) {
  OptimizationRemarkAnalysis remark("packetise", instruction.getOpcodeName(), &instruction);
  instruction.getContext().diagnose(remark << sentence.str());
}

} // namespace weft::compiler
