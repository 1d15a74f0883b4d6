// How much code of one kernel each part of the compiler may handle, and how far its searches look.
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
  /// The instructions of a kernel that may run on packets, where an instruction on a vector counts once for each
  /// element. The second limit is for the code after that (codeLength).
  size_t packets = 30000;
  size_t packetCode = 100000;
  /// The nesting depth of branches in a kernel on packets. It bounds LLVM's StructurizeCFG and the code that walks its
  /// tree.
  size_t packetDepth = 500;
  /// The instructions that unrolled loops may become, where loops are unrolled for private arrays or because the
  /// program asks for it. A hash with its message schedule fits (SHA-256: 4,500).
  size_t unrolled = 8000;
  /// The instructions of all barrier regions together. Above this, work-items run as fibers, which need no copies of
  /// code.
  size_t regions = 400000;
  /// The instructions of a kernel with all its functions (codeLength). A kernel of up to `full` gets all of LLVM's
  /// optimisation. Up to `brief` it gets -O2 without copies of loops, up to `quick` -O1, and above that no
  /// optimisation.
  size_t full = 10000;
  size_t brief = 60000;
  size_t quick = 250000;
  /// The nesting depth of branches in a function. Above `depth` a function gets no more than -O1, because of LLVM's
  /// loop vectoriser. Above `maxOptimisedDepth` it gets no optimisation, because values may live across all these
  /// branches in the code generator.
  size_t depth = 500;
  size_t maxOptimisedDepth = 1500;
  /// The blocks of a function whose loops LLVM may vectorise. For a conditional store that can't be masked, LLVM makes
  /// a branch for each lane. Values that live across all these branches take the register allocator's time.
  size_t vectorisedBlocks = 256;
  /// The instructions of a kernel together with the functions that have to be inlined into it. More are an error.
  size_t inlined = 2000000;
};

/// The lengths, in instructions, above which regions are cut. Usual kernels are shorter, as each cut keeps values in
/// scratch.
struct RegionLimits {
  /// All regions together may have `growth` times as many instructions as the kernel, plus `growthMargin`.
  size_t growth = 3;
  size_t growthMargin = 2000;
  /// In a kernel of at least `longKernel` instructions, regions end after `length` instructions.
  size_t longKernel = 6000;
  size_t length = 2500;
  /// If all regions together have at most so many instructions, they get a copy for packets that aren't full. The first
  /// limit is for kernels whose local size is known. The second is for all others, so that a launch need not wait for
  /// the copies.
  size_t partialCopyKnownSize = 3000;
  size_t partialCopyAnySize = 550;
};

/// Sizes that parts of the compiler work with, whatever the kernel. They are in instructions, unless the comment says
/// otherwise.
struct CodeSizes {
  /// The instructions that a call of a builtin counts as: between a conversion and a mathematical function.
  static constexpr size_t builtinCallCost = 50;
  /// The bits of a vector that count as one instruction: the widest register of any CPU, so that a kernel has the same
  /// length on all CPUs.
  static constexpr size_t vectorBitsPerInstruction = 512;
  /// The bytes that one move copies, and the most bytes that are copied by moves, as LLVM has it for AVX2. Longer
  /// copies are calls.
  static constexpr uint64_t bytesPerMove = 32;
  static constexpr uint64_t maxInlineCopyBytes = 256;

  /// A builtin is inlined at all its calls while that makes no more than this many instructions. Loops with calls don't
  /// become vector code, but a large builtin with many calls would make code that takes long to optimise.
  static constexpr size_t inlinedBuiltins = 6000;
  /// The same for a builtin that has a loop, as no work-item loop around it becomes vector code anyway.
  static constexpr size_t inlinedLoops = 1000;
  /// The case ranges of all switches at which the lanes of packets may diverge. The time of LLVM's register allocator
  /// grows with the square of the number of blocks that values live across. Packets whose lanes take so many paths gain
  /// little.
  static constexpr size_t packetCases = 200;
  /// The instructions up to which functions of the program are inlined into a kernel on packets. The limit is several
  /// times the length of hand-written kernels. Functions that call functions can multiply to a million times that.
  static constexpr size_t inlinedFunctions = 20000;

  /// A kernel of so many instructions, in so many regions, has a function for each region. The time of LLVM's loop
  /// passes and of the code generator grows with the square of a function's length. A call costs nothing beside a
  /// region of such a kernel.
  static constexpr unsigned outlinedKernel = 6000;
  static constexpr unsigned outlinedRegions = 8;
  /// The length of the parts that a long function is cut into, for the same reason. A function below twice this length
  /// isn't cut.
  static constexpr unsigned section = 1000;
  /// The uses of a variable that InstCombine may see. InstCombine goes through all of them for each address that it
  /// replaces.
  static constexpr unsigned variableUses = 1000;
  /// The parts of a kernel that use one name of a value. LLVM's code extractor walks all uses for each part.
  static constexpr unsigned partsPerAlias = 16;

  /// The length of the parts of a block for instruction selection and the scheduler. Above it, the scheduler's time per
  /// instruction begins to grow. The second limit is for CodeGenPrepare, which starts a block again after each of some
  /// of its changes.
  static constexpr unsigned block = 300;
  static constexpr unsigned codeGenPrepareBlock = 2000;
  /// The length above which LLVM doesn't unroll a loop. It is twice LLVM's limit, as some instructions count nothing
  /// there.
  static constexpr size_t maxUnrollableLoop = 600;
  /// The accesses of an innermost loop. For a loop with more, the code generator doesn't weigh ways to count its
  /// addresses (loop strength reduction).
  static constexpr unsigned strengthReducedAccesses = 40;
  /// The blocks of a function, times its calls that read memory, that GVN may handle. Functions of few blocks are never
  /// above the limit.
  static constexpr size_t gvnBlocksTimesCalls = 250000;
  static constexpr size_t gvnSmallFunctionBlocks = 250;
  /// The blocks of a kernel up to which branch conditions are computed once for a group, where they are the same for
  /// all.
  static constexpr size_t blocksOfHoistedConditions = 500;
  /// The instructions that each region gets in addition for LLVM to optimise: the loops over work-items, and the values
  /// that are kept between the loops.
  static constexpr size_t regionLoops = 250;

  /// The bytes of private variables that a kernel's regions, if they are cut for their length, may keep in scratch for
  /// each work-item.
  static constexpr uint64_t scratchVariableBytes = 256;
  /// The cost up to which regions compute a value again rather than save and load it: about the cost of a store and a
  /// load. Global ids with an offset or a scaled index stay below it.
  static constexpr unsigned rematerialisedCost = 8;
  /// The same where the ids of dimension 0 are constants, and with them most of the value's computation.
  static constexpr unsigned rematerialisedConstantCost = 24;
  /// The length of an iteration over a distance that isn't known. Five such iterations have a copy for constant
  /// distances.
  static constexpr size_t peeledIteration = 200;
  /// The instructions of two nested loops over powers of two that are unrolled together. With more, regions become
  /// functions of their own, and nothing stays in registers between these. A sorting network of 512 has 2,100.
  static constexpr size_t nestedPowerOfTwoLoops = 2300;
  /// Unrolled loops may be copied to so many times the code that stays of them in the end. The rest is removed at once,
  /// but takes time.
  static constexpr size_t unrolledCopies = 3;
  /// The elements of a private array that are filled or copied one by one. An array of which more elements are
  /// filled or copied keeps its layout.
  static constexpr uint64_t filledElements = 64;
  /// The length of an iteration of a loop along a work-item's own row, once it handles several elements, and of such
  /// iterations of all these loops together.
  static constexpr size_t contiguousLoopBody = 600;
  static constexpr size_t contiguousLoopBodies = 6000;
  /// The length of the code after a bounds guard of which interior groups have a copy. It is as much as jammedRows has
  /// room for, once or twice.
  static constexpr size_t interiorCopy = 1000;
  static constexpr size_t interiorCopyAnySize = 60;
  /// The same for a kernel with barriers that doesn't begin with its guard, and the least number of branches that the
  /// guard decides. Transforms of 64 and 81 points have 420 and 480 instructions and take 0.8 of the time. One of 243
  /// points has 620 and takes all of the time.
  static constexpr size_t interiorCopyRepeatedGuard = 500;
  static constexpr unsigned minRepeatedGuards = 3;
  /// The trip count of a loop after such a guard that LLVM unrolls, in a short kernel.
  static constexpr unsigned interiorUnrolledTrips = 16;
  /// The length of a kernel that divides its ids into rows and gets a copy for groups with long rows.
  static constexpr size_t delinearisedCopy = 400;
  /// The instructions between two conditions of a bounds guard.
  static constexpr size_t guardConditionDistance = 32;
  /// The length of a kernel whose memory accesses are checked and of which groups that can't leave the memory have a
  /// copy.
  static constexpr size_t safeGroupsCopy = 4000;
  /// The length of all rows that run at once. Longer code doesn't stay in the first-level instruction cache.
  static constexpr size_t jammedRows = 2000;
  /// The same in code for any local size. A first launch waits for such code, and only the first launches use it.
  static constexpr size_t jammedRowsAnySize = 400;
  /// The vector operations of all packets of a group that have code each, before that code is simplified. A scan of 256
  /// work-items has 1,600, a sorting network of 128 has 3,800.
  static constexpr size_t unrolledPackets = 4000;
  /// The most packets of a group that may exchange elements in registers. Their steps are as many as sorting takes, and
  /// still no longer than that.
  static constexpr unsigned registerExchangePackets = 8;
  /// The instructions of all packets of a row, where the packets' numbers decide which branch each packet takes.
  static constexpr size_t packetIndexBranches = 800;
  /// The masked accesses that get a branch on whether all lanes are active: each branch adds two blocks.
  static constexpr size_t branchesOnMasks = 256;
  /// The instructions of all short loops in which several iterations follow each other, with the copies.
  static constexpr size_t unrolledShort = 1000;
  /// The elements of group-private memory whose stored values are noted, over all blocks. The limit suffices for a
  /// group of 1,024 work-items with two values each in a hundred blocks.
  static constexpr size_t forwardedStoreElements = 200000;
  /// The least number of steps of a chain that becomes multiply-adds. A shorter chain scales and shifts, as colours do,
  /// and its author is glad if LLVM makes it one step.
  static constexpr unsigned multiplyAdds = 4;
};

/// How far searches look, so that they take about linear time. The compiler takes everything beyond a limit as unknown.
/// Usual kernels stay within the limits.
struct SearchLimits {
  /// The blocks on the paths to a join, in the check whether lanes run together at the join.
  static constexpr size_t blocksToReconvergence = 32;
  /// The instructions of a value that a group has in common and can compute before all else.
  static constexpr unsigned groupValue = 16;
  /// The values of a kernel times its blocks, as for each block it may be noted which values are needed there.
  static constexpr size_t valuesTimesBlocks = size_t{1} << 20;
  /// The length of a chain of addresses, as of nested structs, and of a sum of constants in an index of such an
  /// address, as of unrolled loops.
  static constexpr unsigned addressChain = 8;
  static constexpr unsigned indexSum = 32;
  /// The depth of an index of local memory. Indices have few steps, but expressions that share theirs could have many.
  static constexpr unsigned localIndexDepth = 12;
  /// The work-items of a group for each of which such an index is computed, and the instructions on both sides of a
  /// barrier that are searched for accesses.
  static constexpr uint64_t evaluatedItems = 1024;
  static constexpr unsigned barrierSearchLength = 1000;
  /// The blocks before such an access that are searched for conditions which keep work-items away from the access.
  static constexpr unsigned guardingConditionBlocks = 16;
  /// The instructions of an address in a loop that may wait for other work-items. An address with more instructions
  /// counts as changing.
  static constexpr unsigned spinAddress = 256;
  /// The rounds in which guessed strides of loops are refuted. If one loop's value enters the next loop, each round may
  /// refute one guess.
  static constexpr unsigned strideRounds = 16;
  /// The uses of an instruction that are searched for a proof that its flags must hold, and the comparisons that a
  /// condition consists of.
  static constexpr unsigned flagUses = 64;
  static constexpr size_t conditionTerms = 64;
  /// The instructions of an index that may be consecutive. The index is computed again to compare it.
  static constexpr unsigned conditionDepth = 6;
  /// The summands of a sum that is searched for dot products.
  static constexpr size_t sumTerms = 64;
  /// Instructions of an index that may be consecutive. It is computed again to compare it.
  static constexpr unsigned index = 32;
  /// The values of a kernel whose bounds in a group are computed for all accesses together, and the depth of such a
  /// value.
  static constexpr unsigned groupIntervals = 4000;
  static constexpr unsigned groupIntervalDepth = 40;
  /// The depth of the index of a sorting network. Each access repeats the query.
  static constexpr unsigned offsetDepth = 8;
  /// The depth of the address of a transform. Each part is queried only once.
  static constexpr unsigned laneOffsetDepth = 24;
  /// The greatest distance, in instructions, between two members of an interleave group. Each access is compared with
  /// all later accesses within that distance.
  static constexpr unsigned interleaveGroup = 200;
  /// The distance between the first and the last element of such accesses. Each element is a number in a table.
  static constexpr int64_t permutedGroupSpan = 4096;
  /// The accesses to rows that later accesses are compared with, the stores that these accesses are moved past, and
  /// (maxRunDistance) the bytes between two accesses to one row.
  static constexpr size_t openRuns = 16;
  static constexpr size_t passedStores = 32;
  /// The elements of rows in registers that a load is compared with.
  static constexpr size_t forwardedRunElements = 64;
  static constexpr int64_t maxRunDistance = 4096;
  /// The components of an image's coordinates that are computed without the vector. A longer expression stays a vector
  /// from where it began.
  static constexpr unsigned coordinates = 64;
  /// The slots in scratch that are searched for gaps. A search of all slots would take time with the square of a
  /// kernel's values.
  static constexpr unsigned scratchGapSearch = 64;
};

} // namespace weft::compiler

#endif
