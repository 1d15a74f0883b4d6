// The function attributes, metadata and primitives by which passes inform each other about the kernel, so that each
// pass can be run and tested alone.
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

/// Marks the function of the module that is the kernel being compiled.
inline constexpr llvm::StringLiteral kernelAttribute = "weft-kernel";
/// On every function of a program that was compiled with -cl-opt-disable. Passes don't optimise these functions.
inline constexpr llvm::StringLiteral unoptimisedAttribute = "weft-unoptimised";
/// Ids may have more than 31 bits, and objects in memory may have 4 GiB - 64 KiB or more. Without the attribute passes
/// may rely on smaller ids and objects (CodeIndices).
inline constexpr llvm::StringLiteral wideIndicesAttribute = "weft-wide-indices";
/// The kernel's schedule as text (KernelSchedule): the decisions of the request, and those that passes have made since.
inline constexpr llvm::StringLiteral scheduleAttribute = "weft-schedule";
/// "x,y,z": the only local size that the code is for.
inline constexpr llvm::StringLiteral localSizeAttribute = "weft-local-size";
/// "index=value,...": what is known of arguments in all launches of the code. The value is the format of an image
/// (WEFT_IMAGE_FORMAT), or the value of a sampler.
inline constexpr llvm::StringLiteral argumentConstantsAttribute = "weft-argument-constants";
/// Passes may assume that memory which the kernel writes is accessed through only one of the kernel's pointers to
/// global and constant memory.
inline constexpr llvm::StringLiteral distinctBuffersAttribute = "weft-distinct-buffers";
/// Bit masks with a bit for each argument. The first says for which arguments the code relies on weft-distinct-buffers
/// (WeftKernelInfo::distinctArguments). The second says through which of these arguments the code may write
/// (WeftKernelInfo::writtenArguments).
inline constexpr llvm::StringLiteral distinctArgumentsAttribute = "weft-distinct-arguments";
inline constexpr llvm::StringLiteral writtenArgumentsAttribute = "weft-written-arguments";
/// The kernel can observe how the range is divided into groups (WEFT_KERNEL_OBSERVES_GROUPS).
inline constexpr llvm::StringLiteral observesGroupsAttribute = "weft-observes-groups";
/// The kernel calls WeftLaunch::print (WEFT_KERNEL_PRINTS).
inline constexpr llvm::StringLiteral printsAttribute = "weft-prints";
/// A pass has unrolled loops of the kernel, so a later pass must simplify the copies.
inline constexpr llvm::StringLiteral unrolledAttribute = "weft-unrolled";
/// On the kernel: the kinds of errors that it checks for while it runs, for example "memory,values"
/// (CodeRequest::checks as text). In a program's IL each function has the attribute; it then names the errors that the
/// program was built to check for (-weft-check).
inline constexpr llvm::StringLiteral checksAttribute = "weft-checks";
/// The kernel calls functions of WeftLaunch::check (WEFT_KERNEL_CHECKS).
inline constexpr llvm::StringLiteral reportsAttribute = "weft-reports";
/// The kernel has two versions of its body, and each group tests once which one to run. It runs the version without
/// checks if its accesses can't leave the objects in memory, and if no buffer that it uses has marks, which say which
/// bytes have been written. Other groups run the version that checks each access.
inline constexpr llvm::StringLiteral safeGroupsAttribute = "weft-safe-groups";
/// On a function that the kernel calls for each group that must check its accesses (weft-safe-groups). The function
/// runs the whole group, with checks, so that the kernel only returns after the call.
inline constexpr llvm::StringLiteral runsCheckedGroupsAttribute = "weft-runs-checked-groups";
/// The kernel checks whether all work-items of a group reach the same barriers. As only fibers can check that, it can't
/// run as loops or packets.
inline constexpr llvm::StringLiteral checksBarriersAttribute = "weft-checks-barriers";
/// The bytes of the local variables that the kernel declares (WeftKernelInfo::staticLocalBytes).
inline constexpr llvm::StringLiteral localBytesAttribute = "weft-local-bytes";
/// The bytes of scratch for each work-item (WeftKernelInfo::scratchBytesPerItem).
inline constexpr llvm::StringLiteral scratchBytesAttribute = "weft-scratch-bytes";

/// On a parameter that is an image: the address of a WeftImage (ImageAbi.h).
inline constexpr llvm::StringLiteral imageAttribute = "weft-image";
/// On a parameter that is a sampler: the integer that ImageAbi.h describes.
inline constexpr llvm::StringLiteral samplerAttribute = "weft-sampler";
/// Metadata of the load that reads an image argument, !{i32 format}. The format is the image's value in
/// argumentConstantsAttribute, or 0 if the image isn't listed there.
inline constexpr llvm::StringLiteral imageMetadata = "weft.image";

/// Metadata of the load that reads an argument that is a pointer to global or constant memory, !{i32 index of the
/// argument}.
inline constexpr llvm::StringLiteral bufferMetadata = "weft.buffer";

/// Metadata of the instruction that computes the address of an object: of an argument or variable in local memory, or
/// of a variable of the program. It is !{i32 WeftCheckObject, i32 index of the argument or WEFT_CHECK_NO_ARGUMENT, i64
/// bytes or 0}.
inline constexpr llvm::StringLiteral objectMetadata = "weft.object";
/// Metadata of the instruction that adds the offset of an argument in local memory to the address of the group's local
/// memory, !{i32 index of the argument}. The memory of such arguments doesn't overlap.
inline constexpr llvm::StringLiteral localArgumentMetadata = "weft.local.argument";
/// Metadata, !{}, of an access that a check precedes: only work-items whose access is within its object run it. In code
/// on packets these work-items are the lanes of the access's mask. If the mask is empty, the access does nothing, so
/// packets need no branch around it.
inline constexpr llvm::StringLiteral checkedMetadata = "weft.checked";
/// Metadata of loads that a check has added, and that run only after the kernel has reported the program's own load as
/// an error. Other checks ignore these loads.
inline constexpr llvm::StringLiteral reportedMetadata = "weft.reported";
/// The prefix of the names of functions that report something to the launch's checker (CheckCalls.h).
inline constexpr llvm::StringLiteral checkPrefix = "weft.check.";

/// The number of work-items of a sub-group, a power of two.
inline constexpr llvm::StringLiteral subGroupSizeAttribute = "weft-sub-group-size";
/// The kernel can observe its sub-groups. Its local ids are then flattened (weft-flat-ids). If it works on packets,
/// each packet is a sub-group.
inline constexpr llvm::StringLiteral subGroupsAttribute = "weft-sub-groups";
/// The kernel can only run on fibers. Its work-items wait for each other in a loop, in which they call weft.yield; or
/// it has so many regions that code for loops or packets, in which each region has a copy of all its blocks, would be
/// too long (CompileBudget::regions).
inline constexpr llvm::StringLiteral needsFibersAttribute = "weft-needs-fibers";
/// weft.local.id.0 returns the flattened local id, (z * size 1 + y) * size 0 + x. The kernel computes x, y and z from
/// it, and calls neither weft.local.id.1 nor weft.local.id.2.
inline constexpr llvm::StringLiteral flatIdsAttribute = "weft-flat-ids";
/// The number of work-items of a packet, if the kernel works on packets.
inline constexpr llvm::StringLiteral packetWidthAttribute = "weft-packet-width";
/// The number of a dimension of the launch that has changed places with dimension 0, so that packets lie along it:
/// weft.local.id.0 and the first number of weft-local-size stand for this dimension.
inline constexpr llvm::StringLiteral packetDimensionAttribute = "weft-packet-dimension";
/// Dimension 0 of the launch is divided into rows, as the kernel divides its linear id into row and column. In
/// weft.local.id.N and weft-local-size, dimension 0 is the position in a row, dimension 1 is the number of the row, and
/// dimension 2 is dimension 1 of the launch.
inline constexpr llvm::StringLiteral delinearisedAttribute = "weft-delinearised";
/// In the kernel's loops, each work-item moves down a column of a matrix (WEFT_KERNEL_READS_COLUMNS).
inline constexpr llvm::StringLiteral walksColumnsAttribute = "weft-walks-columns";
/// The kernel takes less time if its work-groups are tiles of the range, short in several dimensions, instead of long
/// rows (WEFT_KERNEL_PREFERS_TILES).
inline constexpr llvm::StringLiteral prefersTilesAttribute = "weft-prefers-tiles";
/// The kernel has two variants of some stores, one of which bypasses the caches. The launch says which variant runs
/// (WEFT_KERNEL_STREAMS).
inline constexpr llvm::StringLiteral streamsAttribute = "weft-streams";
/// On a kernel that is compiled for any local size: by an estimate, code that is compiled for the local size of one
/// launch would take clearly less time (WEFT_KERNEL_GAINS_BY_SIZE).
inline constexpr llvm::StringLiteral gainsBySizeAttribute = "weft-gains-by-size";
/// Metadata, !{}, of a barrier across which data passes only between work-items of one packet. Code on packets drops
/// the barrier, because a packet runs its instructions in order anyway.
inline constexpr llvm::StringLiteral withinPacketMetadata = "weft.within.packet";
/// Metadata, !{}, of a branch that chooses at run time between a gather and one scalar load for each lane.
inline constexpr llvm::StringLiteral scalarisedMetadata = "weft.scalarised";
/// Metadata, !{}, of a private array that holds the elements of all lanes of a packet. The packet has only one such
/// array, instead of one for each lane.
inline constexpr llvm::StringLiteral laneArrayMetadata = "weft.lane.array";
/// Marks the unchanged original of the kernel, while passes turn a copy of it into packets. The copy is the function
/// marked as the kernel.
inline constexpr llvm::StringLiteral originalAttribute = "weft-original";

/// Metadata of a global variable, !{i64 offset}: the variable is at this offset in WeftLaunch::programMemory. The
/// program's link step sets the offset, so that all kernels of the program use the same address for the variable.
inline constexpr llvm::StringLiteral programOffsetMetadata = "weft.program.offset";

/// The primitive `i32 @weft.local.id.N()`, which is replaced when the kernel becomes loops over work-items or code for
/// fibers. It returns the running work-item's local id in dimension N. Global ids are computed from it. In kernels with
/// sub-groups, weft.lane.id and weft.sub.group.id differ between work-items, too.
inline constexpr llvm::StringLiteral localIdPrefix = "weft.local.id.";
/// The primitive `<W x i1> @weft.packet.mask.W()`. It returns a mask with the lanes of the running packet that are
/// work-items: the first lanes of the packet, at least one. In the last packet of a row, the other lanes may lie beyond
/// the row's end.
inline constexpr llvm::StringLiteral packetMaskPrefix = "weft.packet.mask.";
/// Primitives of kernels that have weft-sub-groups. `i32 @weft.lane.id()` returns the running work-item's lane in its
/// sub-group, `i32 @weft.sub.group.id()` the index of the sub-group in its group. `void @weft.sub.group.barrier()` is
/// the sub-group's barrier.
inline constexpr llvm::StringLiteral laneIdName = "weft.lane.id";
inline constexpr llvm::StringLiteral subGroupIdName = "weft.sub.group.id";
inline constexpr llvm::StringLiteral subGroupBarrierName = "weft.sub.group.barrier";
/// The primitive `void @weft.barrier()`, the work-group barrier. Its calls disappear when the kernel is divided into
/// regions, or become switches between fibers.
inline constexpr llvm::StringLiteral barrierName = "weft.barrier";
/// The primitive `void @weft.yield()`, which lets other work-items of the group run. Only kernels on fibers call it.
inline constexpr llvm::StringLiteral yieldName = "weft.yield";
/// On a call of weft.barrier: in the code from this barrier to the next one, only the group's first work-item writes
/// memory that other work-items read. So only that work-item has to run this code.
inline constexpr llvm::StringLiteral singleAttribute = "weft-single";
/// On a call of weft.barrier: few groups run the code between this barrier and the next one.
inline constexpr llvm::StringLiteral coldAttribute = "weft-cold";
/// Operand bundle (i32 first, i32 length) of a call of weft.barrier. Both operands are computed in the entry block and
/// aren't 0. In the code between this barrier and the next one, the work-items along dimension 0 are divided into rows,
/// and no packet crosses from one row into another. The work-items whose id is below `first` are the first row, and
/// each `length` work-items after them are another row. In that code, a work-item's id in dimension 0 is
/// weft.packet.start plus its lane's index.
inline constexpr llvm::StringLiteral rowsBundle = "weft-rows";
/// Primitives of the code after a barrier with the bundle weft-rows. `i32 @weft.packet.start()` returns the local id in
/// dimension 0 of the running packet's first work-item. `i32 @weft.row()` returns the index of the row that the packet
/// is in.
inline constexpr llvm::StringLiteral packetStartName = "weft.packet.start";
inline constexpr llvm::StringLiteral rowIndexName = "weft.row";

/// The name of OpenCL C's printf, which isn't mangled. The function is declared with a variable number of arguments.
inline constexpr llvm::StringLiteral printfName = "printf";

/// Metadata of the branch at a region's start. The pass work-item-loops attaches it, and outline-long-code uses it to
/// find the regions.
inline constexpr llvm::StringLiteral regionStartMetadata = "weft.region.start";

/// Metadata of the latch's branch of a loop over rows of packets. In a row, only the packets' id of dimension 0
/// differs.
inline constexpr llvm::StringLiteral rowLoopMetadata = "weft.row.loop";
/// Metadata of the latch's branch of a loop over the full packets of a row.
inline constexpr llvm::StringLiteral packetLoopMetadata = "weft.packet.loop";
/// Further metadata of the latch's branch of a loop over rows of packets, or over packets: few groups run the loop
/// (coldAttribute).
inline constexpr llvm::StringLiteral coldLoopMetadata = "weft.cold.loop";

/// Property (in the !llvm.loop metadata) of a loop over packets that must be unrolled, however long it is by LLVM's
/// estimate.
inline constexpr char unrolledLoopProperty[] = "weft.unroll.packets";

/// The largest number of work-items in a group that code is generated for. Every local id is below this number.
inline constexpr uint64_t maxGroupItems = 1u << 16;

/// The sizes of sub-groups that kernels can require (CL_DEVICE_SUB_GROUP_SIZES_INTEL).
inline constexpr uint64_t subGroupSizes[] = {WEFT_SUB_GROUP_SIZES};

/// Returns the function marked as the kernel, or null.
llvm::Function *findKernel(llvm::Module &module);
/// Returns the unchanged copy that a kernel has while passes turn it into packets (weft-original), or null.
llvm::Function *findOriginal(llvm::Module &module);

/// Returns the size that a kernel of a program requires for its sub-groups (cl_intel_required_subgroup_size), 0 if it
/// requires none.
uint64_t requiredSubGroupSize(const llvm::Function &kernel);

/// Returns the number of sub-groups that a group of the kernel must have (SPIR-V's SubgroupsPerWorkgroup), 0 for any
/// number.
uint64_t requiredSubGroups(const llvm::Function &kernel);
void setRequiredSubGroups(llvm::Function &kernel, uint32_t count);

/// Returns the value of a numeric attribute, 0 if the function doesn't have the attribute.
uint64_t numericAttribute(const llvm::Function &function, llvm::StringRef name);
void setNumericAttribute(llvm::Function &function, llvm::StringRef name, uint64_t value);

/// Returns the kernel's schedule. It is empty if the kernel has none (scheduleAttribute), or if the text isn't one.
KernelSchedule scheduleOf(const llvm::Function &kernel);
void setSchedule(llvm::Function &kernel, const KernelSchedule &schedule);
/// Adds a decision to the kernel's schedule: sets `member` to `value`.
template <typename Value>
void decide(llvm::Function &kernel, std::optional<Value> KernelSchedule::*member, Value value) {
  KernelSchedule schedule = scheduleOf(kernel);
  schedule.*member = value;
  setSchedule(kernel, schedule);
}

/// Returns the number of work-items of the kernel's packets; 1 if it doesn't work on packets.
unsigned packetWidth(const llvm::Function &kernel);
/// Returns the number of work-items of the kernel's sub-groups; 1 if no size has been chosen.
unsigned subGroupSize(const llvm::Function &kernel);

/// Returns the local size that the code is compiled for (localSizeAttribute); 0 in each dimension in which the code
/// allows any size.
std::array<uint64_t, 3> fixedLocalSize(const llvm::Function &kernel);
void setFixedLocalSize(llvm::Function &kernel, const std::array<uint64_t, 3> &size);
/// Returns the fixed local size in the dimensions of the launch. fixedLocalSize may have other dimensions, because
/// passes exchange or divide dimensions.
std::array<uint64_t, 3> launchLocalSize(const llvm::Function &kernel);

/// Returns the errors that the function checks for (checksAttribute).
CodeChecks checksOf(const llvm::Function &function);
void setChecks(llvm::Function &function, CodeChecks checks);

/// Returns the argument's value in argumentConstantsAttribute; nothing if the argument isn't listed there.
std::optional<uint32_t> argumentConstant(const llvm::Function &kernel, unsigned argument);
void setArgumentConstants(llvm::Function &kernel, const std::vector<ArgumentConstant> &constants);

/// Returns the declaration of a primitive, and adds it to the module if need be. A primitive is a function weft.<name>
/// without side effects, whose calls a later pass replaces by code.
llvm::Function *declarePrimitive(llvm::Module &module, const llvm::Twine &name, llvm::FunctionType *type);
/// Returns N if `function` is weft.local.id.N, or -1 for any other function.
int localIdDimension(const llvm::Function *function);
/// Returns the declaration of weft.local.id.<dimension>.
llvm::Function *declareLocalId(llvm::Module &module, unsigned dimension);
/// The kernel's calls of weft.local.id.N, by dimension.
using LocalIdCalls = std::array<llvm::SmallVector<llvm::CallInst *>, 3>;
LocalIdCalls findLocalIds(llvm::Function &kernel);
/// The first function returns the declaration of weft.packet.mask.<width>; the second returns whether `function` is
/// such a declaration.
llvm::Function *declarePacketMask(llvm::Module &module, unsigned width);
bool isPacketMask(const llvm::Function *function);
/// The first three functions return the declarations of the primitives of kernels with sub-groups. The last three
/// return whether `function` is the declaration of one of these primitives.
llvm::Function *declareLaneId(llvm::Module &module);
llvm::Function *declareSubGroupId(llvm::Module &module);
llvm::Function *declareSubGroupBarrier(llvm::Module &module);
bool isLaneId(const llvm::Function *function);
bool isSubGroupId(const llvm::Function *function);
bool isSubGroupBarrier(const llvm::Function *function);
/// The first two functions return the declarations of weft.packet.start and weft.row (rowsBundle). The last two return
/// whether `function` is the declaration of one of these primitives.
llvm::Function *declarePacketStart(llvm::Module &module);
llvm::Function *declareRowIndex(llvm::Module &module);
bool isPacketStart(const llvm::Function *function);
bool isRowIndex(const llvm::Function *function);
/// Whether `function` returns a value that is the same for the lanes of a packet, but differs between the packets of a
/// group.
bool isUniformPerPacket(const llvm::Function *function);
/// Whether `function` is OpenCL C's printf. A function called printf that the program itself defines isn't.
bool isPrintf(const llvm::Function &function);
/// Returns the declaration of weft.barrier.
llvm::Function *declareBarrier(llvm::Module &module);
/// Creates a call of weft.barrier with the operand bundles `bundles` at the beginning of `block`.
llvm::CallInst &createBarrier(llvm::BasicBlock &block, llvm::ArrayRef<llvm::OperandBundleDef> bundles = {});
/// Whether `instruction` calls weft.barrier, and whether any instruction of `block` does.
bool isBarrier(const llvm::Instruction &instruction);
bool hasBarrier(const llvm::BasicBlock &block);
/// Whether the name of `function` begins with checkPrefix.
bool isCheckFunction(const llvm::Function *function);
/// Returns the declaration of weft.yield.
llvm::Function *declareYield(llvm::Module &module);

} // namespace weft::compiler

#endif
