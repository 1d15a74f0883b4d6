// Reports in remarks how a packet runs an instruction. The log and the report get their facts from these remarks.
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
class PacketLegality;
class PacketShapes;

// All functions emit remarks with the instruction's location in the source. The arguments of a remark are the facts,
// and its text is composed of them. Remarks of the pass `packetise` are always emitted. Remarks of `packet-facts` are
// about code that is already as fast as it can be on packets. They are emitted only if the diagnostic handler wants
// them (DiagnosticHandler::isAnalysisRemarkEnabled).

/// Reports how a load or store that has a plan reaches memory. Arguments: Access (load, store), Kind (a word for each
/// AccessKind), Space, Bytes (of a lane's element), Masked (yes if some lanes may not run it), Why.
void remarkOnAccess(const llvm::Instruction &access, const AccessPlans &plans, const PacketShapes &shapes);

/// Reports that `what` runs for one lane after the other.
void remarkOnScalarised(const llvm::Instruction &instruction, const std::string &what);

/// Reports for each line of the source how many of its instructions run once for all lanes (Uniform), become vector
/// instructions (Lanes) or run for one lane after the other (EachLane), and whether some lanes may not run them
/// (Masked). Must be called before anything is widened.
void remarkOnLines(const llvm::Function &kernel, const PacketShapes &shapes, const PacketLegality &legality);

} // namespace weft::compiler

#endif
