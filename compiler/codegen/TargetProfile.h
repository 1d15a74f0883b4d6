// The vectors that a CPU has, what the CPU can do with them, and what each operation costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_TARGET_PROFILE_H
#define WEFT_COMPILER_CODEGEN_TARGET_PROFILE_H

#include <cstdint>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Describes a CPU for the passes: each pass that makes a choice by the CPU uses this profile. Values that LLVM knows
/// come from LLVM: from TargetTransformInfo, or from the subtarget's features if TargetTransformInfo has no query.
/// Measured values are in the file of the architecture (TargetProfileX86.cpp, TargetProfileAArch64.cpp), each with its
/// reason. Values that depend on kernels more than on CPUs are in this header. CompileBudget says how much code a
/// kernel may be. The profile is a value: copies are independent.
struct TargetProfile {
  /// The number of work-items of a packet. Both widths are powers of two.
  struct Packets {
    unsigned usual = 0;
    unsigned widest = 0; ///< for kernels that hardly access memory (isComputeBound in PacketWidth.cpp)
  };

  /// The vector registers that the CPU's instructions have. LLVM may prefer to use narrower ones, because some CPUs
  /// slow down with wide registers.
  struct Registers {
    unsigned count = 0;
    unsigned bytes = 0;            ///< the size of each register
    unsigned streamBytes = 0;      ///< the register size that moves memory fastest, if it isn't `bytes`; else 0
    unsigned minVectorBits = 128;  ///< a work-item's vector with fewer bits isn't worth a register
    unsigned operandRegisters = 8; ///< the registers that a loop needs besides the values that it carries, as a rule
  };

  /// For each operation on vectors, the size in bytes of the smallest elements on which one instruction can do it; 0 if
  /// no instruction can.
  struct Legal {
    unsigned masked = 0;     ///< loads and stores with a mask
    unsigned gathered = 0;   ///< loads from a vector of addresses
    unsigned scattered = 0;  ///< stores to a vector of addresses
    unsigned compressed = 0; ///< stores of the active lanes of a mask, contiguously
    unsigned expanded = 0;   ///< loads of contiguous elements into the active lanes of a mask
    unsigned permuted = 0;   ///< permutations of two vectors, in any order
    /// The bytes that one aligned store can write to a whole cache line past the caches; 0 if stores past the caches
    /// gain nothing on this CPU.
    unsigned streamed = 0;
    bool maskedStoresAreFast = false; ///< stores under a mask take no longer than other stores
    bool fusedMultiplyAdd = false;
    bool halfConversion = false; ///< the CPU converts vectors between `half` and `float`

    /// Whether one instruction stores elements of `elementBytes` bytes under a mask, and takes no longer than other
    /// stores.
    bool hasFastMaskedStore(uint64_t elementBytes) const {
      return maskedStoresAreFast && masked != 0 && elementBytes >= masked;
    }
    /// Whether an instruction gathers 32-bit words. Smaller elements can then be gathered as words and cut out of them
    /// (LowerGathers).
    bool hasWordGather() const { return gathered == wordBytes; }
    static constexpr unsigned wordBytes = 4;
  };

  /// The cycles that each operation takes at full throughput.
  struct Cycles {
    double scalarOperation = 0;
    double vectorOperation = 0; ///< an operation on one register, as all operations below
    double scalarAccess = 0;
    double vectorAccess = 0;
    double floatOperation = 0;    ///< an operation on floating-point numbers
    double spill = 0;             ///< a value that is stored and loaded again, as there are too few registers
    double gatheredElement = 0;   ///< one element of a gather or scatter
    double scalarisedElement = 0; ///< one element of a gather or scatter that no instruction does (Legal::gathered)
    /// One element of a scatter that no instruction does, with a branch for each lane, as some lanes may be inactive.
    double scalarScatter = 0;
    /// In a loop, the mask of a gather may depend on what the gather before it has loaded. These are the cycles from
    /// one gather's mask to the next gather's mask.
    double gatherToMaskLatency = 0;
    double loadToMaskLatency = 0;    ///< the same for a load of a vector
    double scatterToMaskLatency = 0; ///< the same for a gather from memory that was scattered to just before
    double branchMispredict = 0;     ///< a branch that the CPU mispredicts half of the times
    double readModifyWrite = 0;      ///< one lane's element that is loaded, changed and stored
    double atomic = 0;               ///< an update of memory that other threads may see
    double division = 0;             ///< a division of a scalar or a vector of floating-point numbers
    double divisionByConstant = 0;   ///< a division of an integer by a constant: a product and shifts
    double divisionByVarying = 0;    ///< a division of one lane's integer by the lane's divisor
    double divisionByUniform = 0;    ///< the same by a divisor that all lanes share (VectorDivision)
    double function = 0;             ///< a call of a function, for a scalar or a vector
    double texel = 0;                ///< one texel that is read or written by itself, at integer coordinates
    double extractOrInsert = 0;      ///< one element that is moved into or out of a lane
    double contiguityCheck = 0;      ///< the check whether the elements of the lanes are contiguous
    double cacheMiss = 0; ///< a cache line that has left the first cache since the last access to one of its elements
    /// If an element has this many bits, a packet of the usual width fills one register with its lanes' elements. With
    /// elements of n times as many bits, it fills n registers.
    double laneBits = 0;
  };

  /// Guesses at facts that are known only when a kernel runs.
  struct Guesses {
    /// The iterations of a loop whose trip count isn't known. The inner loops of kernels run over filter taps, tiles
    /// and digits, and rarely have fewer iterations.
    double trips = 8;
    /// If lanes leave a loop at different times, the packet runs the loop until its last lane leaves. This is the
    /// guessed ratio of the packet's iterations to the mean iterations of a lane. It is about 2 if the lanes' trip
    /// counts are spread evenly from 0.
    double divergentTripRatio = 2;
  };

  /// How many cycles a dependent operation waits for a result.
  struct Latencies {
    double operation = 1;
    double load = 5;
    double gather = 30;
    double floatOperation = 4;
    double division = 16;
    double function = 60;
  };

  /// The rules by which kernels get packets of half the usual width: docs/measurements.md, "half the usual width".
  struct HalfWidth {
    bool isProfitable = false; ///< whether half the usual width may pay on this CPU; false if it wasn't measured
    /// A kernel only gets half the usual width if its register pressure exceeds this multiple of the CPU's registers.
    /// The pressure is the greatest number of registers that live values fill at any point in packets of the usual
    /// width.
    double minPressure = 1.15;
    /// A kernel only gets half the usual width if its values then fill at most this share of the registers that they
    /// fill at the usual width.
    double maxRegisterShare = 0.6;
    double maxLatencyRatio = 1.1; ///< the greatest ratio of the cycles of waiting for results to the cycles of work
  };

  /// The rules by which kernels get the widest packets: docs/measurements.md, "twice the usual width".
  struct ComputeBound {
    double operationsPerCall = 20;     ///< a call of a function counts as this many operations
    double minOperationsPerAccess = 2; ///< the least number of operations for each access
    double maxDoubleShare =
        0.25; ///< the greatest share of operations on `double`, each of which fills two registers anyway
  };

  /// Limits for the division of groups into packets, and for running several rows of packets at once.
  struct Rows {
    /// If a group's rows (its work-items along dimension 0) have at most this many work-items, packets within single
    /// rows would leave most lanes empty. So packets are formed along the flattened id, across rows. With rows of four
    /// work-items, packets within rows gain more, because their lanes access contiguous elements.
    uint64_t maxFlattenedRow = 2;
    /// A kernel whose local size is known to have fewer work-items than this gets no packets. They wouldn't fill half a
    /// packet on any CPU.
    uint64_t minGroupItems = 4;
    /// A kernel gets twice the usual width only if the packets of a row then leave at most this many lanes empty, as a
    /// share of the row's work-items.
    double maxEmptyLaneShare = 0.125;
    /// A kernel gets the widest width if packets of this width take at most this share of the estimated time of packets
    /// of the usual width. Of 98 kernels on Zen 3, those at 0.8 or less take 0.8 of the time on average, the others
    /// 0.95.
    double maxWidestCost = 0.8;
    /// Packets lie along another dimension than 0 if that takes at most this share of the estimated time of packets
    /// along dimension 0. The estimate counts accesses along a row of each work-item as gathers, though such accesses
    /// are often transposed in registers.
    double maxInterchangedCost = 0.5;
    /// A kernel may divide a linear id into rows and columns. Each packet then stays within one row if this takes at
    /// most this share of the estimated time of packets along the linear id. The time of lanes that stay empty is
    /// included. The estimate for packets within rows can be too high: if a loop reads rows, it counts accesses that
    /// lanes make together as gathers. Kernels with an estimated share between 0.9 and 1.1 in fact take half of the
    /// time on average.
    double maxDelinearisedCost = 1.1;
    /// If the kernel divides a linear id into rows and columns: at a launch, packets stay within rows if a row has at
    /// least this share of a packet's work-items. With shorter rows, the group runs packets along the linear id.
    double minDelinearisedRow = 0.25;
    /// If several rows of packets run together, each load or operation that is the same for all of them runs only once.
    /// Rows run together only if at most these shares of the loads and operations of separate rows remain. If more
    /// loads remain, running rows together gains little. It also gains little if more operations remain, unless an
    /// operation takes long. Matrix products keep 0.95 of their operations. A blur that kept 0.99 took 1.4 of its time,
    /// as its loops over taps became too long to be unrolled.
    double maxLoadRatio = 0.75;
    double maxOperationRatio = 0.97;
    /// In code for any local size, rows with long code run together only if at most this share of the vector operations
    /// of separate rows remains. The first launch waits for such code, and the code is to take at most 1.3 times as
    /// long as code for the known size.
    double maxVectorRatio = 0.77;
    unsigned maxJammedRows = 8; ///< the most rows that run together: a power of two; more has not been tried
    /// If the work-items' loops move down columns of a matrix, several packets of a row run together. This is the most
    /// packets: so many read a kilobyte of each row of `float` at a time, instead of a single cache line of each page.
    unsigned maxJammedColumns = 16;
    /// The same limit as `maxJammedColumns`, if the number of packets isn't known or has no suitable divisor. The
    /// packets that remain at the end of the row then run one after the other.
    unsigned maxJammedColumnsAnyCount = 4;
    /// The most bytes of private arrays that rows of packets may have together if they run at once: half of a
    /// first-level cache.
    uint64_t maxJammedBytes = 16384;
    /// The same limit as `maxJammedBytes`, for packets that move down columns, if more than two run at once. The limit
    /// is a page, because the cache lines of the rows and the stores in progress also need room in the cache.
    uint64_t maxJammedColumnBytes = 4096;
    /// The operations that a CPU can begin while a sum in a loop waits for its last addition: two in each of four
    /// cycles. If one iteration of the loops of several rows has at most this many operations together, these rows run
    /// together: their sums then take no longer than the sum of one row.
    unsigned reductionLatencyOps = 8;
  };

  /// Limits for interleaved accesses, whose lanes access elements that lie a few elements apart
  /// (InterleavedRecipe).
  struct Interleaved {
    /// The greatest distance between the elements of neighbouring lanes, in elements. With a larger distance, too
    /// little of the loaded vectors is used, and a gather is faster. A packet with fewer lanes than this has no
    /// interleaved accesses, because the vectors that it loads would go beyond the last lane's element.
    unsigned maxInterleavePitch = 4;
    /// If not all elements between the lanes' elements are stored, an interleaved store leaves them out by a mask. It
    /// uses a mask only for elements of at least this many bytes. Some CPUs have masks for smaller elements
    /// (Legal::masked), but their speed wasn't measured.
    unsigned minMaskedBytes = 4;
  };

  /// Limits for accesses to contiguous runs of elements, each of which belongs to one work-item
  /// (UnrollContiguousLoopsPass, CoalesceAccessesPass).
  struct ContiguousRuns {
    /// The bytes of each lane's run that one unrolled iteration accesses: a whole cache line if the CPU has enough
    /// registers, so that each cache line is loaded only once.
    unsigned bytes = 64;
    unsigned maxElements = 16;
    /// If the lanes access contiguous OpenCL C vectors of at most this many elements, all lanes' vectors are loaded
    /// together, which takes a shuffle for each element and register. A longer vector is loaded for each lane by
    /// itself, and then transposed, as a contiguous run is.
    unsigned maxVectorElements = 4;
    unsigned minElements = 4; ///< the elements of an unrolled iteration; fewer aren't worth a vector
  };

  /// Limits for accesses whose lanes access elements within a window of two packets' width (PacketWindow).
  struct Windows {
    unsigned bytes = 4; ///< the size of an element that one instruction permutes by indices that aren't constant
    unsigned minLanes = 8;
    unsigned maxLanes = 16; ///< 32 bits have a bit for each element of a window of two packets
  };

  /// Costs of accesses whose lanes access elements in an order that is the same in each packet (PermutedRecipe).
  struct PermutedGroups {
    /// If no single instruction can permute the elements of two registers in any order (Legal::permuted): the
    /// operations that such a permutation takes.
    unsigned twoSourcePermuteOps = 3;
  };

  /// The prefetching of tiles that later groups will copy, and of columns: docs/measurements.md, "Tiles and rows".
  struct Prefetch {
    uint64_t minRows = 4;       ///< groups with fewer rows read only few streams, so they need no prefetch
    uint64_t groupDistance = 2; ///< for how many groups ahead: one group takes less time than a load from memory
    /// The most instructions that compute the address of a prefetch. A longer computation costs more than it is likely
    /// to save.
    unsigned maxAddressLength = 24;
    /// The locality argument of llvm.prefetch for tiles: the second-level cache. The rows of matrices are often
    /// multiples of 4 KiB apart. Then more rows share a set of the first-level cache than the set has ways, and would
    /// evict each other.
    unsigned locality = 2;
    /// The least distance, in elements, between the rows that a column's loads access. The CPU's own prefetchers don't
    /// find columns with such distances.
    uint64_t minColumnPitch = 1024;
    /// The least distance in bytes between rows, if the address of the load advances from row to row with a loop's
    /// counter.
    uint64_t minColumnPitchBytes = 256;
    /// The number of iterations between a prefetch and the load, for a loop whose iteration takes some 16 cycles, while
    /// memory takes some 250. If prefetches were more iterations ahead, rows that share a set of the first-level cache
    /// would evict each other before they are read.
    uint64_t iterationDistance = 12;
    unsigned columnLocality = 3; ///< the locality argument for columns: the first-level cache
  };

  /// Limits for the generated code, in instructions.
  struct Code {
    /// A packet skips a block if no lane is active in it. But the packet always runs a block of at most this many
    /// instructions that only compute, because the check whether any lane is active would take as long.
    unsigned maxUncheckedBlock = 6;
    /// If the two sides of a branch have at most this many instructions together, a packet whose lanes may diverge at
    /// the branch runs both sides.
    unsigned maxFlattenedBranch = 16;
    /// If scalar code needs one lane's element of a vector, it computes the element again from the lane's id, by a
    /// chain of at most this many instructions; otherwise it extracts the element. Such a chain still takes less time
    /// than the wait for the vector, and LLVM can move it out of loops.
    unsigned maxRematerialised = 32;
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

  /// Returns this profile for estimates of packets of `width` work-items: values fill as many registers as such packets
  /// need.
  TargetProfile atWidth(unsigned width) const {
    TargetProfile profile = *this;
    profile.cycles.laneBits *= static_cast<double>(packets.usual) / width;
    return profile;
  }

  /// Returns the profile of the CPU that `target` makes code for.
  static TargetProfile of(const llvm::TargetMachine &target);
  /// Returns the profile of a CPU of which nothing is known. Its vectors have 128 bits and can do nothing special.
  static TargetProfile generic();
};

} // namespace weft::compiler

#endif
