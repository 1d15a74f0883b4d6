// Limits for the parts of the compiler: how much code of one kernel each part handles, and how far its searches go.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_COMPILE_BUDGET_H
#define WEFT_COMPILER_CODEGEN_COMPILE_BUDGET_H

#include <cstddef>
#include <cstdint>

namespace weft::compiler {

/// The budget of a kernel. Above each limit the kernel is compiled with less effort, and a remark says so. The limits
/// are sizes, not times, so that one program gives the same code each time. docs/compiler-limits.md, "Budgets", says
/// how they were chosen.
struct CompileBudget {
  /// The most instructions of a kernel that may run on packets, where an instruction on a vector counts once for each
  /// element. The second limit is for the kernel's code once it works on packets (codeLength).
  size_t packets = 30000;
  size_t packetCode = 100000;
  /// The nesting depth of branches in a kernel on packets. It bounds LLVM's StructurizeCFG and the code that traverses
  /// its tree.
  size_t packetDepth = 500;
  /// The most instructions that a kernel's loops may become if they are unrolled, for private arrays or because the
  /// program requests it. A hash with its message schedule fits (SHA-256: 4,500).
  size_t unrolled = 8000;
  /// The instructions of all barrier regions together. Above this, work-items run as fibers, for which no code is
  /// copied.
  size_t regions = 400000;
  /// The instructions of a kernel with all its functions (codeLength). A kernel of up to `full` gets all of LLVM's
  /// optimisation. Up to `brief` it gets -O2 without copies of loops, up to `quick` -O1, and above that no
  /// optimisation.
  size_t full = 10000;
  size_t brief = 60000;
  size_t quick = 250000;
  /// The nesting depth of branches in a function. Above `depth` a function gets no more than -O1, because of LLVM's
  /// loop vectoriser. Above `maxOptimisedDepth` it gets no optimisation, because then values may live across all these
  /// branches, which takes the code generator's time.
  size_t depth = 500;
  size_t maxOptimisedDepth = 1500;
  /// The most blocks of a function whose loops LLVM may vectorise. For a conditional store that can't be masked, LLVM
  /// creates a branch for each lane. Values that live across all these branches take the register allocator's time.
  size_t vectorisedBlocks = 256;
  /// The most instructions of a kernel together with the functions that have to be inlined into it. More are an error.
  size_t inlined = 2000000;
};

/// The lengths, in instructions, above which regions are cut. The limits are above the lengths of usual kernels,
/// because each cut makes code store values in scratch.
struct RegionLimits {
  /// All regions together may have `growth` times as many instructions as the kernel, plus `growthMargin`.
  size_t growth = 3;
  size_t growthMargin = 2000;
  /// In a kernel of at least `longKernel` instructions, regions end after `length` instructions.
  size_t longKernel = 6000;
  size_t length = 2500;
  /// If all regions together have at most this many instructions, the compiler adds a copy of them for partial packets.
  /// The first limit is for kernels whose local size is known. The second limit is for all other kernels, because a
  /// launch waits for their code, and is not to wait for long copies.
  size_t partialCopyKnownSize = 3000;
  size_t partialCopyAnySize = 550;
};

/// Sizes that parts of the compiler work with, whatever the kernel. They are in instructions, unless the comment says
/// otherwise.
struct CodeSizes {
  /// The instructions that a call of a builtin counts as. The value lies between the lengths of a conversion and of a
  /// mathematical function.
  static constexpr size_t builtinCallCost = 50;
  /// The bits of a vector that count as one instruction: the widest register of any CPU, so that a kernel has the same
  /// length on all CPUs.
  static constexpr size_t vectorBitsPerInstruction = 512;
  /// The bytes that one move instruction copies, and the most bytes that are copied by moves. Both are LLVM's values
  /// for AVX2. Longer copies are calls.
  static constexpr uint64_t bytesPerMove = 32;
  static constexpr uint64_t maxInlineCopyBytes = 256;

  /// A builtin is inlined at all its calls if the copies together have no more than this many instructions. Loops with
  /// calls don't become vector code, but the copies of a large builtin with many calls would take long to optimise.
  static constexpr size_t inlinedBuiltins = 6000;
  /// The same limit for a builtin that has a loop. It is lower, because no work-item loop around such a builtin becomes
  /// vector code anyway.
  static constexpr size_t inlinedLoops = 1000;
  /// The most case ranges of all switches at which the lanes of packets may diverge. The time of LLVM's register
  /// allocator grows with the square of the number of blocks that values live across. Packets whose lanes take more
  /// paths gain little.
  static constexpr size_t packetCases = 200;
  /// The instructions up to which functions of the program are inlined into a kernel on packets. The limit is several
  /// times the length of hand-written kernels. Functions that call each other several times can multiply to a million
  /// times that length.
  static constexpr size_t inlinedFunctions = 20000;

  /// In a kernel of at least this many instructions and regions, each region becomes a function. The time of LLVM's
  /// loop passes and of the code generator grows with the square of a function's length. The cost of a call is
  /// negligible compared with a region of such a kernel.
  static constexpr unsigned outlinedKernel = 6000;
  static constexpr unsigned outlinedRegions = 8;
  /// The length of the sections that a long function is cut into, because the time of LLVM's passes grows with the
  /// square of a function's length. A function below twice this length isn't cut.
  static constexpr unsigned section = 1000;
  /// The most uses of a variable that InstCombine may see. InstCombine goes through all uses for each address that it
  /// replaces.
  static constexpr unsigned variableUses = 1000;
  /// The number of outlined parts of a kernel that share an alias of a value (BlockOutlining). LLVM's code extractor
  /// visits all uses of a value for each part.
  static constexpr unsigned partsPerAlias = 16;

  /// The length of the pieces that large blocks are cut into for instruction selection and the scheduler. Above it, the
  /// scheduler's time per instruction begins to grow. The second length is for CodeGenPrepare, which processes a block
  /// from the start again after some of its changes.
  static constexpr unsigned block = 300;
  static constexpr unsigned codeGenPrepareBlock = 2000;
  /// The length above which LLVM doesn't unroll a loop. It is twice LLVM's limit, because some instructions count
  /// nothing for LLVM.
  static constexpr size_t maxUnrollableLoop = 600;
  /// The most accesses of an innermost loop for which the code generator runs loop strength reduction. The pass
  /// compares the ways to compute the addresses with one another.
  static constexpr unsigned strengthReducedAccesses = 40;
  /// The greatest product of a function's blocks and its calls that read memory, for which GVN runs. The second limit
  /// is the number of blocks up to which GVN runs in any case.
  static constexpr size_t gvnBlocksTimesCalls = 250000;
  static constexpr size_t gvnSmallFunctionBlocks = 250;
  /// The most blocks of a kernel in which uniform branch conditions are computed once for a group.
  static constexpr size_t blocksOfHoistedConditions = 500;
  /// The instructions that each region adds to the code that LLVM optimises: the loops over work-items, and the
  /// accesses to values that are kept between the loops.
  static constexpr size_t regionLoops = 250;

  /// The most bytes of private variables of a work-item in a kernel whose regions are cut for their length. The regions
  /// keep the variables in scratch.
  static constexpr uint64_t scratchVariableBytes = 256;
  /// The cost up to which regions compute a value again rather than store and load it. It is about the cost of a store
  /// and a load. Global ids with an offset, and scaled indices, stay below it.
  static constexpr unsigned rematerialisedCost = 8;
  /// The same limit if the ids of dimension 0 are constants, so that most of the value's computation is constant, too.
  static constexpr unsigned rematerialisedConstantCost = 24;
  /// The most instructions of an iteration of a power-of-two loop whose last iterations are peeled. Five iterations are
  /// copied, each for a constant distance.
  static constexpr size_t peeledIteration = 200;
  /// The most instructions that two nested loops over powers of two may become if they are unrolled together. With
  /// more, regions would become functions, and no value would stay in a register from one function to the next. A
  /// sorting network of 512 elements has 2,100.
  static constexpr size_t nestedPowerOfTwoLoops = 2300;
  /// While loops are unrolled, their copies may have this many times the number of instructions that may remain in the
  /// end. The other instructions are removed at once, but removing them takes time.
  static constexpr size_t unrolledCopies = 3;
  /// The most elements of a private array that may be filled or copied one by one. An array of which more elements are
  /// filled or copied keeps its layout.
  static constexpr uint64_t filledElements = 64;
  /// The most instructions of an unrolled iteration of a loop along each work-item's contiguous run of elements
  /// (UnrollContiguousLoopsPass). The second limit is for the unrolled iterations of all such loops together.
  static constexpr size_t contiguousLoopBody = 600;
  static constexpr size_t contiguousLoopBodies = 6000;
  /// The most instructions after a bounds guard that are copied for interior groups. As jammedRows is 2,000, one or two
  /// rows of this many instructions may run at once. The second limit is for code for any local size.
  static constexpr size_t interiorCopy = 1000;
  static constexpr size_t interiorCopyAnySize = 60;
  /// The first limit is interiorCopy for a kernel with barriers that tests its guard in several places rather than at
  /// its beginning. The second is the least number of branches that such a guard decides. With the copy, Fourier
  /// transforms of 64 and 81 points, which have 420 and 480 instructions, take 0.8 of the time. One of 243 points has
  /// 620 and gains nothing.
  static constexpr size_t interiorCopyRepeatedGuard = 500;
  static constexpr unsigned minRepeatedGuards = 3;
  /// The greatest trip count of a loop after a bounds guard that LLVM unrolls in a short kernel.
  static constexpr unsigned interiorUnrolledTrips = 16;
  /// The most instructions of a kernel that divides a linear id into rows and gets a copy for groups with long rows.
  static constexpr size_t delinearisedCopy = 400;
  /// The most instructions of the blocks between two conditions of a bounds guard.
  static constexpr size_t guardConditionDistance = 32;
  /// The most instructions of a kernel whose memory accesses are checked, and which gets a copy without checks for
  /// groups whose accesses can't leave the objects in memory.
  static constexpr size_t safeGroupsCopy = 4000;
  /// The most instructions of all rows of packets that run at once. Longer code doesn't stay in the first-level
  /// instruction cache.
  static constexpr size_t jammedRows = 2000;
  /// The same limit in code for any local size. The first launch waits for such code, and only the first launches use
  /// it.
  static constexpr size_t jammedRowsAnySize = 400;
  /// The most vector operations of all packets of a group, if the loop over packets is unrolled completely, before LLVM
  /// simplifies them. A scan of 256 work-items has 1,600, a sorting network of 128 has 3,800.
  static constexpr size_t unrolledPackets = 4000;
  /// The most packets of a group that may exchange elements in registers instead of local memory. With so many packets,
  /// the exchanges take no more steps than a sort.
  static constexpr unsigned registerExchangePackets = 8;
  /// The most instructions of all packets of a row together, if the loop over them is unrolled because each packet's
  /// branches depend on its index alone.
  static constexpr size_t packetIndexBranches = 800;
  /// The most masked accesses that get a branch on whether all lanes are active. Each branch adds two blocks.
  static constexpr size_t branchesOnMasks = 256;
  /// The most instructions of all short loops that are unrolled, with their copies.
  static constexpr size_t unrolledShort = 1000;
  /// The most elements of group-private memory whose stored values are noted, summed over all blocks. The limit
  /// suffices for a group of 1,024 work-items with two values each in a hundred blocks.
  static constexpr size_t forwardedStoreElements = 200000;
  /// The least number of steps of a chain that becomes multiply-adds. A shorter chain scales and shifts values such as
  /// colours, and LLVM may reduce it to one step.
  static constexpr unsigned multiplyAdds = 4;
};

/// How far searches look, so that they take about linear time. Beyond a limit, the compiler assumes that nothing is
/// known. Usual kernels stay within the limits.
struct SearchLimits {
  /// The most blocks on the paths to a join, in the search that proves that lanes run together at the join.
  static constexpr size_t blocksToReconvergence = 32;
  /// The most instructions of a value that is the same for a group and can be computed in the kernel's entry.
  static constexpr unsigned groupValue = 16;
  /// The greatest product of a kernel's number of values and its number of blocks for a search that notes, for each
  /// block, which values are needed in it.
  static constexpr size_t valuesTimesBlocks = size_t{1} << 20;
  /// The most address computations (getelementptr) in a chain, for example through nested structs, and the most
  /// operations of an index, for example the sums that unrolled loops have.
  static constexpr unsigned addressChain = 8;
  static constexpr unsigned indexSum = 32;
  /// The most operations of an index that is read as a sum of local ids, and the greatest depth of the expression of an
  /// index that is evaluated for each work-item. Such expressions have few operations, but a search through shared
  /// operands could visit them many times.
  static constexpr unsigned localIndexOperations = 32;
  static constexpr unsigned localIndexDepth = 12;
  /// The most work-items of a group for each of which the compiler evaluates an index into local memory. The second
  /// limit is for the instructions on both sides of a barrier that are searched for accesses to local memory.
  static constexpr uint64_t evaluatedItems = 1024;
  static constexpr unsigned barrierSearchLength = 1000;
  /// The most blocks before an access to local memory that are searched for conditions that keep work-items away from
  /// it.
  static constexpr unsigned guardingConditionBlocks = 16;
  /// The most instructions of an address in a loop that may wait for other work-items. An address with more
  /// instructions counts as one that changes.
  static constexpr unsigned spinAddress = 256;
  /// The most rounds in which guessed strides of loop values are tested. If one loop's value enters the next loop, each
  /// round may refute only one guess.
  static constexpr unsigned strideRounds = 16;
  /// The most uses of an instruction that are searched for a proof that its wrap flags hold, and the most comparisons
  /// that a condition consists of.
  static constexpr unsigned flagUses = 64;
  static constexpr size_t conditionTerms = 64;
  /// The greatest depth of a condition that is searched for a proof that it holds for one lane at most
  /// (SingleActiveLane).
  static constexpr unsigned conditionDepth = 6;
  /// The most summands of a sum that is searched for dot products.
  static constexpr size_t sumTerms = 64;
  /// The most instructions of an index that may be consecutive: code that checks this computes the index again. Also
  /// the limit of several short searches through an address or a loop.
  static constexpr unsigned index = 32;
  /// The most values of a kernel whose bounds within a group are computed for all accesses together, and the greatest
  /// depth of such a value's expression.
  static constexpr unsigned groupIntervals = 4000;
  static constexpr unsigned groupIntervalDepth = 40;
  /// The greatest depth of an index whose lanes are expressed as a uniform value plus a vector (PacketOffsets), as
  /// sorting networks have. Each access repeats this search.
  static constexpr unsigned offsetDepth = 8;
  /// The greatest depth of an address whose lanes have constant offsets (LaneOffsets), as Fourier transforms have. This
  /// search visits each subexpression only once.
  static constexpr unsigned laneOffsetDepth = 24;
  /// The greatest distance, in instructions, between two members of an interleave group. Each access is compared with
  /// all later accesses within this distance.
  static constexpr unsigned interleaveGroup = 200;
  /// The greatest distance between the first and the last element of a permuted group. Each element has an entry in a
  /// table.
  static constexpr int64_t permutedGroupSpan = 4096;
  /// Limits of coalesce-accesses: the most groups of accesses to contiguous runs that later accesses are compared with,
  /// and the most stores that a group's loads are moved past.
  static constexpr size_t openRuns = 16;
  static constexpr size_t passedStores = 32;
  /// The most elements of contiguous runs in registers that a load is compared with. The second limit is for the
  /// distance, in bytes, between two accesses to one run.
  static constexpr size_t forwardedRunElements = 64;
  static constexpr int64_t maxRunDistance = 4096;
  /// The most operations by which single components of an image's coordinates are computed. If a component needs more,
  /// it is extracted from the vector of coordinates.
  static constexpr unsigned coordinates = 64;
  /// The most slots in scratch that are searched for gaps. The time to search all slots would grow with the square of
  /// the number of a kernel's values.
  static constexpr unsigned scratchGapSearch = 64;
};

} // namespace weft::compiler

#endif
