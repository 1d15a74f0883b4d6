// What a CPU has for vectors, what it can do with them, and what that costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_TARGET_PROFILE_H
#define WEFT_COMPILER_CODEGEN_TARGET_PROFILE_H

#include <cstdint>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Every pass that chooses by the CPU asks this. What LLVM knows is asked of it: of TargetTransformInfo, and of the
/// subtarget's features where that has no question for it. What was measured stands in the file of the architecture
/// (TargetProfileX86.cpp, TargetProfileAArch64.cpp), each value with its reason; what says more of kernels than of CPUs
/// stands here. How much code a kernel may be is CompileBudget's. A value: copies are independent.
struct TargetProfile {
  /// Work-items of a packet; powers of two.
  struct Packets {
    unsigned usual = 0;
    unsigned widest = 0; ///< for kernels that hardly do anything but compute
  };

  /// Vectors that can be named, not those that LLVM prefers: some CPUs have wider ones than they like to use.
  struct Registers {
    unsigned count = 0;
    unsigned bytes = 0;        ///< of each
    unsigned streamBytes = 0;  ///< of those that move memory best, where that isn't `bytes`; else 0
    unsigned fewestBits = 128; ///< of a work-item's own vector that is worth one
    unsigned forOperands = 8;  ///< that a loop needs besides what it carries, as a rule
  };

  /// The smallest elements, in bytes, of vectors that one instruction can do something with; 0 where none can.
  struct Legal {
    unsigned masked = 0;     ///< loads and stores with a mask
    unsigned gathered = 0;   ///< loads by a vector of addresses
    unsigned scattered = 0;  ///< stores by one
    unsigned compressed = 0; ///< stores of the lanes of a mask, one behind the other
    unsigned expanded = 0;   ///< and such loads
    unsigned permuted = 0;   ///< of two vectors, in any order
    unsigned streamed = 0;   ///< bytes of an aligned store that fills a line and goes past the caches, where that pays
    bool storesWithMasks = false; ///< that take no longer than others
    bool fusedMultiplyAdd = false;
    bool halfConversion = false; ///< of vectors, between `half` and `float`

    /// Whether elements of so many bytes are stored under a mask by one instruction that takes no longer than others.
    bool storesUnderMasks(uint64_t elementBytes) const {
      return storesWithMasks && masked != 0 && elementBytes >= masked;
    }
    /// Words are gathered by an instruction, and smaller elements cut out of them (LowerGathersPass).
    bool gathersWords() const { return gathered == wordBytes; }
    static constexpr unsigned wordBytes = 4;
  };

  /// At full throughput.
  struct Cycles {
    double scalarOperation = 0;
    double vectorOperation = 0; ///< of one register, as is what follows
    double scalarAccess = 0;
    double vectorAccess = 0;
    double floatOperation = 0;     ///< on floating-point numbers
    double spill = 0;              ///< stored, as there are too few, and loaded again
    double gatheredElement = 0;    ///< of a gather or scatter
    double takenElement = 0;       ///< of one that is no instruction (Legal::gathered)
    double scalarScatter = 0;      ///< of a scatter that is none, with a branch for each lane as some may not run
    double gatherUntilMask = 0;    ///< from its mask to one that its elements make, which the next one waits for
    double scatterUntilMask = 0;   ///< the same of a gather from where has been scattered to just before
    double branchMispredict = 0;   ///< that a CPU foretells wrongly half of the times
    double updatedElement = 0;     ///< loaded, changed and stored, in a lane whose number is known
    double atomic = 0;             ///< an update of memory that other threads may see
    double division = 0;           ///< of a scalar or a vector
    double divisionByConstant = 0; ///< of an integer: a product and shifts
    double ownDivision = 0;        ///< of an integer of a vector by another one's
    double sharedDivision = 0;     ///< of one by what all lanes are divided by (LowerVectorDivisionPass)
    double function = 0;           ///< the same
    double texel = 0;              ///< read or written by itself, its place given by integers
    double intoOrOutOfLane = 0;    ///< of one element
    double contiguityCheck = 0;    ///< whether lanes find their elements one behind the other
    double cacheMiss = 0; ///< a line of which the first cache has no more since the last element was taken of it
    /// Bits of an element, for each of which a packet of the usual width fills a register.
    double laneBits = 0;
  };

  /// What nobody knows before a kernel runs.
  struct Guesses {
    /// Of a loop whose count isn't known: inner loops of kernels are over taps, tiles and digits, seldom over fewer.
    double trips = 8;
    /// How much longer a loop runs than its lanes do on average, if they leave it at different times: about what the
    /// greatest of a packet's counts is to their mean where they are spread evenly from 0.
    double untilLastLane = 2;
  };

  /// How long what comes next waits for a result, in cycles.
  struct Waits {
    double operation = 1;
    double floatOperation = 4;
    double division = 16;
    double function = 60;
  };

  /// Which kernels have packets of half the usual width: docs/measurements.md, "half the usual width".
  struct Narrow {
    bool pays = false; ///< at all: where it was measured
    /// Registers that a work-item's numbers are to fill at a time in packets of the usual width, to those that there
    /// are.
    double registers = 1.15;
    double leftOfRegisters = 0.6; ///< so many of them at most with half the width
    double mostWaiting = 1.1;     ///< cycles that results are waited for, to those that there is something to do
  };

  /// From which kernels have the widest packets: docs/measurements.md, "twice the usual width".
  struct Computing {
    double function = 20;  ///< operations that a function counts as
    double leastShare = 2; ///< operations for each access
    double doubles = 0.25; ///< most of the operations that are of `double`, which fill two registers anyway
  };

  /// Groups and rows of groups that are run otherwise than one packet after the other.
  struct Rows {
    /// Rows of so few work-items leave most lanes empty, so packets follow the flattened id. With four, elements that
    /// lie one behind the other in each row are worth more.
    uint64_t flattened = 2;
    /// Work-items of a group on packets, where that is known: fewer don't fill half a packet of any CPU.
    uint64_t fewestItems = 4;
    /// Of the lanes of a row's packets of twice the usual width, what its work-items may leave empty of them all.
    double mostEmpty = 0.125;
    /// Packets along another dimension than 0 are to take so much of the time of those along dimension 0 by the
    /// estimate, which takes rows of a work-item's own for gathers, and these are often turned in registers.
    double otherDimension = 0.5;
    /// Packets in rows that the kernel computes itself are to take so much by the estimate, empty lanes included. It
    /// takes what lanes find together for gathers where rows of a loop are read: between 0.9 and 1.1 half of the time
    /// is left in the mean.
    double formed = 1.1;
    /// Of a packet, what rows that the kernel divides its ids into are to be long for packets that lie within them.
    double followed = 0.25;
    /// With more of their loads left, rows gain little by running together; nor do they with more of all operations
    /// left where none takes long: matrix products keep 0.95, and a blur that kept 0.99 took 1.4 of its time, as its
    /// loops over taps got too long to be unrolled.
    double loadsLeft = 0.75;
    double operationsLeft = 0.97;
    /// Of operations on vectors, the share that is to be left for long rows to run together in code for any local size,
    /// which a first launch waits for: such code is to take at most 1.3 of the time of code for the size.
    double vectorsLeft = 0.77;
    unsigned mostTogether = 8; ///< a power of two; more has not been tried
    /// Packets of a row that go down columns of memory side by side: they read a kilobyte of each row of `float` then,
    /// not one line of a page after the other.
    unsigned columnsTogether = 16;
    /// The same of a number that isn't known, or that nothing divides: what is left goes down one after the other.
    unsigned columnsOfAnyNumber = 4;
    /// Of private arrays that rows which run at once have together: half of a first cache.
    uint64_t privateBytes = 16384;
    /// The same of packets that go down columns, where they are more than two: a page, beside which the rows' lines and
    /// the stores under way have room.
    uint64_t privateBytesOfColumns = 4096;
    /// Operations that could begin while a sum waits for its last addition (two each cycle, four cycles). Where a loop
    /// has fewer for each of its trips, several sums at once take no longer than one.
    unsigned whileSumsWait = 8;
  };

  /// Elements of lanes that lie a few elements apart (PacketSteps).
  struct Steps {
    /// Elements between two lanes' places. With more, the vectors that are loaded have less of use than a gather takes.
    /// No packet that is narrower has steps: but for the last, each vector is to end before the last lane's element.
    unsigned largestPitch = 4;
    /// Bytes of elements that stores leave out by a mask. Some CPUs have masks for smaller ones (Legal::masked), which
    /// nobody has measured.
    unsigned maskedBytes = 4;
  };

  /// Rows of memory of which each work-item has its own (UnrollContiguousLoopsPass, CoalesceAccessesPass).
  struct OwnRows {
    /// That are accessed at once. A whole cache line, of which no other lane makes use, where registers suffice.
    unsigned bytes = 64;
    unsigned mostElements = 16;
    /// Elements of OpenCL C's vectors that are loaded together where they lie one behind the other: a shuffle for each
    /// element and register. Of longer ones each is a row.
    unsigned mostTogether = 4;
    unsigned fewestElements = 4; ///< of a trip through a loop along a row; fewer are not worth a vector
  };

  /// Elements of lanes that lie within two packets' width (PacketWindow).
  struct Windows {
    unsigned bytes = 4; ///< of an element that one instruction permutes by numbers that aren't constant
    unsigned fewestLanes = 8;
    unsigned mostLanes = 16; ///< twice as many places fit into 32 bits
  };

  /// Elements of lanes that lie to each other as in every packet (PacketPermutedGroup).
  struct PermutedGroups {
    /// Operations that take elements of two registers in any order, where one can't (Legal::permuted).
    unsigned ofTwo = 3;
  };

  /// Of tiles that groups will copy: docs/measurements.md, "Tiles and rows".
  struct Prefetch {
    uint64_t fewestRows = 4;      ///< groups with fewer read few streams
    uint64_t groupsAhead = 2;     ///< one group takes less time than memory does
    unsigned longestAddress = 24; ///< instructions; longer ones cost more than they are likely to save
    /// As llvm.prefetch counts, of tiles: the second cache. Rows of matrices are often multiples of 4 KiB apart, so
    /// that more of them than the first cache has ways share a set.
    unsigned locality = 2;
    uint64_t farApart = 1024; ///< elements between rows of a column that the CPU's own prefetchers don't find
    /// Bytes between such rows where a counter takes steps as long.
    uint64_t longStep = 256;
    /// Of a loop whose trip takes some 16 cycles, while memory takes some 250. With more, rows that share a set of the
    /// first cache would push each other out before they are read.
    uint64_t tripsAhead = 12;
    unsigned localityOfColumns = 3; ///< the first cache
  };

  /// In instructions.
  struct Code {
    /// A block of so few that only compute takes no longer than to find out whether any lane runs it.
    unsigned unasked = 6;
    /// Both ways of a branch with so many, all in all, are run by a packet whose lanes may part at it.
    unsigned flattened = 16;
    /// Made again for one lane, rather than to take its element of a vector: a chain of so many still is shorter than
    /// the wait for the vector, and moves out of loops.
    unsigned madeAgain = 32;
    /// A trip of so few takes two cycles on a CPU that begins six each cycle, which is how often one can branch back.
    unsigned shortTrip = 12;
    unsigned tripsAtOnce = 4;
  };

  Packets packets;
  Registers registers;
  Legal legal;
  Cycles cycles;
  Guesses guesses;
  Computing computing;
  Waits waits;
  Narrow narrow;
  Rows rows;
  Steps steps;
  OwnRows ownRows;
  Windows windows;
  PermutedGroups permutedGroups;
  Prefetch prefetch;
  Code code;

  /// Of the CPU that `target` makes code for.
  static TargetProfile of(const llvm::TargetMachine &target);
  /// Of a CPU of which nothing is known: vectors of 128 bits that can do nothing special.
  static TargetProfile generic();
};

} // namespace weft::compiler

#endif
