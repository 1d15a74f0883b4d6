// What passes tell each other of the kernel, as function attributes, so that each pass can be run and tested alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_KERNEL_ATTRIBUTES_H
#define WEFT_COMPILER_KERNEL_KERNEL_ATTRIBUTES_H

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include "CodeRequest.h"
#include "KernelAbi.h"

namespace llvm {
class BasicBlock;
class CallInst;
class Function;
class FunctionType;
class Instruction;
class Module;
template <typename T> class OperandBundleDefT;
class Value;
using OperandBundleDef = OperandBundleDefT<Value *>;
} // namespace llvm

namespace weft::compiler {

/// Marks the one function of the module that is the kernel being compiled.
inline constexpr llvm::StringLiteral kernelAttribute = "weft-kernel";
/// Of every function of a program that was compiled with -cl-opt-disable: it stays as it is written.
inline constexpr llvm::StringLiteral unoptimisedAttribute = "weft-unoptimised";
/// Ids may need more than 31 bits, and objects in memory may have 4 GiB and more, less 64 KiB.
inline constexpr llvm::StringLiteral wideIndicesAttribute = "weft-wide-indices";
/// "x,y,z": the one local size that the code is for.
inline constexpr llvm::StringLiteral localSizeAttribute = "weft-local-size";
/// "index=value,...": the numbers that arguments are known to have in all launches: an image's format
/// (WEFT_IMAGE_FORMAT), a sampler's value.
inline constexpr llvm::StringLiteral argumentConstantsAttribute = "weft-argument-constants";
/// What the kernel reaches through one of its pointers to global and constant memory, and writes through it or another
/// one, it doesn't reach through that other one.
inline constexpr llvm::StringLiteral distinctBuffersAttribute = "weft-distinct-buffers";
/// For which arguments the code relies on it (WeftKernelInfo::distinctArguments), and which of these it may write
/// through (WeftKernelInfo::writtenArguments): numbers with a bit for each.
inline constexpr llvm::StringLiteral distinctArgumentsAttribute = "weft-distinct-arguments";
inline constexpr llvm::StringLiteral writtenArgumentsAttribute = "weft-written-arguments";
/// The kernel can tell how the range was cut into groups (WEFT_KERNEL_OBSERVES_GROUPS).
inline constexpr llvm::StringLiteral observesGroupsAttribute = "weft-observes-groups";
/// The kernel calls WeftLaunch::print (WEFT_KERNEL_PRINTS).
inline constexpr llvm::StringLiteral printsAttribute = "weft-prints";
/// Loops were unrolled, and what that leaves is to be cleared away.
inline constexpr llvm::StringLiteral unrolledAttribute = "weft-unrolled";
/// "memory,values": what the kernel looks for while it runs, CodeRequest::checks as text. In a program's IL, on each
/// function: what it was built to look for.
inline constexpr llvm::StringLiteral checksAttribute = "weft-checks";
/// The kernel calls functions of WeftLaunch::check (WEFT_KERNEL_CHECKS).
inline constexpr llvm::StringLiteral reportsAttribute = "weft-reports";
/// Groups that can't leave memory, and meet no buffers with marks, have code that doesn't look at each access, others a
/// copy that does.
inline constexpr llvm::StringLiteral safeGroupsAttribute = "weft-safe-groups";
/// Of a function that the kernel calls for these others, from their first region on until it returns.
inline constexpr llvm::StringLiteral runsOtherGroupsAttribute = "weft-runs-other-groups";
/// Its barriers are checked, which only fibers can: the kernel can only run on them.
inline constexpr llvm::StringLiteral checksBarriersAttribute = "weft-checks-barriers";
/// Bytes of kernel-scope local memory (WeftKernelInfo::staticLocalBytes).
inline constexpr llvm::StringLiteral localBytesAttribute = "weft-local-bytes";
/// Bytes of scratch per work-item (WeftKernelInfo::scratchBytesPerItem).
inline constexpr llvm::StringLiteral scratchBytesAttribute = "weft-scratch-bytes";

/// Of a parameter: it is an image, the address of a WeftImage (ImageAbi.h).
inline constexpr llvm::StringLiteral imageAttribute = "weft-image";
/// Of a parameter: it is a sampler's number.
inline constexpr llvm::StringLiteral samplerAttribute = "weft-sampler";
/// Metadata of the load that reads an image argument, !{i32 format}: what argumentConstantsAttribute says of it, 0
/// where it says nothing.
inline constexpr llvm::StringLiteral imageMetadata = "weft.image";

/// Metadata of the load that reads a pointer to global or constant memory, !{i32 number of the argument}.
inline constexpr llvm::StringLiteral bufferMetadata = "weft.buffer";

/// Metadata of the instruction that makes the address of an argument or variable in local memory, or of one of the
/// program's: !{i32 WeftCheckObject, i32 number of the argument or WEFT_CHECK_NO_ARGUMENT, i64 bytes or 0}.
inline constexpr llvm::StringLiteral objectMetadata = "weft.object";
/// Metadata of the instruction that adds an argument's offset to the group's local memory, !{i32 number of the
/// argument}. Each such argument has memory of its own.
inline constexpr llvm::StringLiteral localArgumentMetadata = "weft.local.argument";
/// Metadata, !{}, of an access that only runs where it is known to be within its object: lanes needn't be asked
/// whether any of them does.
inline constexpr llvm::StringLiteral checkedMetadata = "weft.checked";
/// On loads that are forbidden and have been reported: no other check asks for them.
inline constexpr llvm::StringLiteral reportedMetadata = "weft.reported";
/// The beginning of the names of functions that tell the launch's checker of something (CheckCalls.h).
inline constexpr llvm::StringLiteral checkPrefix = "weft.check.";

/// Work-items of a sub-group, a power of two.
inline constexpr llvm::StringLiteral subGroupSizeAttribute = "weft-sub-group-size";
/// The kernel can tell its sub-groups apart: packets, if it works on them, are its sub-groups. Its ids are flat as
/// well.
inline constexpr llvm::StringLiteral subGroupsAttribute = "weft-sub-groups";
/// Work-items wait for others in a loop and call weft.yield: the kernel can only run on fibers.
inline constexpr llvm::StringLiteral spinsAttribute = "weft-spins";
/// Its regions, copied for each way through the barriers, would be too much code: the kernel can only run on fibers.
inline constexpr llvm::StringLiteral manyRegionsAttribute = "weft-many-regions";
/// weft.local.id.0 is the flattened local id, the others are not used.
inline constexpr llvm::StringLiteral flatIdsAttribute = "weft-flat-ids";
/// Work-items of a packet, if the kernel works on packets.
inline constexpr llvm::StringLiteral packetWidthAttribute = "weft-packet-width";
/// Work-items that its packets are to have, while it is on its way there.
inline constexpr llvm::StringLiteral chosenWidthAttribute = "weft-chosen-width";
/// Of all its loops along rows of a work-item's own LLVM makes vectors along the rows if there are no packets.
inline constexpr llvm::StringLiteral rowVectorsAttribute = "weft-row-vectors";
/// The dimension that has changed places with dimension 0 in weft.local.id.N and weft-local-size.
inline constexpr llvm::StringLiteral packetDimensionAttribute = "weft-packet-dimension";
/// Dimension 0 has been divided into dimensions 0 and 1 of weft.local.id.N and weft-local-size, and dimension 1 of
/// before is dimension 2.
inline constexpr llvm::StringLiteral formedRowsAttribute = "weft-formed-rows";
/// Packets go down columns of memory in loops (WEFT_KERNEL_WALKS_COLUMNS).
inline constexpr llvm::StringLiteral walksColumnsAttribute = "weft-walks-columns";
/// Groups should be tiles of the range (WEFT_KERNEL_PREFERS_TILES).
inline constexpr llvm::StringLiteral prefersTilesAttribute = "weft-prefers-tiles";
/// The kernel asks whether it is to store past the caches (WEFT_KERNEL_STREAMS).
inline constexpr llvm::StringLiteral streamsAttribute = "weft-streams";
/// Of code for any local size: code for one would take clearly less time (WEFT_KERNEL_GAINS_BY_SIZE).
inline constexpr llvm::StringLiteral gainsBySizeAttribute = "weft-gains-by-size";
/// Metadata, !{}, of a barrier that no packet needs.
inline constexpr llvm::StringLiteral withinPacketMetadata = "weft.within.packet";
/// Metadata, !{}, of a branch to accesses for one lane after the other, in place of a gather.
inline constexpr llvm::StringLiteral oneByOneMetadata = "weft.one.by.one";
/// Metadata, !{}, of a private variable that is one for a packet, with places for the lanes in it.
inline constexpr llvm::StringLiteral laneArrayMetadata = "weft.lane.array";
/// Marks the kernel as it was written while a copy, which is the kernel until then, is on its way to packets.
inline constexpr llvm::StringLiteral originalAttribute = "weft-original";

/// Metadata of a global variable, !{i64 offset}: the variable stands at this offset of WeftLaunch::programMemory.
/// Given when a program is linked, so that all its kernels agree.
inline constexpr llvm::StringLiteral programOffsetMetadata = "weft.program.offset";

/// The id of the running work-item in its group in dimension N, before work-items become loops or fibers:
/// `i32 @weft.local.id.N()`. The only divergent primitive; every other id is arithmetic on it.
inline constexpr llvm::StringLiteral localIdPrefix = "weft.local.id.";
/// Which lanes of the running packet are work-items: `<W x i1> @weft.packet.mask.W()`. One at least, and the first
/// ones.
inline constexpr llvm::StringLiteral packetMaskPrefix = "weft.packet.mask.";
/// In kernels that have weft-sub-groups: the running work-item's place in its sub-group, `i32 @weft.lane.id()`, the
/// number of that, `i32 @weft.sub.group.id()`, and its barrier, `void @weft.sub.group.barrier()`.
inline constexpr llvm::StringLiteral laneIdName = "weft.lane.id";
inline constexpr llvm::StringLiteral subGroupIdName = "weft.sub.group.id";
inline constexpr llvm::StringLiteral subGroupBarrierName = "weft.sub.group.barrier";
/// The work-group barrier, before regions are formed: `void @weft.barrier()`.
inline constexpr llvm::StringLiteral barrierName = "weft.barrier";
/// Lets other work-items of the group run, of a kernel on fibers: `void @weft.yield()`.
inline constexpr llvm::StringLiteral yieldName = "weft.yield";
/// On a call of weft.barrier: from there to the next barrier, only the group's first work-item writes memory that
/// others see, so the code between need be run for it alone.
inline constexpr llvm::StringLiteral singleAttribute = "weft-single";
/// On a call of weft.barrier: few groups run the code from there to the next barrier.
inline constexpr llvm::StringLiteral coldAttribute = "weft-cold";
/// Operand bundle of a call of weft.barrier, (i32 first, i32 length), both made in the entry block and not 0: in each
/// dimension 0 of the group the packets of the code from there to the next barrier keep to rows. The work-items below
/// `first` are one, and each `length` behind it. There, ids of dimension 0 are weft.packet.start and a lane's number.
inline constexpr llvm::StringLiteral rowsBundle = "weft-rows";
/// In such code: the local id in dimension 0 of the running packet's first work-item, `i32 @weft.packet.start()`, and
/// the number of the row that the packet is in, `i32 @weft.row()`.
inline constexpr llvm::StringLiteral packetStartName = "weft.packet.start";
inline constexpr llvm::StringLiteral rowName = "weft.row";

/// OpenCL C's printf, whose name is not mangled: declared, with a variable number of arguments.
inline constexpr llvm::StringLiteral printfName = "printf";

/// Marks the branch at a region's start, from when work-items have become loops until regions are outlined.
inline constexpr llvm::StringLiteral regionStartMetadata = "weft.region.start";

/// Marks the branch at the end of a loop over the rows of a region's work-items.
inline constexpr llvm::StringLiteral rowLoopMetadata = "weft.row.loop";
/// Marks the branch at the end of a loop over the full packets of a row.
inline constexpr llvm::StringLiteral packetLoopMetadata = "weft.packet.loop";
/// Beside either: few groups run it (coldAttribute).
inline constexpr llvm::StringLiteral seldomLoopMetadata = "weft.seldom.loop";

/// Property of a loop over packets that is to be unrolled however long LLVM thinks it is.
inline constexpr char unrolledLoopProperty[] = "weft.unroll.packets";

/// The largest number of work-items in a group that code is generated for; every local id is below it.
inline constexpr uint64_t maxGroupItems = 1u << 16;

/// The sizes of sub-groups that kernels can require (CL_DEVICE_SUB_GROUP_SIZES_INTEL).
inline constexpr uint64_t subGroupSizes[] = {WEFT_SUB_GROUP_SIZES};

/// The function marked as the kernel, or null.
llvm::Function *findKernel(llvm::Module &module);
/// The function marked as the kernel's original, or null.
llvm::Function *findOriginal(llvm::Module &module);

/// The size that a kernel of a program wants its sub-groups to have (cl_intel_required_subgroup_size), 0 for none.
uint64_t requiredSubGroupSize(const llvm::Function &kernel);

/// The number of sub-groups that a group of a kernel must have (SPIR-V's SubgroupsPerWorkgroup), 0 for any.
uint64_t requiredSubGroups(const llvm::Function &kernel);
void setRequiredSubGroups(llvm::Function &kernel, uint32_t count);

/// The value of a numeric attribute, 0 where it is not there.
uint64_t numericAttribute(const llvm::Function &function, llvm::StringRef name);
void setNumericAttribute(llvm::Function &function, llvm::StringRef name, uint64_t value);

/// Work-items that the kernel works on at once; 1 where there are no packets.
unsigned packetWidth(const llvm::Function &kernel);
/// Work-items of its sub-groups; 1 where none has been chosen.
unsigned subGroupSize(const llvm::Function &kernel);

/// The fixed local size; zero in dimensions where any will do.
std::array<uint64_t, 3> fixedLocalSize(const llvm::Function &kernel);
void setFixedLocalSize(llvm::Function &kernel, const std::array<uint64_t, 3> &size);
/// The fixed local size as launches name it, whatever has been made of their dimensions.
std::array<uint64_t, 3> launchLocalSize(const llvm::Function &kernel);

/// What checksAttribute says.
CodeChecks checksOf(const llvm::Function &function);
void setChecks(llvm::Function &function, CodeChecks checks);

/// What argumentConstantsAttribute says of an argument.
std::optional<uint32_t> argumentConstant(const llvm::Function &kernel, unsigned argument);
void setArgumentConstants(llvm::Function &kernel, const std::vector<ArgumentConstant> &constants);

/// The declaration of a primitive, a function without effects that a later pass makes code of: weft.<what it is>.
llvm::Function *declarePrimitive(llvm::Module &module, const llvm::Twine &name, llvm::FunctionType *type);
/// The dimension whose local id `function` stands for, or -1.
int localIdDimension(const llvm::Function *function);
/// The declaration of weft.local.id.<dimension>.
llvm::Function *declareLocalId(llvm::Module &module, unsigned dimension);
/// The kernel's calls that ask for local ids, by dimension.
using LocalIdCalls = std::array<llvm::SmallVector<llvm::CallInst *>, 3>;
LocalIdCalls findLocalIds(llvm::Function &kernel);
/// The declaration of weft.packet.mask.<width>, and whether `function` is one.
llvm::Function *declarePacketMask(llvm::Module &module, unsigned width);
bool isPacketMask(const llvm::Function *function);
/// The declarations of what kernels with sub-groups have, and whether a function is one.
llvm::Function *declareLaneId(llvm::Module &module);
llvm::Function *declareSubGroupId(llvm::Module &module);
llvm::Function *declareSubGroupBarrier(llvm::Module &module);
bool isLaneId(const llvm::Function *function);
bool isSubGroupId(const llvm::Function *function);
bool isSubGroupBarrier(const llvm::Function *function);
/// The declarations of what code with rows has, and whether a function is one.
llvm::Function *declarePacketStart(llvm::Module &module);
llvm::Function *declareRow(llvm::Module &module);
bool isPacketStart(const llvm::Function *function);
bool isRow(const llvm::Function *function);
/// Whether `function` gives what the lanes of a packet have in common, and other packets of the group not.
bool isOfPacket(const llvm::Function *function);
/// Whether `function` is OpenCL C's printf, not one that the program defines.
bool isPrintf(const llvm::Function &function);
/// The declaration of weft.barrier.
llvm::Function *declareBarrier(llvm::Module &module);
/// A call of it at the beginning of `block`, with `bundles`.
llvm::CallInst &createBarrier(llvm::BasicBlock &block, llvm::ArrayRef<llvm::OperandBundleDef> bundles = {});
/// Whether `instruction` calls weft.barrier, and whether one of `block` does.
bool isBarrier(const llvm::Instruction &instruction);
bool hasBarrier(const llvm::BasicBlock &block);
/// Whether `function` is one of those whose names begin with checkPrefix.
bool isCheckFunction(const llvm::Function *function);
/// The declaration of weft.yield.
llvm::Function *declareYield(llvm::Module &module);

} // namespace weft::compiler

#endif
