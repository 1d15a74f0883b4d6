// Limits for the parts of the compiler: how much code of one kernel each part handles, and how far its searches go.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_COMPILE_BUDGET_H
#define WEFT_COMPILER_CODEGEN_COMPILE_BUDGET_H

#include <cstddef>
#include <cstdint>

namespace weft::compiler {

/// The budget of a kernel: limits on its code. If a kernel exceeds a limit, the compiler leaves out the transformation
/// that the limit is for, or optimises less. Usually a remark says so. The limits are counts, not times, so that the
/// compiler generates the same code for a program each time. docs/compiler-limits.md, "Budgets", says how they were
/// chosen.
struct CompileBudget {
  /// A kernel gets no code for packets if it has more than `packets` instructions, where an instruction on a vector
  /// counts once for each element. Code for packets is dropped again if it has more than `packetCode` instructions
  /// (codeLength). In both cases the kernel runs on loops, or on fibers if it can observe its sub-groups.
  size_t packets = 30000;
  size_t packetCode = 100000;
  /// A kernel also gets no code for packets if its branches are nested more deeply than this. The limit bounds the time
  /// of LLVM's StructurizeCFG, and of passes that traverse the tree of nested branches.
  size_t packetDepth = 500;
  /// Loops are unrolled if their counters index private arrays, or if the program requests it. All unrolled loops of a
  /// kernel together may become this many instructions. Instructions that become constants or values don't count. A
  /// loop that would raise the sum above the limit stays as it is. A hash with its message schedule fits (SHA-256:
  /// 4,500).
  size_t unrolled = 8000;
  /// The most instructions of all regions of a kernel together, where a block counts once for each region that has a
  /// copy of it. Above this limit the kernel runs on fibers, which need no copies of blocks.
  size_t regions = 400000;
  /// The instructions of a kernel with all its functions (codeLength). A kernel of up to `full` gets all of LLVM's
  /// optimisation. Up to `brief` it gets -O2 without loop unswitching, which copies loops. Up to `quick` it gets -O1,
  /// and above that no optimisation.
  size_t full = 10000;
  size_t brief = 60000;
  size_t quick = 250000;
  /// The nesting depth of branches. If any function of a kernel exceeds `depth`, the kernel gets no more than -O1,
  /// because the time of LLVM's loop vectoriser grows too fast with the depth. Above `maxOptimisedDepth` the kernel
  /// gets no optimisation: optimised code may keep values in registers across all these branches, which takes the
  /// register allocator too long.
  size_t depth = 500;
  size_t maxOptimisedDepth = 1500;
  /// If a function of a kernel has more blocks than this, LLVM doesn't vectorise the kernel's loops. For a conditional
  /// store that can't be masked, LLVM's vectoriser creates a branch for each lane. The register allocator takes long
  /// for values that live across all these branches.
  size_t vectorisedBlocks = 256;
  /// The most instructions of a kernel after all functions that need its parameters, for example because they ask for
  /// ids, are inlined into it. If the kernel would have more, the compiler reports an error.
  size_t inlined = 2000000;
};

/// The lengths, in instructions, above which regions (the code from one barrier to the next) are cut: a barrier is
/// inserted into them. The limits are above the lengths of usual kernels, because values that are needed after a cut
/// are stored in scratch.
struct RegionLimits {
  /// A block that several regions contain has a copy in each. If all regions together would have more than `growth`
  /// times the kernel's instructions plus `growthMargin`, the regions are cut where they join.
  size_t growth = 3;
  size_t growthMargin = 2000;
  /// In a kernel of at least `longKernel` instructions, a region is cut after each `length` instructions, as soon as
  /// the code is outside of loops and of divergent branches.
  size_t longKernel = 6000;
  size_t length = 2500;
  /// If all regions together have at most this many instructions, the compiler adds a copy of them for partial packets,
  /// whose last lanes have no work-items. In longer kernels, full packets also run the code with masks. The first limit
  /// is for kernels whose local size is known. The second limit is for all other kernels, because a launch waits for
  /// their code, and is not to wait for long copies.
  size_t partialCopyKnownSize = 3000;
  size_t partialCopyAnySize = 550;
};

/// Limits and sizes for single passes, which are the same for all kernels. They are numbers of instructions unless the
/// comment says otherwise.
struct CodeSizes {
  /// When the length of code is estimated, a call of a builtin counts as this many instructions. The value lies between
  /// the lengths of a conversion and of a mathematical function.
  static constexpr size_t builtinCallCost = 50;
  /// When codeLength counts instructions, an operation on a vector counts once for each 512 bits of the vector. The
  /// widest register of any CPU has 512 bits. This number is used for every CPU, so that a kernel has the same length
  /// on all CPUs.
  static constexpr size_t vectorBitsPerInstruction = 512;
  /// When codeLength counts the instructions of a copy or fill of memory: the bytes that one move instruction copies,
  /// and the most bytes that are copied by moves. A longer copy counts as one call. Both are LLVM's values for AVX2.
  static constexpr uint64_t bytesPerMove = 32;
  static constexpr uint64_t maxInlineCopyBytes = 256;

  /// A builtin is inlined at all its calls if its length times the number of the calls is at most this limit. Inlining
  /// matters because LLVM doesn't vectorise loops with calls. Above the limit LLVM decides for each call, because so
  /// many copies would take long to optimise.
  static constexpr size_t inlinedBuiltins = 6000;
  /// The same limit as `inlinedBuiltins`, but for a builtin that has a loop. It is lower, because a work-item loop
  /// around a builtin's loop doesn't become vector code anyway.
  static constexpr size_t inlinedLoops = 1000;
  /// The most case ranges (consecutive case values with one target) of all switches at which the lanes of a packet may
  /// diverge. A kernel with more gets no code for packets. The time of LLVM's register allocator grows with the square
  /// of the number of blocks that values live across. Packets whose lanes take more paths gain little.
  static constexpr size_t packetCases = 200;
  /// Before a kernel is turned into packets, functions of the program are inlined into it. A call isn't inlined if the
  /// kernel, with all code that is inlined so far, would then have more than this many instructions; each work-item
  /// makes that call by itself. The limit is several times the length of hand-written kernels. Without a limit,
  /// functions that call each other several times could multiply to a million times that length.
  static constexpr size_t inlinedFunctions = 20000;

  /// If a kernel has at least `outlinedKernel` instructions and at least `outlinedRegions` regions, each region becomes
  /// a function. The time of LLVM's loop passes and of the code generator grows with the square of a function's length.
  /// The cost of a call is negligible compared with a region of such a kernel.
  static constexpr unsigned outlinedKernel = 6000;
  static constexpr unsigned outlinedRegions = 8;
  /// A function of at least twice this length is cut into sections of about this length, each of which becomes a
  /// function. The time of LLVM's passes grows with the square of a function's length.
  static constexpr unsigned section = 1000;
  /// If a private variable has more uses than this, its address is hidden from InstCombine (CombineInstructionsPass).
  /// InstCombine goes through all uses of a variable for each address within the variable that it replaces.
  static constexpr unsigned variableUses = 1000;
  /// When parts of a kernel become functions (BlockOutlining), this many parts share an alias of a value (a cast that
  /// changes nothing); the next part gets a new alias. For each part, LLVM's code extractor visits all uses of the
  /// value or alias that the part takes, so aliases with few uses save time.
  static constexpr unsigned partsPerAlias = 16;

  /// Before instruction selection and scheduling, large blocks are cut into pieces of about `block` instructions. With
  /// longer pieces, the scheduler's time for each instruction begins to grow. Before CodeGenPrepare, blocks are cut
  /// into pieces of `codeGenPrepareBlock` instructions, because CodeGenPrepare processes a block from the start again
  /// after some of its changes.
  static constexpr unsigned block = 300;
  static constexpr unsigned codeGenPrepareBlock = 2000;
  /// A loop with more instructions than this is marked so that LLVM doesn't unroll it. The limit is twice LLVM's own
  /// limit on the length of an unrolled loop, because LLVM doesn't count some instructions.
  static constexpr size_t maxUnrollableLoop = 600;
  /// If an innermost loop has more memory accesses at changing addresses than this, the code generator doesn't run loop
  /// strength reduction. The time of that pass grows fast with the accesses, because it compares all combinations of
  /// ways to compute their addresses.
  static constexpr unsigned strengthReducedAccesses = 40;
  /// For each call that only reads memory, LLVM's GVN searches all earlier blocks. So GVN is skipped for a function if
  /// the number of its blocks times the number of these calls exceeds `gvnBlocksTimesCalls`. In a function of at most
  /// `gvnSmallFunctionBlocks` blocks, GVN always runs.
  static constexpr size_t gvnBlocksTimesCalls = 250000;
  static constexpr size_t gvnSmallFunctionBlocks = 250;
  /// In a kernel of at most this many blocks, uniform branch conditions are computed once for a group, in the entry
  /// block. In a kernel of more blocks they stay where they are, because too many values would live across all blocks.
  static constexpr size_t blocksOfHoistedConditions = 500;
  /// An estimate of the instructions that each region adds to the code that LLVM optimises: the loops over work-items,
  /// and the loads and stores of values that the next regions need. The estimate shows which kernels have too many
  /// regions (CompileBudget::regions).
  static constexpr size_t regionLoops = 250;

  /// If a work-item's private variables have more bytes than this together, the kernel's regions aren't cut for their
  /// length (RegionLimits::length), because each cut would make variables live in scratch.
  static constexpr uint64_t scratchVariableBytes = 256;
  /// If a region needs a value of an earlier region, it computes the value again if that takes at most this cost, in
  /// instructions. Otherwise the earlier region stores the value in scratch. The limit is about the cost of a store and
  /// a load. The costs of global ids with an offset, and of scaled indices, stay below it.
  static constexpr unsigned rematerialisedCost = 8;
  /// The same limit as `rematerialisedCost`, but for code in which the ids of dimension 0 are constants, so that most
  /// of the value's computation is constant, too.
  static constexpr unsigned rematerialisedConstantCost = 24;
  /// If a loop halves a distance in each iteration (a power-of-two loop), its last five iterations are peeled: each
  /// becomes separate code for a constant distance. A loop stays as it is if its iteration has more than this many
  /// instructions.
  static constexpr size_t peeledIteration = 200;
  /// Two nested loops whose distances double or halve in each iteration are unrolled together if they become at most
  /// this many instructions. With more, the regions of the unrolled loops would be outlined into functions
  /// (outlinedKernel), and no value would stay in a register from one function to the next. A sorting network of 512
  /// elements has 2,100.
  static constexpr size_t nestedPowerOfTwoLoops = 2300;
  /// Unrolled loops may at first have this many times as many instructions as the limit for the simplified code
  /// (CompileBudget::unrolled). The instructions that become constants or values are removed at once, but removing them
  /// takes time.
  static constexpr size_t unrolledCopies = 3;
  /// The private arrays of a packet's lanes are interleaved in memory (InterleavePrivateArraysPass). A fill or copy of
  /// such an array then becomes one access for each element. If a fill or copy has more than this many elements, the
  /// array isn't interleaved.
  static constexpr uint64_t filledElements = 64;
  /// In a loop along each work-item's contiguous run of elements, an unrolled iteration has at most
  /// `contiguousLoopBody` instructions: above that, fewer iterations are unrolled together, or none
  /// (UnrollContiguousLoopsPass). The unrolled iterations of all such loops of a kernel have at most
  /// `contiguousLoopBodies` instructions: further loops aren't unrolled.
  static constexpr size_t contiguousLoopBody = 600;
  static constexpr size_t contiguousLoopBodies = 6000;
  /// A bounds guard tests that a work-item's ids are within the data. In interior groups all work-items pass the guard.
  /// If the code after the guard has at most `interiorCopy` instructions, these groups run a copy of it without the
  /// guard. As jammedRows is 2,000, two rows of packets may still run code of this length at once. The second limit is
  /// for code for any local size.
  static constexpr size_t interiorCopy = 1000;
  static constexpr size_t interiorCopyAnySize = 60;
  /// The limit for a kernel that doesn't begin with its bounds guard, but tests the guard in several places, for
  /// example between barriers. The kernel is copied for interior groups if it has at most `interiorCopyRepeatedGuard`
  /// instructions, and if the guard decides at least `minRepeatedGuards` branches. With the copy, Fourier transforms of
  /// 64 and 81 points, which have 420 and 480 instructions, take 0.8 of the time. One of 243 points has 620 and gains
  /// nothing.
  static constexpr size_t interiorCopyRepeatedGuard = 500;
  static constexpr unsigned minRepeatedGuards = 3;
  /// A loop of at most this many iterations counts as short, because LLVM unrolls it into straight-line code. In code
  /// for any local size, short loops after a bounds guard are no reason to copy the code for interior groups.
  static constexpr unsigned interiorUnrolledTrips = 16;
  /// If a kernel divides a linear id into rows and columns, groups with long rows run a copy of the kernel
  /// (VersionDelinearisedIdsPass). A kernel of more instructions than this isn't copied.
  static constexpr size_t delinearisedCopy = 400;
  /// Conditions that are tested one after the other count as one bounds guard if the block between them has at most
  /// this many instructions.
  static constexpr size_t guardConditionDistance = 32;
  /// If memory accesses are checked, groups whose accesses can't leave the objects in memory run a copy of the kernel
  /// without the checks. A kernel of more instructions than this isn't copied, and all groups run the checks.
  static constexpr size_t safeGroupsCopy = 4000;
  /// Several rows of packets (packets side by side in one dimension) may run at once. All these rows together have at
  /// most this many instructions; otherwise fewer rows run at once. Longer code doesn't stay in the first-level
  /// instruction cache.
  static constexpr size_t jammedRows = 2000;
  /// The same limit as `jammedRows`, in code for any local size. The limit is lower, because the first launch waits for
  /// this code, and only the first launches use it.
  static constexpr size_t jammedRowsAnySize = 400;
  /// If regions exchange values through local memory, their loops over packets are unrolled completely, so that the
  /// values stay in registers. The loops stay if the operations on vectors of all packets of a group would be more than
  /// this before LLVM simplifies them. A scan of 256 work-items has 1,600, a sorting network of 128 has 3,800.
  static constexpr size_t unrolledPackets = 4000;
  /// In a group of at most this many packets, the packets may exchange elements in registers instead of local memory.
  /// In larger groups the elements stay in local memory. With eight packets, the exchanges take no more steps than a
  /// sort.
  static constexpr unsigned registerExchangePackets = 8;
  /// If branches depend only on a packet's index, the loop over a row's packets is unrolled, and the branches
  /// disappear. The loop stays if all packets of the row together would have more instructions than this.
  static constexpr size_t packetIndexBranches = 800;
  /// At most this many masked accesses of a kernel get a branch to an access without a mask for the case that all lanes
  /// are active. Further accesses always use the mask. Each branch adds two blocks.
  static constexpr size_t branchesOnMasks = 256;
  /// To replace loads from a group's local memory and scratch by the stored values, the compiler notes at each block
  /// which elements have known values. Once the noted elements of all blocks exceed this limit, it replaces no loads in
  /// the remaining blocks. The limit suffices for a group of 1,024 work-items with two values each in a hundred blocks.
  static constexpr size_t forwardedStoreElements = 200000;
  /// A chain of steps `s * constant + constant` becomes multiply-adds if it has at least this many steps
  /// (ContractMultiplyAddsPass). A shorter chain scales and shifts values such as colours, and LLVM may reduce it to
  /// one step.
  static constexpr unsigned multiplyAdds = 4;
};

/// How far searches in a kernel's code look, so that they take about linear time. If a search reaches its limit, it
/// gives up: the compiler treats the property that it wanted to prove as not proved, and generates slower but correct
/// code. Usual kernels stay within the limits.
struct SearchLimits {
  /// A block may have several predecessors. To prove that all lanes of a packet reach it from the same predecessor, the
  /// compiler searches the paths to the block from its immediate dominator. This is the most blocks on these paths.
  static constexpr size_t blocksToReconvergence = 32;
  /// A value that is the same for all work-items of a group may be computed in the kernel's entry block if this takes
  /// at most this many instructions.
  static constexpr unsigned groupValue = 16;
  /// Whether a kernel gets packets of half the usual width depends on its register pressure, for which the compiler
  /// notes in each block which values are alive. It does so only if the number of values times the number of blocks is
  /// at most this; else the width stays.
  static constexpr size_t valuesTimesBlocks = size_t{1} << 20;
  /// A search follows at most `addressChain` address computations (getelementptr) in a chain, for example through
  /// nested structs. In an index, it follows at most `indexSum` operations, for example the sums that unrolled loops
  /// have.
  static constexpr unsigned addressChain = 8;
  static constexpr unsigned indexSum = 32;
  /// The most operations of an index that is turned into a sum of local ids times factors. The second limit is the
  /// greatest depth of an expression of which the compiler computes the value for each work-item. Such expressions have
  /// few operations, but a search through shared operands could visit them many times.
  static constexpr unsigned localIndexOperations = 32;
  static constexpr unsigned localIndexDepth = 12;
  /// To find barriers that only order work-items of one packet, the compiler computes the indices into local memory for
  /// each work-item (JoinPacketRegionsPass). It does so for groups of at most `evaluatedItems` work-items. It searches
  /// at most `barrierSearchLength` instructions on both sides of a barrier for accesses to local memory. Beyond a limit
  /// the barrier stays.
  static constexpr uint64_t evaluatedItems = 1024;
  static constexpr unsigned barrierSearchLength = 1000;
  /// When the compiler searches for barriers that only order work-items of one packet: before an access to local
  /// memory, it searches at most this many blocks for branches that keep a work-item from reaching the access.
  static constexpr unsigned guardingConditionBlocks = 16;
  /// A loop may wait for other work-items if it loads from an address that doesn't change in the loop. If the
  /// computation of an address has more instructions than this, the address counts as one that changes.
  static constexpr unsigned spinAddress = 256;
  /// The strides of values that are carried around loops are guessed at first, and tested in rounds until no guess is
  /// refuted. After this many rounds the remaining guesses are dropped, and these values count as varying. If one
  /// loop's value enters the next loop, each round may refute only one guess.
  static constexpr unsigned strideRounds = 16;
  /// The most uses of an instruction that are searched for a proof that its flags (nsw, nuw) hold for all lanes. The
  /// second limit is for the comparisons that a condition consists of.
  static constexpr unsigned flagUses = 64;
  static constexpr size_t conditionTerms = 64;
  /// To prove that a condition holds for at most one lane of a packet, the compiler searches its operands down to this
  /// depth (SingleActiveLane).
  static constexpr unsigned conditionDepth = 6;
  /// The most summands of a sum that is searched for dot products. In a longer sum, the additions beyond the limit
  /// count as single summands.
  static constexpr size_t sumTerms = 64;
  /// If an index may be consecutive from lane to lane, the generated code checks this at run time, and computes the
  /// index again for the check. It does so only for an index of at most this many instructions. The number is also the
  /// limit of several short searches through an address or a loop.
  static constexpr unsigned index = 32;
  /// The compiler computes the least and the greatest value of an expression within a group. It does so for at most
  /// this many values of a kernel, and down to this depth of an expression. Beyond the limits a value counts as
  /// unbounded.
  static constexpr unsigned groupIntervals = 4000;
  static constexpr unsigned groupIntervalDepth = 40;
  /// The greatest depth of an index that is split into a uniform value plus a vector with each lane's offset
  /// (PacketOffsets). Sorting networks have such indices. The limit is low because the search runs again for each
  /// access.
  static constexpr unsigned offsetDepth = 8;
  /// The greatest depth of an address that is searched for constant offsets between its lanes (LaneOffsets). Fourier
  /// transforms have such addresses. The limit is higher because this search visits each subexpression only once.
  static constexpr unsigned laneOffsetDepth = 24;
  /// The greatest distance, in instructions, between two accesses that become one interleave group, which vectors and
  /// shuffles access together. Each access is compared with all later accesses within this distance.
  static constexpr unsigned interleaveGroup = 200;
  /// The greatest distance, in elements, between the first and the last element of a permuted group: accesses to
  /// neighbouring elements in an order that is the same in each packet. Each element has an entry in a table.
  static constexpr int64_t permutedGroupSpan = 4096;
  /// Limits of coalesce-accesses, which replaces a work-item's accesses to neighbouring elements by one vector access.
  /// Each access is compared with at most `openRuns` earlier groups of accesses; the oldest group is closed if there
  /// are more. A group of loads is closed after `passedStores` stores, because later loads would have to move past all
  /// these stores to join the group.
  static constexpr size_t openRuns = 16;
  static constexpr size_t passedStores = 32;
  /// A load is replaced by a value in a register if it loads an element of a contiguous run that was loaded or stored
  /// before. It is compared with the latest `forwardedRunElements` such elements. Two accesses that are
  /// `maxRunDistance` bytes or more apart don't belong to one run.
  static constexpr size_t forwardedRunElements = 64;
  static constexpr int64_t maxRunDistance = 4096;
  /// The components of an image's coordinates are computed one by one, without the vector that the program computes, by
  /// at most this many operations. Operands beyond the limit are extracted from vectors.
  static constexpr unsigned coordinates = 64;
  /// A slot in scratch is merged into an earlier slot if the values of both are never needed at the same time. The
  /// compiler tries only this many earlier slots. The time to try all slots would grow with the square of the number of
  /// a kernel's values.
  static constexpr unsigned scratchGapSearch = 64;
};

} // namespace weft::compiler

#endif
