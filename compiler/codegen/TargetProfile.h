// The vectors that a CPU has, what the CPU can do with them, and what each operation costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_TARGET_PROFILE_H
#define WEFT_COMPILER_CODEGEN_TARGET_PROFILE_H

#include <cstdint>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Every pass that makes a choice by the CPU consults this profile. Values that LLVM knows come from LLVM: from
/// TargetTransformInfo, or from the subtarget's features where TargetTransformInfo has no query. Measured values are in
/// the file of the architecture (TargetProfileX86.cpp, TargetProfileAArch64.cpp), each with its reason. Values that
/// depend on kernels more than on CPUs are in this header. CompileBudget says how much code a kernel may be. The
/// profile is a value: copies are independent.
struct TargetProfile {
  /// The number of work-items of a packet. Both widths are powers of two.
  struct Packets {
    unsigned usual = 0;
    unsigned widest = 0; ///< for kernels that do hardly anything but compute
  };

  /// The registers that instructions can name, not the ones that LLVM prefers: some CPUs have wider registers than they
  /// like to use.
  struct Registers {
    unsigned count = 0;
    unsigned bytes = 0;           ///< the size of each register
    unsigned streamBytes = 0;     ///< the size of the registers that move memory best, where that isn't `bytes`; else 0
    unsigned minVectorBits = 128; ///< the least bits of a work-item's own vector that is worth a register
    unsigned operandRegisters = 8; ///< the registers that a loop needs besides the values that it carries, as a rule
  };

  /// For each operation, the smallest elements, in bytes, of vectors that one instruction can handle; 0 where no
  /// instruction can.
  struct Legal {
    unsigned masked = 0;     ///< loads and stores with a mask
    unsigned gathered = 0;   ///< loads from a vector of addresses
    unsigned scattered = 0;  ///< stores to a vector of addresses
    unsigned compressed = 0; ///< stores of the active lanes of a mask, contiguously
    unsigned expanded = 0;   ///< loads of contiguous elements into the active lanes of a mask
    unsigned permuted = 0;   ///< permutations of two vectors, in any order
    /// Bytes of an aligned store that fills a cache line and bypasses the caches, where that pays.
    unsigned streamed = 0;
    bool maskedStoresAreFast = false; ///< stores under a mask take no longer than other stores
    bool fusedMultiplyAdd = false;
    bool halfConversion = false; ///< the CPU converts vectors between `half` and `float`

    /// Whether one instruction stores elements of so many bytes under a mask and takes no longer than other stores.
    bool hasFastMaskedStore(uint64_t elementBytes) const {
      return maskedStoresAreFast && masked != 0 && elementBytes >= masked;
    }
    /// Whether an instruction gathers words, out of which smaller elements are cut (LowerGathersPass).
    bool hasWordGather() const { return gathered == wordBytes; }
    static constexpr unsigned wordBytes = 4;
  };

  /// The cycles that each operation takes at full throughput.
  struct Cycles {
    double scalarOperation = 0;
    double vectorOperation = 0; ///< on one register, as all operations below
    double scalarAccess = 0;
    double vectorAccess = 0;
    double floatOperation = 0;    ///< an operation on floating-point numbers
    double spill = 0;             ///< a value that is stored and loaded again, as there are too few registers
    double gatheredElement = 0;   ///< one element of a gather or scatter
    double scalarisedElement = 0; ///< one element of a gather or scatter that no instruction does (Legal::gathered)
    /// One element of a scatter that no instruction does, with a branch for each lane, as some lanes may be inactive.
    double scalarScatter = 0;
    /// From the mask of a gather to a mask that its elements make, which the next gather waits for.
    double gatherToMaskLatency = 0;
    double scatterToMaskLatency = 0; ///< the same for a gather from memory that was scattered to just before
    double branchMispredict = 0;     ///< a branch that a CPU mispredicts half of the times
    double readModifyWrite = 0;      ///< an element that is loaded, changed and stored, in a lane whose number is known
    double atomic = 0;               ///< an update of memory that other threads may see
    double division = 0;             ///< of a scalar or a vector
    double divisionByConstant = 0;   ///< of an integer: a product and shifts
    double divisionByVarying = 0;    ///< of one integer of a vector by that of another vector
    double divisionByUniform = 0;    ///< of one integer by a divisor that all lanes share (LowerVectorDivisionPass)
    double function = 0;             ///< a call of a function, for a scalar or a vector
    double texel = 0;                ///< one texel that is read or written by itself, at integer coordinates
    double extractOrInsert = 0;      ///< one element that is moved into or out of a lane
    double contiguityCheck = 0;      ///< the check whether the elements of the lanes are contiguous
    double cacheMiss = 0; ///< a cache line that has left the first cache since the last access to one of its elements
    /// The bits of an element that fill one register in a packet of the usual width. A wider element fills a register
    /// for each such part.
    double laneBits = 0;
  };

  /// Guesses at facts that are known only when a kernel runs.
  struct Guesses {
    /// The iterations of a loop whose trip count isn't known. Inner loops of kernels run over taps, tiles and digits,
    /// seldom fewer.
    double trips = 8;
    /// How much longer a loop runs than its lanes do on average, if the lanes leave it at different times. It is about
    /// the ratio of the greatest to the mean trip count of a packet, where the counts are spread evenly from 0.
    double divergentTripRatio = 2;
  };

  /// How many cycles a dependent operation waits for a result.
  struct Latencies {
    double operation = 1;
    double floatOperation = 4;
    double division = 16;
    double function = 60;
  };

  /// The rules for which kernels have packets of half the usual width: docs/measurements.md, "half the usual width".
  struct HalfWidth {
    bool isProfitable = false; ///< whether narrow packets ever pay on this CPU: only where they were measured
    /// The least ratio of the registers that a work-item's numbers fill at a time, in packets of the usual width, to
    /// the registers that there are.
    double minPressure = 1.15;
    double maxRegisterShare = 0.6; ///< the share of these registers that packets of half the width may fill at most
    double maxLatencyRatio = 1.1;  ///< the greatest ratio of the cycles of waiting for results to the cycles of work
  };

  /// The rules for which kernels have the widest packets: docs/measurements.md, "twice the usual width".
  struct ComputeBound {
    double operationsPerCall = 20;     ///< the number of operations that a function counts as
    double minOperationsPerAccess = 2; ///< the least number of operations for each access
    double maxDoubleShare =
        0.25; ///< the greatest share of operations on `double`, each of which fills two registers anyway
  };

  /// Limits for groups, and for rows of groups, that don't run as one packet after the other.
  struct Rows {
    /// Rows of at most so many work-items leave most lanes empty, so packets follow the flattened id. With rows of
    /// four, contiguous elements within each row are worth more.
    uint64_t maxFlattenedRow = 2;
    /// The least number of work-items of a group that runs on packets, where the number is known. Fewer don't fill half
    /// a packet of any CPU.
    uint64_t minGroupItems = 4;
    /// The lanes that the packets of a row may leave empty at twice the usual width, as a share of the row's
    /// work-items.
    double maxEmptyLaneShare = 0.125;
    /// Packets along a dimension other than 0 may take at most this share of the estimated time of packets along
    /// dimension 0. The estimate counts a work-item's own rows as gathers, though such rows are often transposed in
    /// registers.
    double maxInterchangedCost = 0.5;
    /// Packets along rows that the kernel computes itself may take at most this share of the estimated time, empty
    /// lanes included. The estimate counts accesses that lanes make together as gathers where a loop reads rows.
    /// Between 0.9 and 1.1, kernels take half of the time on average.
    double maxDelinearisedCost = 1.1;
    /// The least length of rows that the kernel divides its ids into, as a share of a packet, for packets that lie
    /// within such rows.
    double minDelinearisedRow = 0.25;
    /// The greatest shares of loads and of operations that may be left when rows run together. With a larger share of
    /// their loads left, rows gain little. They also gain little with a larger share of all operations left, where no
    /// operation takes long. Matrix products keep 0.95 of their operations. A blur that kept 0.99 took 1.4 of its time,
    /// as its loops over taps became too long to be unrolled.
    double maxLoadRatio = 0.75;
    double maxOperationRatio = 0.97;
    /// The greatest share of vector operations that may be left when long rows run together in code for any local size.
    /// A first launch waits for such code, and the code is to take at most 1.3 of the time of code for the known size.
    double maxVectorRatio = 0.77;
    unsigned maxJammedRows = 8; ///< the most rows that run together: a power of two; more has not been tried
    /// The number of a row's packets that go down columns of memory side by side. So many packets read a kilobyte of
    /// each row of `float`, and not one cache line of a page after the other.
    unsigned maxJammedColumns = 16;
    /// The same where the number of packets isn't known, or where nothing divides it. The remaining packets
    /// go down their columns one after the other.
    unsigned maxJammedColumnsAnyCount = 4;
    /// The most bytes of private arrays that rows have together if they run at once: half of a first-level cache.
    uint64_t maxJammedBytes = 16384;
    /// The same for packets that go down columns, if more than two run at once. It is a page: the cache lines of the
    /// rows and the stores in progress also need room.
    uint64_t maxJammedColumnBytes = 4096;
    /// The operations that could begin while a sum waits for its last addition: two each cycle, for four cycles. Where
    /// a loop has fewer operations in each iteration, several sums at once take no longer than one.
    unsigned reductionLatencyOps = 8;
  };

  /// Accesses whose lanes reach elements that lie a few elements apart (PacketInterleaveGroup).
  struct Interleaved {
    /// The greatest distance between the elements of two lanes, in elements. With a larger distance, too little of the
    /// loaded vectors is used, and a gather is faster. No packet that is narrower than this has such accesses: each
    /// vector but the last has to end before the last lane's element.
    unsigned maxInterleavePitch = 4;
    /// The least size, in bytes, of elements that a masked store may leave out. Some CPUs have masks for smaller
    /// elements (Legal::masked), but nobody has measured them.
    unsigned minMaskedBytes = 4;
  };

  /// Rows of memory that belong to one work-item each (UnrollContiguousLoopsPass, CoalesceAccessesPass).
  struct ContiguousRuns {
    /// The bytes of a row that are accessed at once: where registers suffice, a whole cache line, which no other lane
    /// uses.
    unsigned bytes = 64;
    unsigned maxElements = 16;
    /// The elements of OpenCL C's vectors that are loaded together where they are contiguous: a shuffle for each
    /// element and register. Each longer vector is a row of its own.
    unsigned maxVectorElements = 4;
    unsigned minElements = 4; ///< elements of one iteration of a loop along a row; fewer are not worth a vector
  };

  /// Accesses whose lanes reach elements within two packets' width (PacketWindow).
  struct Windows {
    unsigned bytes = 4; ///< the size of an element that one instruction permutes by indices that aren't constant
    unsigned minLanes = 8;
    unsigned maxLanes = 16; ///< the positions of twice as many elements fit into 32 bits
  };

  /// Accesses whose lanes reach elements in an order that is the same in each packet (PacketPermutedGroup).
  struct PermutedGroups {
    /// The operations that permute elements of two registers in any order, where no single instruction can
    /// (Legal::permuted).
    unsigned twoSourcePermuteOps = 3;
  };

  /// The prefetching of tiles that later groups will copy, and of columns: docs/measurements.md, "Tiles and rows".
  struct Prefetch {
    uint64_t minRows = 4;       ///< groups with fewer rows read few streams
    uint64_t groupDistance = 2; ///< a group takes less time than a load from memory
    /// In instructions; a longer address computation costs more than it is likely to save.
    unsigned maxAddressLength = 24;
    /// The locality argument of llvm.prefetch for tiles: the second cache. Rows of matrices are often multiples of 4
    /// KiB apart. Then more rows share a set of the first cache than it has ways.
    unsigned locality = 2;
    /// The distance, in elements, between rows of a column that the CPU's own prefetchers don't find.
    uint64_t minColumnPitch = 1024;
    /// The same distance in bytes, where a loop counter takes steps of this length.
    uint64_t minColumnPitchBytes = 256;
    /// The iterations that a prefetch is ahead, for a loop whose iteration takes some 16 cycles, while memory takes
    /// some 250. With more iterations, rows that share a set of the first cache would evict each other before they are
    /// read.
    uint64_t iterationDistance = 12;
    unsigned columnLocality = 3; ///< the locality argument for columns: the first cache
  };

  /// Limits for code, in instructions.
  struct Code {
    /// A block of at most so many instructions that only compute runs without a check whether any lane is active, as
    /// the check would take as long.
    unsigned maxUncheckedBlock = 6;
    /// If the two sides of a branch have at most so many instructions together, a packet whose lanes may diverge at the
    /// branch runs both sides.
    unsigned maxFlattenedBranch = 16;
    /// A chain of at most so many instructions is computed again for one lane, rather than extracting the lane's
    /// element from a vector. Such a chain is still shorter than the wait for the vector, and moves out of loops.
    unsigned maxRematerialised = 32;
    /// An iteration of so few instructions takes two cycles on a CPU that starts six instructions each cycle. A CPU can
    /// take a backward branch only once in two cycles.
    unsigned shortLoopBody = 12;
    unsigned shortLoopUnrollFactor = 4;
  };

  Packets packets;
  Registers registers;
  Legal legal;
  Cycles cycles;
  Guesses guesses;
  ComputeBound computeBound;
  Latencies latencies;
  HalfWidth halfWidth;
  Rows rows;
  Interleaved interleaved;
  ContiguousRuns contiguousRuns;
  Windows windows;
  PermutedGroups permutedGroups;
  Prefetch prefetch;
  Code code;

  /// Returns the profile of the CPU that `target` makes code for.
  static TargetProfile of(const llvm::TargetMachine &target);
  /// Returns the profile of a CPU of which nothing is known. Its vectors have 128 bits and can do nothing special.
  static TargetProfile generic();
};

} // namespace weft::compiler

#endif
