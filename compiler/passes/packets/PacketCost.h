// Whether a kernel is quicker on packets than for one work-item after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_COST_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_COST_H

#include "codegen/TargetProfile.h"

namespace llvm {
class AtomicRMWInst;
class BasicBlock;
class Function;
class Instruction;
class LoopInfo;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

class AccessPlans;
class BuiltinLibrary;
class PacketShapes;
class PacketForms;

/// Whether it calls a function that is neither LLVM's nor a primitive of Weft's own.
bool isCallOfLibrary(const llvm::Instruction &instruction);

/// What `instruction` takes of a work-item by itself, in CPU cycles.
double cyclesForWorkItem(const llvm::Instruction &instruction, const TargetProfile::Cycles &cycles);

/// An estimate in CPU cycles of what a packet takes, and what its work-items take if they run one after the other.
///
/// The weights are those that decide: a gather takes longer than scalar loads would (docs/measurements.md has figures),
/// a loop that lanes leave at different times goes on until the last one has left, and what has no form for vectors
/// moves each lane's elements out of them and back. Work-items by themselves that each walk down a column of memory
/// read its lines again for each column. Searches fare as analysis/EarlyExitLoops.h says.
class PacketCost {
public:
  PacketCost(const PacketShapes &shapes, const PacketForms &forms, const AccessPlans &plans,
             const TargetProfile &profile)
      : shapes_(shapes), forms_(forms), plans_(plans), cycles_(profile.cycles), guesses_(profile.guesses) {}

  struct Cycles {
    double packet = 0;    ///< of a packet
    double workItems = 0; ///< of as many work-items by themselves
  };
  /// Of a kernel with its loops.
  double cyclesOfPacket(const llvm::Function &kernel, const llvm::LoopInfo &loops) const;
  /// Whether packets go down columns of memory in a loop, with what is known of the loops' counters.
  bool walksColumns(llvm::Function &kernel, const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution) const;
  /// Of a kernel as it is going to be widened, with its loops and what is known of their counters.
  Cycles estimate(llvm::Function &kernel, const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution) const;

private:
  /// Whether lanes find their elements one behind the other, but `loop`, in which `access` is, takes others with each
  /// trip.
  bool walksColumns(llvm::Instruction &access, const llvm::Loop *loop, llvm::ScalarEvolution &evolution) const;
  bool isByRepeatedLoad(const llvm::AtomicRMWInst &update) const;
  /// How often a packet runs `block`.
  double tripsOfPacket(const llvm::BasicBlock &block, const llvm::LoopInfo &loops) const;
  double costForPacket(const llvm::Instruction &instruction) const;

  const PacketShapes &shapes_;
  const PacketForms &forms_;
  const AccessPlans &plans_;
  const TargetProfile::Cycles cycles_;
  const TargetProfile::Guesses guesses_;
};

/// What a packet takes by PacketCost, in CPU cycles, and how many work-items it has.
struct PacketEstimate {
  double cycles = 0;
  unsigned width = 1;
};
/// Of a kernel that has yet to be prepared for packets, of the width that choosePacketWidth gives.
PacketEstimate estimatePacket(llvm::Function &kernel, const BuiltinLibrary &builtins, const TargetProfile &profile);

} // namespace weft::compiler

#endif
