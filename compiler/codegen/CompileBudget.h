// How much code of one kernel each part of the compiler is given, and how far its walks look.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_COMPILE_BUDGET_H
#define WEFT_COMPILER_CODEGEN_COMPILE_BUDGET_H

#include <cstddef>
#include <cstdint>

namespace weft::compiler {

/// Above each of these a kernel is compiled with less effort, and a remark says so. They are sizes, not times, so
/// that one program gives the same code each time; what they were chosen by is in docs/compiler-limits.md, "Budgets".
struct CompileBudget {
  /// Instructions of a kernel that may work on packets, one for each element of a vector, and after that (codeLength).
  size_t packets = 30000;
  size_t packetCode = 100000;
  /// Branches within branches of such a kernel: for LLVM's StructurizeCFG and what walks its tree.
  size_t packetDepth = 500;
  /// Instructions that loops may become which are unrolled for private arrays, or because the program asks for it: a
  /// hash with its message schedule (SHA-256: 4,500) fits.
  size_t unrolled = 8000;
  /// Instructions of all barrier regions together; beyond that work-items are fibers, which need no copies.
  size_t regions = 400000;
  /// Instructions of a kernel with all its functions (codeLength) that get all of LLVM's optimisation; more get -O2
  /// without copies of loops; above the next -O1; above the last none.
  size_t full = 10000;
  size_t brief = 60000;
  size_t quick = 250000;
  /// Branches within branches of a function that get more than -O1, for LLVM's loop vectoriser; and than nothing, for
  /// values that live over all of them in the code generator.
  size_t depth = 500;
  size_t greatestDepth = 1500;
  /// Blocks of a function whose loops LLVM may vectorise: it gives a store under a condition that can't be masked
  /// branches for each lane, and what lives over all of them takes the register allocator's time.
  size_t vectorisedBlocks = 256;
  /// Instructions of a kernel and of what has to be inlined into it; more are an error.
  size_t inlined = 2000000;
};

/// From where on regions are cut, in instructions. Usual kernels are below, as each cut has values kept in scratch.
struct RegionLimits {
  /// All regions together may be so many times the kernel, and so many instructions more.
  size_t growth = 3;
  size_t growthMargin = 2000;
  /// Regions of a kernel of at least `longKernel` end after `length`.
  size_t longKernel = 6000;
  size_t length = 2500;
  /// Regions of at most so many instructions, all together, have a copy for packets that aren't full: where the local
  /// size is known, and where it isn't, so that they need not be what a launch waits for.
  size_t restsOfKnownSize = 3000;
  size_t restsOfAnySize = 550;
};

/// Sizes that parts of the compiler work with, whatever the kernel. In instructions, where nothing else is said.
struct CodeSizes {
  /// What a call of a builtin becomes: between a conversion and a function of mathematics.
  static constexpr size_t callOfBuiltin = 50;
  /// Bits of a vector that count as one instruction: the widest register of any CPU, so that a kernel has one length on
  /// all of them.
  static constexpr size_t countedBits = 512;
  /// Bytes that one move copies, and up to which moves copy, as LLVM has it for AVX2; longer copies are calls.
  static constexpr uint64_t movedBytes = 32;
  static constexpr uint64_t copiedByMoves = 256;

  /// A builtin is inlined at all its calls while that makes no more than this: loops with calls don't become vector
  /// code, but what a large one with many calls would make takes long to optimise.
  static constexpr size_t inlinedBuiltins = 6000;
  /// The same of one with a loop of its own, around which no work-item loop becomes vector code anyway.
  static constexpr size_t inlinedLoops = 1000;
  /// Ranges of cases of all switches at which the lanes of packets may part: LLVM's register allocator takes time with
  /// the square of the blocks that values live over, and packets of lanes that take so many ways gain little.
  static constexpr size_t packetCases = 200;
  /// Functions of the program are inlined into a kernel on packets up to so many: several times what hand-written
  /// kernels have; what functions that call functions can multiply to is a million times that.
  static constexpr size_t inlinedFunctions = 20000;

  /// Kernels of so many, in so many regions, have a function for each region: LLVM's loop passes and the code generator
  /// take time with the square of a function's length, and a call costs nothing beside a region of such a kernel.
  static constexpr unsigned outlinedKernel = 6000;
  static constexpr unsigned outlinedRegions = 8;
  /// Of a function that a long one is cut into, for the same reason: below twice that nothing is.
  static constexpr unsigned section = 1000;
  /// Uses of a variable that InstCombine may see: it goes through all of them for each address that it replaces.
  static constexpr unsigned variableUses = 1000;
  /// Parts of a kernel that use one name of a value: LLVM's code extractor walks all uses for each.
  static constexpr unsigned partsOfOneName = 16;

  /// Of a block's part for instruction selection and the scheduler: above, the scheduler's time per instruction begins
  /// to grow. And for CodeGenPrepare, which begins a block again after each of some of its changes.
  static constexpr unsigned block = 300;
  static constexpr unsigned preparedBlock = 2000;
  /// Of a loop: longer ones LLVM doesn't unroll. Twice its limit, as some instructions count nothing there.
  static constexpr size_t rolledLoop = 600;
  /// Accesses of an innermost loop; of more the code generator doesn't weigh how to count their addresses.
  static constexpr unsigned reducedAccesses = 40;
  /// Blocks of a function, times its calls that read memory, that GVN may look at; functions of few blocks are below.
  static constexpr size_t blocksBeforeCalls = 250000;
  static constexpr size_t blocksOfFewCalls = 250;
  /// Blocks of a kernel whose branches' conditions are computed once for a group where they are the same for all.
  static constexpr size_t blocksOfHoistedConditions = 500;
  /// What the loops over work-items, and what is kept between them, add to each region for LLVM to optimise.
  static constexpr size_t regionLoops = 250;

  /// Bytes of private variables that regions which are cut for their length may keep in scratch for each work-item.
  static constexpr uint64_t keptVariables = 256;
  /// What regions may compute again rather than save and load: about what a store and a load cost; global ids with an
  /// offset or a scaled index stay below it.
  static constexpr unsigned recomputed = 8;
  /// The same where ids of dimension 0 are constants, and most of it with them.
  static constexpr unsigned recomputedOfConstants = 24;
  /// Of a trip over a distance that isn't known, of which five have a copy for constant ones.
  static constexpr size_t finishedStep = 200;
  /// Of steps of two loops in each other that are unrolled together: with more, regions become functions of their own,
  /// and nothing stays in registers between these. A sorting network of 512 has 2,100.
  static constexpr size_t nestedSteps = 2300;
  /// Loops that are unrolled may be copied to so many times what stays of them in the end: the rest is cleared away at
  /// once, but takes its time.
  static constexpr size_t unrolledCopies = 3;
  /// Elements of a private array that are filled or copied one by one; an array of which more are keeps its layout.
  static constexpr uint64_t filledElements = 64;
  /// Of a trip through a loop along a work-item's own row, once several elements make one, and of all such loops.
  static constexpr size_t rowTrip = 600;
  static constexpr size_t rowTrips = 6000;
  /// Behind a guard, of which groups within it have a copy: as many as jammedRows has room for, once or twice.
  static constexpr size_t innerGroups = 1000;
  static constexpr size_t innerGroupsOfAnySize = 60;
  /// The same of a kernel with barriers that doesn't begin with its guard, and how many branches that decides at least.
  /// Transforms of 64 and 81 points have 420 and 480 and take 0.8 of the time; one of 243 has 620 and takes all of it.
  static constexpr size_t repeatedlyGuarded = 500;
  static constexpr unsigned repeatedGuards = 3;
  /// Trips of a loop behind such a guard that LLVM takes apart, in a short kernel.
  static constexpr unsigned tripsOfShortLoop = 16;
  /// Of a kernel that divides its ids into rows, and then has a copy.
  static constexpr size_t followedRows = 400;
  /// Between two conditions of such a guard.
  static constexpr size_t guardPart = 32;
  /// Of a kernel whose memory is checked, of which groups that can't leave it have a copy.
  static constexpr size_t checkedTwice = 4000;
  /// Of all rows that run at once: more don't stay in the first cache of instructions.
  static constexpr size_t jammedRows = 2000;
  /// The same in code for any local size, which a first launch waits for and the first launches alone use.
  static constexpr size_t jammedRowsOfAnyNumber = 400;
  /// Vector operations of all packets of a group that have code each, before it gets simpler: a scan of 256 work-items
  /// has 1,600, a sorting network of 128 has 3,800.
  static constexpr size_t unrolledPackets = 4000;
  /// Packets of a group whose steps are as many as sorting takes and still no longer than that.
  static constexpr unsigned exchangingPackets = 8;
  /// Of all packets of a row whose numbers decide which way each takes.
  static constexpr size_t decidedPackets = 800;
  /// Masked accesses that ask whether all lanes run: each is two more blocks.
  static constexpr size_t branchesOnMasks = 256;
  /// Of all short loops of which several trips stand behind each other, with the copies.
  static constexpr size_t unrolledShort = 1000;
  /// Elements of own memory of which it is noted, over all blocks, what was stored there: for a group of 1,024
  /// work-items with two values each in a hundred blocks.
  static constexpr size_t knownElements = 200000;
  /// Steps of a chain of multiply-adds that stays one: shorter ones scale and shift, as of colours, and who writes them
  /// is glad if they become one step.
  static constexpr unsigned multiplyAdds = 4;
};

/// How far walks look, so that they take about linear time. What lies beyond is taken for something of which nothing is
/// known; usual kernels have nothing there.
struct WalkLimits {
  /// Blocks on the ways to a join at which lanes may be together.
  static constexpr size_t waysToAJoin = 32;
  /// Instructions of what a group has in common and can compute before all else.
  static constexpr unsigned groupValue = 16;
  /// Numbers of a kernel, times its blocks, for each of which it may be noted which numbers are needed there.
  static constexpr size_t numbersOfBlocks = size_t{1} << 20;
  /// A chain of addresses, and the sum of constants in an index of one: of nested structs, and of unrolled loops.
  static constexpr unsigned addressChain = 8;
  static constexpr unsigned indexSum = 32;
  /// How deep an index of local memory goes: indices have few steps, but expressions that share theirs could have many.
  static constexpr unsigned localIndexDepth = 12;
  /// Work-items of a group for each of which such an index is computed, and instructions on both sides of a barrier
  /// among which accesses are looked for.
  static constexpr uint64_t evaluatedItems = 1024;
  static constexpr unsigned surroundings = 1000;
  /// Blocks in front of such an access in which it is looked for conditions that keep work-items away.
  static constexpr unsigned conditionsOnTheWay = 16;
  /// Instructions of an address in a loop that may wait for other work-items; if it has more, it counts as changing.
  static constexpr unsigned spinAddress = 256;
  /// Rounds in which guessed strides of loops are refuted, one each if one loop's value enters the next.
  static constexpr unsigned strideRounds = 16;
  /// Uses that may show that flags must hold, and comparisons that a condition is made of.
  static constexpr unsigned flagUses = 64;
  static constexpr size_t conditionParts = 64;
  /// How deep a condition goes of which a part alone decides.
  static constexpr unsigned conditionDepth = 6;
  /// Summands of a sum that dot products are looked for in.
  static constexpr size_t sumParts = 64;
  /// Instructions of an index that may be consecutive. It is computed again to compare it.
  static constexpr unsigned index = 32;
  /// Values whose bounds in a group are computed, over all of a kernel's accesses, and how deep they go.
  static constexpr unsigned groupIntervals = 4000;
  static constexpr unsigned groupRangeDepth = 40;
  /// How deep the index of a sorting network goes; each access would ask again.
  static constexpr unsigned offsetDepth = 8;
  /// How deep the address of a transform goes, of which each part is asked once.
  static constexpr unsigned laneOffsets = 24;
  /// Instructions between accesses that reach into the same vectors: each is compared with all behind it.
  static constexpr unsigned interleaveGroup = 200;
  /// Between the first and the last element of such accesses; each is a number in a table.
  static constexpr int64_t permutedGroupSpan = 4096;
  /// Accesses to rows that later ones are compared with, and stores that these are moved past; bytes between two of one
  /// row.
  static constexpr size_t openRows = 16;
  static constexpr size_t passedStores = 32;
  /// Elements of rows in registers that a load is compared with.
  static constexpr size_t forwardedElements = 64;
  static constexpr int64_t rowDistance = 4096;
  /// Components of an image's coordinates that are made without the vector; a longer expression stays a vector where it
  /// began.
  static constexpr unsigned coordinates = 64;
  /// Places in scratch that gaps are looked for in: all would take the square of a kernel's values.
  static constexpr unsigned scratchColouring = 64;
};

} // namespace weft::compiler

#endif
