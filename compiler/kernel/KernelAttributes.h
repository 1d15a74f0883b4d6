// What passes tell each other about the kernel by function attributes, so that each pass can be run and tested alone.
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
/// On every function of a program that was compiled with -cl-opt-disable: the function isn't optimised.
inline constexpr llvm::StringLiteral unoptimisedAttribute = "weft-unoptimised";
/// Ids may need more than 31 bits, and objects in memory may have 4 GiB less 64 KiB, or more.
inline constexpr llvm::StringLiteral wideIndicesAttribute = "weft-wide-indices";
/// "x,y,z": the only local size that the code is for.
inline constexpr llvm::StringLiteral localSizeAttribute = "weft-local-size";
/// "index=value,...": the values that arguments are known to have in all launches. The value is an image's format
/// (WEFT_IMAGE_FORMAT), or a sampler's value.
inline constexpr llvm::StringLiteral argumentConstantsAttribute = "weft-argument-constants";
/// The kernel's pointers to global and constant memory don't alias where it writes: memory that it accesses through one
/// of these pointers, and writes through that pointer or another one, it doesn't access through the other one.
inline constexpr llvm::StringLiteral distinctBuffersAttribute = "weft-distinct-buffers";
/// For which arguments the code relies on weft-distinct-buffers (WeftKernelInfo::distinctArguments), and through which
/// of these it may write (WeftKernelInfo::writtenArguments): numbers with a bit for each argument.
inline constexpr llvm::StringLiteral distinctArgumentsAttribute = "weft-distinct-arguments";
inline constexpr llvm::StringLiteral writtenArgumentsAttribute = "weft-written-arguments";
/// The kernel can observe how the range is divided into groups (WEFT_KERNEL_OBSERVES_GROUPS).
inline constexpr llvm::StringLiteral observesGroupsAttribute = "weft-observes-groups";
/// The kernel calls WeftLaunch::print (WEFT_KERNEL_PRINTS).
inline constexpr llvm::StringLiteral printsAttribute = "weft-prints";
/// Loops were unrolled, and a later stage must clean up the code.
inline constexpr llvm::StringLiteral unrolledAttribute = "weft-unrolled";
/// "memory,values": the errors that the kernel checks for while it runs, CodeRequest::checks as text. In a program's
/// IL, on each function: the errors that it was built to check for.
inline constexpr llvm::StringLiteral checksAttribute = "weft-checks";
/// The kernel calls functions of WeftLaunch::check (WEFT_KERNEL_CHECKS).
inline constexpr llvm::StringLiteral reportsAttribute = "weft-reports";
/// Groups whose accesses can't leave memory, and that use no buffers with marks, run code that doesn't check each
/// access. Other groups run a copy of the code that does.
inline constexpr llvm::StringLiteral safeGroupsAttribute = "weft-safe-groups";
/// On a function that the kernel calls for these other groups. It runs them from their first region until it returns.
inline constexpr llvm::StringLiteral runsCheckedGroupsAttribute = "weft-runs-checked-groups";
/// The kernel's barriers are checked, which only fibers can do: the kernel can only run on fibers.
inline constexpr llvm::StringLiteral checksBarriersAttribute = "weft-checks-barriers";
/// Bytes of kernel-scope local memory (WeftKernelInfo::staticLocalBytes).
inline constexpr llvm::StringLiteral localBytesAttribute = "weft-local-bytes";
/// Bytes of scratch per work-item (WeftKernelInfo::scratchBytesPerItem).
inline constexpr llvm::StringLiteral scratchBytesAttribute = "weft-scratch-bytes";

/// On a parameter: it is an image, the address of a WeftImage (ImageAbi.h).
inline constexpr llvm::StringLiteral imageAttribute = "weft-image";
/// On a parameter: it is a sampler's number.
inline constexpr llvm::StringLiteral samplerAttribute = "weft-sampler";
/// Metadata of the load that reads an image argument, !{i32 format}: the format that argumentConstantsAttribute has for
/// the image, or 0 where it has none.
inline constexpr llvm::StringLiteral imageMetadata = "weft.image";

/// Metadata of the load that reads a pointer to global or constant memory, !{i32 number of the argument}.
inline constexpr llvm::StringLiteral bufferMetadata = "weft.buffer";

/// Metadata of the instruction that makes the address of an argument or variable in local memory, or of a variable of
/// the program: !{i32 WeftCheckObject, i32 number of the argument or WEFT_CHECK_NO_ARGUMENT, i64 bytes or 0}.
inline constexpr llvm::StringLiteral objectMetadata = "weft.object";
/// Metadata of the instruction that adds an argument's offset to the group's local memory, !{i32 number of the
/// argument}. Each such argument has memory of its own.
inline constexpr llvm::StringLiteral localArgumentMetadata = "weft.local.argument";
/// Metadata, !{}, of an access that only runs where it is known to be within its object. Code on packets needn't test
/// whether any lane runs it.
inline constexpr llvm::StringLiteral checkedMetadata = "weft.checked";
/// On loads that are forbidden and have been reported: other checks ignore them.
inline constexpr llvm::StringLiteral reportedMetadata = "weft.reported";
/// The prefix of the names of functions that report something to the launch's checker (CheckCalls.h).
inline constexpr llvm::StringLiteral checkPrefix = "weft.check.";

/// The number of work-items of a sub-group, a power of two.
inline constexpr llvm::StringLiteral subGroupSizeAttribute = "weft-sub-group-size";
/// The kernel can observe its sub-groups. If it works on packets, the packets are its sub-groups. Its ids are flat as
/// well.
inline constexpr llvm::StringLiteral subGroupsAttribute = "weft-sub-groups";
/// Work-items of the kernel wait for others in a loop and call weft.yield: the kernel can only run on fibers.
inline constexpr llvm::StringLiteral spinsAttribute = "weft-spins";
/// The kernel's regions, copied for each path through the barriers, would be too much code: the kernel can only run on
/// fibers.
inline constexpr llvm::StringLiteral manyRegionsAttribute = "weft-many-regions";
/// weft.local.id.0 is the flattened local id, the others are not used.
inline constexpr llvm::StringLiteral flatIdsAttribute = "weft-flat-ids";
/// The number of work-items of a packet, if the kernel works on packets.
inline constexpr llvm::StringLiteral packetWidthAttribute = "weft-packet-width";
/// The number of work-items that the kernel's packets will have, while passes are still turning it into packets.
inline constexpr llvm::StringLiteral chosenWidthAttribute = "weft-chosen-width";
/// If there are no packets, LLVM vectorises all of the kernel's loops along rows that a work-item has to itself.
inline constexpr llvm::StringLiteral loopVectorsAttribute = "weft-loop-vectors";
/// The dimension that was exchanged with dimension 0 in weft.local.id.N and weft-local-size.
inline constexpr llvm::StringLiteral packetDimensionAttribute = "weft-packet-dimension";
/// Dimension 0 was divided into dimensions 0 and 1 of weft.local.id.N and weft-local-size, and the former dimension 1
/// is now dimension 2.
inline constexpr llvm::StringLiteral delinearisedAttribute = "weft-delinearised";
/// Packets go down columns of memory in loops (WEFT_KERNEL_READS_COLUMNS).
inline constexpr llvm::StringLiteral walksColumnsAttribute = "weft-walks-columns";
/// The work-groups should be tiles of the range (WEFT_KERNEL_PREFERS_TILES).
inline constexpr llvm::StringLiteral prefersTilesAttribute = "weft-prefers-tiles";
/// The kernel asks the launch whether to store past the caches (WEFT_KERNEL_STREAMS).
inline constexpr llvm::StringLiteral streamsAttribute = "weft-streams";
/// On code for any local size: code for one local size would take clearly less time (WEFT_KERNEL_GAINS_BY_SIZE).
inline constexpr llvm::StringLiteral gainsBySizeAttribute = "weft-gains-by-size";
/// Metadata, !{}, of a barrier that no packet needs.
inline constexpr llvm::StringLiteral withinPacketMetadata = "weft.within.packet";
/// Metadata, !{}, of a branch to code that replaces a gather by one access for each lane in turn.
inline constexpr llvm::StringLiteral scalarisedMetadata = "weft.scalarised";
/// Metadata, !{}, of a private variable that a whole packet shares, with an element for each lane.
inline constexpr llvm::StringLiteral laneArrayMetadata = "weft.lane.array";
/// Marks the kernel as it was written. A copy of it is the kernel while passes turn that copy into packets.
inline constexpr llvm::StringLiteral originalAttribute = "weft-original";

/// Metadata of a global variable, !{i64 offset}: the variable stands at this offset of WeftLaunch::programMemory.
/// Given when a program is linked, so that all its kernels agree.
inline constexpr llvm::StringLiteral programOffsetMetadata = "weft.program.offset";

/// The id of the running work-item in its group in dimension N, before work-items become loops or fibers:
/// `i32 @weft.local.id.N()`. It is the only divergent primitive; every other id is computed from it.
inline constexpr llvm::StringLiteral localIdPrefix = "weft.local.id.";
/// Which lanes of the running packet are work-items: `<W x i1> @weft.packet.mask.W()`. At least one lane is, and these
/// lanes are the first ones.
inline constexpr llvm::StringLiteral packetMaskPrefix = "weft.packet.mask.";
/// In kernels that have weft-sub-groups: the running work-item's lane in its sub-group, `i32 @weft.lane.id()`; the
/// number of its sub-group, `i32 @weft.sub.group.id()`; and the sub-group's barrier, `void @weft.sub.group.barrier()`.
inline constexpr llvm::StringLiteral laneIdName = "weft.lane.id";
inline constexpr llvm::StringLiteral subGroupIdName = "weft.sub.group.id";
inline constexpr llvm::StringLiteral subGroupBarrierName = "weft.sub.group.barrier";
/// The work-group barrier, before regions are formed: `void @weft.barrier()`.
inline constexpr llvm::StringLiteral barrierName = "weft.barrier";
/// Lets other work-items of the group run, in a kernel on fibers: `void @weft.yield()`.
inline constexpr llvm::StringLiteral yieldName = "weft.yield";
/// On a call of weft.barrier: between this barrier and the next one, only the group's first work-item writes memory
/// that others see, so that work-item alone needs to run the code.
inline constexpr llvm::StringLiteral singleAttribute = "weft-single";
/// On a call of weft.barrier: few groups run the code between this barrier and the next one.
inline constexpr llvm::StringLiteral coldAttribute = "weft-cold";
/// Operand bundle of a call of weft.barrier, (i32 first, i32 length), both computed in the entry block and not 0. The
/// packets of the code between this barrier and the next one keep to rows in each dimension 0 of the group. The
/// work-items below `first` are the first row, and each `length` work-items after them are another row. In that code,
/// ids of dimension 0 are weft.packet.start plus a lane's number.
inline constexpr llvm::StringLiteral rowsBundle = "weft-rows";
/// In code whose barrier has this bundle: the local id in dimension 0 of the running packet's first work-item,
/// `i32 @weft.packet.start()`, and the number of the row that the packet is in, `i32 @weft.row()`.
inline constexpr llvm::StringLiteral packetStartName = "weft.packet.start";
inline constexpr llvm::StringLiteral rowIndexName = "weft.row";

/// OpenCL C's printf, whose name is not mangled. It is declared with a variable number of arguments.
inline constexpr llvm::StringLiteral printfName = "printf";

/// Marks the branch at a region's start, from the time when work-items have become loops until regions are outlined.
inline constexpr llvm::StringLiteral regionStartMetadata = "weft.region.start";

/// Marks the branch at the end of a loop over the rows of a region's work-items.
inline constexpr llvm::StringLiteral rowLoopMetadata = "weft.row.loop";
/// Marks the branch at the end of a loop over the full packets of a row.
inline constexpr llvm::StringLiteral packetLoopMetadata = "weft.packet.loop";
/// On the branch of either loop, too: few groups run the loop (coldAttribute).
inline constexpr llvm::StringLiteral coldLoopMetadata = "weft.cold.loop";

/// Property of a loop over packets that must be unrolled, however long LLVM's estimate of it is.
inline constexpr char unrolledLoopProperty[] = "weft.unroll.packets";

/// The largest number of work-items in a group that code is generated for. Every local id is below this number.
inline constexpr uint64_t maxGroupItems = 1u << 16;

/// The sizes of sub-groups that kernels can require (CL_DEVICE_SUB_GROUP_SIZES_INTEL).
inline constexpr uint64_t subGroupSizes[] = {WEFT_SUB_GROUP_SIZES};

/// The function marked as the kernel, or null.
llvm::Function *findKernel(llvm::Module &module);
/// The function marked as the kernel's original, or null.
llvm::Function *findOriginal(llvm::Module &module);

/// The size that a kernel of a program requires for its sub-groups (cl_intel_required_subgroup_size), 0 for none.
uint64_t requiredSubGroupSize(const llvm::Function &kernel);

/// The number of sub-groups that a group of the kernel must have (SPIR-V's SubgroupsPerWorkgroup), 0 for any number.
uint64_t requiredSubGroups(const llvm::Function &kernel);
void setRequiredSubGroups(llvm::Function &kernel, uint32_t count);

/// The value of a numeric attribute, 0 where the function doesn't have the attribute.
uint64_t numericAttribute(const llvm::Function &function, llvm::StringRef name);
void setNumericAttribute(llvm::Function &function, llvm::StringRef name, uint64_t value);

/// The number of work-items that the kernel works on at once; 1 where there are no packets.
unsigned packetWidth(const llvm::Function &kernel);
/// The number of work-items of the kernel's sub-groups; 1 where no size has been chosen.
unsigned subGroupSize(const llvm::Function &kernel);

/// The fixed local size; zero in dimensions where any size is possible.
std::array<uint64_t, 3> fixedLocalSize(const llvm::Function &kernel);
void setFixedLocalSize(llvm::Function &kernel, const std::array<uint64_t, 3> &size);
/// The fixed local size in the launch's dimensions, whatever passes have made of them.
std::array<uint64_t, 3> launchLocalSize(const llvm::Function &kernel);

/// The value of checksAttribute.
CodeChecks checksOf(const llvm::Function &function);
void setChecks(llvm::Function &function, CodeChecks checks);

/// The value that argumentConstantsAttribute has for an argument.
std::optional<uint32_t> argumentConstant(const llvm::Function &kernel, unsigned argument);
void setArgumentConstants(llvm::Function &kernel, const std::vector<ArgumentConstant> &constants);

/// The declaration of a primitive, weft.<what it is>: a function without effects, which a later pass replaces by code.
llvm::Function *declarePrimitive(llvm::Module &module, const llvm::Twine &name, llvm::FunctionType *type);
/// The dimension whose local id `function` stands for, or -1.
int localIdDimension(const llvm::Function *function);
/// The declaration of weft.local.id.<dimension>.
llvm::Function *declareLocalId(llvm::Module &module, unsigned dimension);
/// The kernel's calls of weft.local.id.N, by dimension.
using LocalIdCalls = std::array<llvm::SmallVector<llvm::CallInst *>, 3>;
LocalIdCalls findLocalIds(llvm::Function &kernel);
/// The declaration of weft.packet.mask.<width>, and whether `function` is one.
llvm::Function *declarePacketMask(llvm::Module &module, unsigned width);
bool isPacketMask(const llvm::Function *function);
/// The declarations of the primitives of kernels with sub-groups, and whether a function is one of them.
llvm::Function *declareLaneId(llvm::Module &module);
llvm::Function *declareSubGroupId(llvm::Module &module);
llvm::Function *declareSubGroupBarrier(llvm::Module &module);
bool isLaneId(const llvm::Function *function);
bool isSubGroupId(const llvm::Function *function);
bool isSubGroupBarrier(const llvm::Function *function);
/// Primitives of kernels whose packets are formed from rows: weft.packet.start (the id of a packet's first work-item)
/// and weft.row (the number of its row). The first two functions declare a primitive; the others tell whether a
/// function is that primitive.
llvm::Function *declarePacketStart(llvm::Module &module);
llvm::Function *declareRowIndex(llvm::Module &module);
bool isPacketStart(const llvm::Function *function);
bool isRowIndex(const llvm::Function *function);
/// Whether `function` returns a value that is the same for the lanes of a packet, but differs between the packets of a
/// group.
bool isUniformPerPacket(const llvm::Function *function);
/// Whether `function` is OpenCL C's printf, and not a function of that name that the program defines.
bool isPrintf(const llvm::Function &function);
/// The declaration of weft.barrier.
llvm::Function *declareBarrier(llvm::Module &module);
/// Creates a call of weft.barrier at the beginning of `block`, with `bundles`.
llvm::CallInst &createBarrier(llvm::BasicBlock &block, llvm::ArrayRef<llvm::OperandBundleDef> bundles = {});
/// Whether `instruction` calls weft.barrier, and whether an instruction of `block` does.
bool isBarrier(const llvm::Instruction &instruction);
bool hasBarrier(const llvm::BasicBlock &block);
/// Whether the name of `function` begins with checkPrefix.
bool isCheckFunction(const llvm::Function *function);
/// The declaration of weft.yield.
llvm::Function *declareYield(llvm::Module &module);

} // namespace weft::compiler

#endif
