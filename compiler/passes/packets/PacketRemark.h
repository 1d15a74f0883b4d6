// Says what became of an instruction, for whoever asks: the log and the report have it from here.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_REMARK_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_REMARK_H

#include <string>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace weft::compiler {

class AccessPlans;
class PacketForms;
class PacketShapes;

// All are remarks with the instruction's place in the source. The arguments of a remark are the facts, and its text is
// made of them. Remarks of the pass `packetise` are for everybody; those of `packet-facts`, of what is as one would
// wish, are made where somebody wants to know all (DiagnosticHandler::isAnalysisRemarkEnabled).

/// How a load or store that has a plan reaches memory. Arguments: Access (load, store), Kind (a word for each
/// AccessKind), Space, Bytes of a lane's, Masked (yes where some lanes may not run it), Why.
void remarkOnAccess(const llvm::Instruction &access, const AccessPlans &plans, const PacketShapes &shapes);

/// `what` runs for one lane after the other.
void remarkOnEachLane(const llvm::Instruction &instruction, const std::string &what);

/// Of each line of the source: how many of its instructions are one for all lanes (Uniform), are vectors (Lanes), run
/// for one lane after the other (EachLane), and whether some lanes may not run them (Masked). Before anything is
/// written.
void remarkOnLines(const llvm::Function &kernel, const PacketShapes &shapes, const PacketForms &forms);

} // namespace weft::compiler

#endif
