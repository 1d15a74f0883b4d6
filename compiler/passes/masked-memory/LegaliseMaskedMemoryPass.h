// Fits masked loads and stores, gathers and scatters to the CPU's instructions, by rules.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_LEGALISE_MASKED_MEMORY_PASS_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_LEGALISE_MASKED_MEMORY_PASS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"
#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// A change that fits one kind of access to the CPU.
struct MaskedMemoryRule {
  llvm::StringLiteral name;
  /// What holds after the rule, for the docs.
  llvm::StringLiteral sentence;
  /// Whether the rule also applies to kernels that were built with -cl-opt-disable.
  bool appliesIfUnoptimised;
  /// Returns whether the function has changed.
  bool (*apply)(llvm::Function &function, MaskedMemoryContext &context);
};

/// All rules, in the order in which each function gets them.
llvm::ArrayRef<MaskedMemoryRule> maskedMemoryRules();

/// What: replaces calls of llvm.masked.load, store, gather and scatter, and the address arithmetic of their lanes, if
/// the CPU has no instruction for them or a slow one, or if other code does the same in less time. Each replacement is
/// a rule (maskedMemoryRules).
/// Why: LLVM's code generator scalarises the accesses that the CPU lacks, with a branch for each lane. It doesn't know
/// which masks are mostly full, and which memory only one group accesses.
/// Requires: host form. The pass runs after optimisation, which finds constant masks and constant distances between
/// lanes, and which would undo some rules.
/// Guarantees: the same contents of memory and the same results. No constant mask of a load or store has a single
/// active lane, because LLVM 22 compiles some of these wrongly (shortenMaskedAccesses).
///
///   %v = call <8 x i8> @llvm.masked.load(ptr %p, <8 x i1> %m, <8 x i8> poison)     ; on a CPU with AVX2
/// =>
///   %all = call i1 @llvm.vector.reduce.and(<8 x i1> %m)
///   br i1 %all, label %plain, label %masked    ; %plain: a load; %masked: a loop over the active lanes
class LegaliseMaskedMemoryPass : public llvm::PassInfoMixin<LegaliseMaskedMemoryPass> {
public:
  /// Applies all rules. If `named` isn't empty, only the rules with these names apply, also to unoptimised kernels.
  explicit LegaliseMaskedMemoryPass(const TargetProfile &profile, llvm::ArrayRef<llvm::StringRef> named = {});

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile profile_;
  llvm::SmallVector<const MaskedMemoryRule *> named_;
};

// The rules, in the order in which they apply. Each stands in a file of its name.

/// What: if a shuffle takes each lane of a mask from the same lane of one of two masks, `and` and `or` replace the
/// shuffle.
/// Why: InstCombine turns a select by a constant into a shuffle, for example in a loop over packets in which the last
/// packet has fewer active lanes. LLVM's code generator widens the elements of a shuffle of bits: the mask leaves its
/// mask register and returns to it, which takes some seven cycles instead of one.
///
///   %m = shufflevector <4 x i1> %x, <4 x i1> <i1 poison, i1 poison, i1 poison, i1 false>, <4 x i32>
///       <i32 0, i32 1, i32 2, i32 7>
/// =>
///   %x.any = freeze <4 x i1> %x
///   %m = and <4 x i1> %x.any, <i1 true, i1 true, i1 true, i1 false>
bool combineMasks(llvm::Function &function, MaskedMemoryContext &context);

/// What: a gather or scatter whose lanes are at constant distances from an address that they share becomes masked loads
/// or stores, one for each run of neighbouring lanes whose elements are contiguous, if these take less time according
/// to the target's profile. The lanes of a run keep their positions in the vector, so nothing is permuted: the masked
/// access starts as many elements before the run as there are lanes before the run, and its mask leaves these lanes
/// out. Lanes that may store to the same bytes do so in the same order as before.
/// Why: a gather or scatter takes about as long for each lane as a masked access takes for all of them. For example, in
/// a Fourier transform over rows of 27 work-items, the steps of distance 3 and 9 store runs of 3 and 9 elements.
///
///   %p = getelementptr double, ptr %tile, <4 x i64> <i64 0, i64 1, i64 9, i64 10>
///   call void @llvm.masked.scatter(<4 x double> %v, <4 x ptr> align 8 %p, <4 x i1> %goes)
/// =>
///   %m = and <4 x i1> %goes, <i1 1, i1 1, i1 0, i1 0>
///   call void @llvm.masked.store(<4 x double> %v, ptr align 8 %tile, <4 x i1> %m)
///   %n = and <4 x i1> %goes, <i1 0, i1 0, i1 1, i1 1>
///   %q = getelementptr i8, ptr %tile, i64 56
///   call void @llvm.masked.store(<4 x double> %v, ptr align 8 %q, <4 x i1> %n)
bool accessRuns(llvm::Function &function, MaskedMemoryContext &context);

/// What: a masked load or store whose mask is constant, and whose active lanes are a run of 1, 2, 4 .. neighbouring
/// lanes, becomes an access to a scalar or to a vector of these lanes. After the rule, no constant mask has a single
/// active lane.
/// Why: a load waits until the data of a masked store are in the cache, but gets the data of a plain store at once.
/// With masked stores, the last levels of a reduction tree in local memory would wait for each other. And LLVM 22
/// compiles a masked store of one lane wrongly for x86 if the stored value was truncated: the store writes the whole
/// element from before the truncation.
///
///   call void @llvm.masked.store(<4 x i8> %v, ptr align 1 %p, <4 x i1> <i1 0, i1 0, i1 1, i1 1>)
/// =>
///   %q = getelementptr inbounds i8, ptr %p, i64 2
///   %x = shufflevector <4 x i8> %v, <4 x i8> poison, <2 x i32> <i32 2, i32 3>
///   store <2 x i8> %x, ptr %q, align 1
bool shortenMaskedAccesses(llvm::Function &function, MaskedMemoryContext &context);

/// What: if the CPU is slow at masked stores, a masked store to the group's local memory, its scratch or a packet's
/// private array becomes a load of the whole vector, a select by the mask, and a store of the whole vector. A masked
/// load from this memory becomes a load of the whole vector and a select, if the CPU has no masked instruction for it.
/// A constant mask with one or two runs of active lanes stays, because branchOnMasks makes one or two stores of it.
/// Why: without AVX-512, masked stores take 12 cycles and more on AMD's CPUs, and a load gets what they have written
/// only when the data are in the cache. One thread alone runs the group, so no other thread can see that the elements
/// of inactive lanes are stored again.
/// Requires: optimisation is over. It could take an access beyond an object's end for undefined behaviour. The access
/// is safe, because WEFT_MEMORY_SLACK more bytes before and after the memory can be accessed. If no lane is active, the
/// access goes to a variable of the function instead.
///
///   call void @llvm.masked.store(<8 x i32> %v, ptr align 4 %p, <8 x i1> %mask)
/// =>
///   %any = call i1 @llvm.vector.reduce.or(<8 x i1> %mask)
///   %place = select i1 %any, ptr %p, ptr %nowhere
///   %loaded = load <8 x i32>, ptr %place, align 4
///   %old = freeze <8 x i32> %loaded
///   %new = select <8 x i1> %mask, <8 x i32> %v, <8 x i32> %old
///   store <8 x i32> %new, ptr %place, align 4
bool blendMaskedStores(llvm::Function &function, MaskedMemoryContext &context);

/// What: a masked load or store that the CPU is slow at gets a branch: if all lanes run, a plain load or store is
/// executed instead. A store with a constant mask becomes plain stores, one for each run of active lanes; a run whose
/// length isn't a power of two takes several. If some lanes of a store are known never to run, the branch tests only
/// the other lanes: if all of these run, plain stores write them. At most CodeSizes::branchesOnMasks accesses of a
/// module are changed.
/// Why: without AVX-512, masked stores take 12 cycles and more on AMD's CPUs, and a load gets what they have written
/// only when the data are in the cache. For elements of one and two bytes, CPUs without AVX-512 have no masked
/// instructions at all, so LLVM makes a branch for each lane. Most masks come from bounds checks, which all lanes of
/// most packets pass.
/// Requires: optimisation is over, because LLVM can't move code across the new branches.
///
///   call void @llvm.masked.store(<4 x i32> %v, ptr align 4 %p, <4 x i1> %mask)
/// =>
///   %all = call i1 @llvm.vector.reduce.and(<4 x i1> %mask)
///   br i1 %all, label %plain, label %masked
bool branchOnMasks(llvm::Function &function, MaskedMemoryContext &context);

/// What: if the CPU can gather elements of 32 bits, a gather of elements of 8 or 16 bits becomes a gather of the 32-bit
/// words that contain the elements, and a shift. In all other gathers that the CPU has no instruction for, all lanes
/// become active: the lanes that were inactive get the address of a variable of the function. So do the lanes of
/// scatters, if the memory is accessed by no other group (GroupPrivateAddress.h).
/// Why: LLVM splits an access without an instruction into scalar ones, with a branch for each lane that may be
/// inactive. A CPU often mispredicts these branches. Scatters to memory that other groups access keep their branches:
/// without branches, stores to memory that is in no near cache took longer. CPUs gather no elements below 32 bits. To
/// extract 16 addresses and insert 16 bytes takes twice as long as to gather and to shift.
/// Requires: elements that lie at multiples of their size. A word at a multiple of 4 bytes is on one page, so the word
/// can be read if any part of it can. The shift removes the bits beside the element, which other threads may be
/// writing. Optimisation is over, because LLVM can derive less from the load of a word than from that of an element.
///
///   %v = call <8 x i8> @llvm.masked.gather(<8 x ptr> %p, <8 x i1> %m, ..)
/// =>
///   %q = call <8 x ptr> @llvm.ptrmask(<8 x ptr> %p, <8 x i64> splat (i64 -4))
///   %w = call <8 x i32> @llvm.masked.gather(<8 x ptr> %q, <8 x i1> %m, ..)
///   %s = lshr <8 x i32> %w, %bits          ; 8 * (%p & 3)
///   %v = trunc <8 x i32> %s to <8 x i8>
bool lowerGathers(llvm::Function &function, MaskedMemoryContext &context);

/// What: a masked load or store that the CPU has no masked instruction for, and whose mask isn't constant, becomes a
/// loop over the active lanes. The loop copies each lane's element between memory and a vector on the stack. Masks of
/// fewer than 8 lanes, and of more than 64, stay as they are.
/// Why: LLVM would split the access into scalar ones, with a branch and a dozen instructions for each lane. If each of
/// 16 work-items loads three bytes, this makes 48 branches. So the code of partial packets, whose last lanes are masked
/// off, was several times as long as all other code, and took most of the compiler's time.
///
///   %v = call <8 x i8> @llvm.masked.load(ptr %p, <8 x i1> %m, <8 x i8> %others)
/// =>
///   store <8 x i8> %others, ptr %lanes
///   for (rest = bits of %m; rest != 0; rest &= rest - 1)
///     i = cttz(rest), %lanes[i] = %p[i];
///   %v = load <8 x i8>, ptr %lanes
bool loopOverLanes(llvm::Function &function, MaskedMemoryContext &context);

/// What: if the lanes of a vector are indices of elements of 16, 32, 64 or more bytes (a power of two), the vector is
/// shifted. Its lanes then are indices of elements of 8 bytes. The rule changes code for x86 only.
/// Why: an x86 address takes an index times 1, 2, 4 or 8 (Intel SDM, volume 1, section 3.7.5); with other sizes each
/// lane needs a shift. In a packet's private array, the elements of all lanes with the same index are neighbours, so an
/// index counts in units of, say, 64 bytes (16 lanes of 4 bytes).
/// Requires: optimisation is over, because it would put the shifts into the addresses again.
///
///   %x = and <16 x i8> %v, splat (i8 15)
///   %i = extractelement <16 x i8> %x, i64 3
///   %j = zext nneg i8 %i to i64
///   %p = getelementptr inbounds [16 x i32], ptr %array, i64 %j
/// =>
///   %x.scaled = shl nuw <16 x i8> %x, splat (i8 3)
///   %i = extractelement <16 x i8> %x.scaled, i64 3
///   %j = zext i8 %i to i64
///   %p = getelementptr inbounds i64, ptr %array, i64 %j
bool scaleLaneIndices(llvm::Function &function, MaskedMemoryContext &context);

/// What: if the lanes of a gather or scatter have offsets from a common base, the addresses are computed in the block
/// of the access. The offsets are extended to 64 bits there, too; those that are known not to be negative are
/// sign-extended.
/// Why: the CPU's gather instruction itself adds the base, and takes offsets of 32 bits. But LLVM's instruction
/// selection sees one block at a time. It sees addresses from another block as vectors of 64-bit elements, of which a
/// register holds half as many. An access that first checks whether its lanes are contiguous has its gather in another
/// block than the addresses.
/// Requires: optimisation is over, because it would merge equal values again.
///
///   %i = zext nneg <16 x i32> %n to <16 x i64>           =>  gather:
///   %p = getelementptr i32, ptr %a, <16 x i64> %i              %i = sext <16 x i32> %n to <16 x i64>
///   br i1 %inLine, label %load, label %gather                  %p = getelementptr i32, ptr %a, <16 x i64> %i
/// gather:                                                      call @llvm.masked.gather(<16 x ptr> %p, ..)
///   call @llvm.masked.gather(<16 x ptr> %p, ..)
bool sinkLaneAddresses(llvm::Function &function, MaskedMemoryContext &context);

} // namespace weft::compiler

#endif
