// Estimates whether a kernel is quicker on packets than for one work-item after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SCHEDULE_PACKET_COST_H
#define WEFT_COMPILER_SCHEDULE_PACKET_COST_H

#include "analysis/PacketMapping.h"
#include "codegen/TargetProfile.h"
#include "schedule/EarlyExitLoops.h"

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
class PacketLegality;

/// Returns whether `instruction` calls a function that is neither an LLVM intrinsic nor one of Weft's primitives
/// (weft.*).
bool isLibraryCall(const llvm::Instruction &instruction);

/// Returns the CPU cycles that `instruction` takes for a single work-item.
double cyclesForWorkItem(const llvm::Instruction &instruction, const TargetProfile::Cycles &cycles);

/// Estimates the CPU cycles that a packet takes, and the cycles that its work-items take if they run one after the
/// other.
///
/// The estimate covers the facts that mostly decide whether packets are quicker than single work-items. A gather takes
/// longer than scalar loads would (docs/measurements.md has figures). A loop that lanes leave at different times
/// continues until the last lane has left. An instruction without a vector form moves each lane's elements out of the
/// vectors and back. Single work-items that each go down a column of memory read the same cache lines again for each
/// column. The estimate of early-exit loops follows schedule/EarlyExitLoops.h.
class PacketCost {
public:
  PacketCost(const PacketShapes &shapes, const PacketLegality &legality, const AccessPlans &plans,
             const TargetProfile &profile)
      : shapes_(shapes), legality_(legality), plans_(plans), cycles_(profile.cycles), latencies_(profile.latencies),
        guesses_(profile.guesses) {}

  struct Cycles {
    double packet = 0;    ///< cycles of one packet
    double workItems = 0; ///< cycles of the same work-items, one after the other
  };
  /// Returns the cycles that a packet takes to run the kernel, whose loops are `loops`.
  double cyclesOfPacket(const llvm::Function &kernel, const llvm::LoopInfo &loops) const;
  /// Returns whether packets walk down columns of memory in a loop: the lanes load contiguous elements, and each
  /// iteration loads from other cache lines. `evolution` is LLVM's analysis of the loops' counters.
  bool walksColumns(llvm::Function &kernel, const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution) const;
  /// Returns the cycles that a packet waits in innermost loops, because each iteration depends on results of the one
  /// before. Wider packets wait no longer. Work-items that run one by one wait, too, but a CPU begins the next
  /// work-item's loop meanwhile; so estimate() counts these cycles for neither.
  double cyclesOfWaits(const llvm::LoopInfo &loops) const;
  /// Estimates a kernel that is about to be widened. `evolution` is LLVM's analysis of the counters of `loops`.
  Cycles estimate(llvm::Function &kernel, const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution) const;

private:
  /// Returns whether the lanes of `access` load contiguous elements, and each iteration of `loop`, which contains
  /// `access`, loads from other cache lines.
  bool walksColumns(llvm::Instruction &access, const llvm::Loop *loop, llvm::ScalarEvolution &evolution) const;
  bool usesRepeatedLoad(const llvm::AtomicRMWInst &update) const;
  /// Returns how often a packet runs `block`.
  double tripsOfPacket(const llvm::BasicBlock &block, const llvm::LoopInfo &loops) const;
  /// Returns the latency of the longest chain of instructions by which an iteration of `loop`, an innermost loop,
  /// depends on the iteration before, in cycles of a packet.
  double carriedLatency(const llvm::Loop &loop) const;
  /// Returns the cycles that each iteration of a loop waits until it is known which lanes stay in the loop.
  double latencyOf(ExitDependence wait) const;
  double costForPacket(const llvm::Instruction &instruction) const;

  const PacketShapes &shapes_;
  const PacketLegality &legality_;
  const AccessPlans &plans_;
  const TargetProfile::Cycles cycles_;
  const TargetProfile::Latencies latencies_;
  const TargetProfile::Guesses guesses_;
};

/// Estimates a kernel that hasn't been prepared for packets yet, for packets of `width` of the work-items that
/// `mapping` names.
PacketCost::Cycles estimatePacketAt(llvm::Function &kernel, unsigned width, PacketMapping mapping,
                                    const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution,
                                    const BuiltinLibrary &builtins, const TargetProfile &profile);

/// The CPU cycles that a packet takes according to PacketCost, and the number of work-items of the packet.
struct PacketEstimate {
  double cycles = 0;
  unsigned width = 1;
};
/// Estimates a kernel that hasn't been prepared for packets yet, for packets of the work-items that `mapping` names,
/// and of the width that choosePacketWidth returns.
PacketEstimate estimatePacket(llvm::Function &kernel, const BuiltinLibrary &builtins, const TargetProfile &profile,
                              PacketMapping mapping = {});

} // namespace weft::compiler

#endif
