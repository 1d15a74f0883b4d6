// The interface between generated kernel code and the executors: C structs with the same layout on both sides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_KERNEL_ABI_H
#define WEFT_DEVICE_CPU_KERNEL_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version is raised with every change to a struct of this header, of ImageAbi.h, CheckAbi.h or EnqueueAbi.h, or to
/// the meaning of a field. A kernel of another version is never run: it is compiled again from its IL.
#define WEFT_KERNEL_ABI_VERSION 22u

/// The one data symbol that a compiled kernel (an ELF shared object) exports; its type is WeftKernelInfo.
#define WEFT_KERNEL_INFO_SYMBOL "weftKernelInfo"

/// Alignment in bytes of WeftLaunch::args and of WeftGroup::localMemory: the alignment of the largest OpenCL C type
/// (long16).
#define WEFT_MEMORY_ALIGNMENT 128u

/// The greatest number of bytes of private memory that a work-item can have. It is far more than kernels use on
/// purpose, but little enough that any machine can provide a stack of this size for each lane of a vector.
#define WEFT_PRIVATE_MEMORY_BYTES 67108864ull // 64 MiB

/// Alignment in bytes of WeftGroup::scratch.
#define WEFT_SCRATCH_ALIGNMENT 64u

/// Before and after WeftGroup::localMemory, and before and after WeftGroup::scratch, there are this many bytes that
/// only the group's thread accesses. So generated code may load or store a whole vector even if only one of its
/// elements lies in local memory or scratch.
#define WEFT_MEMORY_SLACK 128u

/// The type of the elements of an argument of printf.
enum WeftPrintKind {
  WEFT_PRINT_INTEGER = 0,
  WEFT_PRINT_FLOAT = 1, ///< IEEE 754, of 2, 4 or 8 bytes
  WEFT_PRINT_POINTER = 2,
  WEFT_PRINT_OTHER = 3, ///< a value that no conversion of printf can print
};

/// One of the arguments that follow the format in a call of printf, after C's promotions. The fields describe the
/// argument's own type, not the type that the format expects.
typedef struct WeftPrintArgument {
  uint32_t offset;      ///< bytes from the beginning of the call's values to the first element
  uint8_t kind;         ///< WeftPrintKind
  uint8_t elementBytes; ///< 1, 2, 4 or 8; 0 for WEFT_PRINT_OTHER
  uint8_t count;        ///< the number of elements, which are stored without gaps; 1 for a scalar
  uint8_t reserved;
} WeftPrintArgument;

/// Runs one work-item's call of printf. Any work-item of any group may call it at any time. Returns what printf returns
/// (OpenCL C 3.0, 6.15.14): 0 or -1. `printer` is WeftLaunch::printer. The memory behind the other pointers need not
/// outlive the call.
typedef int32_t (*WeftPrint)(void *printer, const char *format, const WeftPrintArgument *arguments,
                             uint32_t argumentCount, const void *values);

enum WeftLaunchFlags {
  /// The launch reads and writes more bytes than the caches hold. So the kernel's stores to memory that it doesn't read
  /// may bypass the caches.
  WEFT_LAUNCH_STREAMS = 1u << 0,
};

/// The values that are the same for all work-items of one launch. Sizes are in work-items, ids count from 0. Dimensions
/// from workDim on have offset 0 and size 1. The struct is read-only while the launch runs; the executor owns it.
typedef struct WeftLaunch {
  /// The argument block: each argument at the offset that the program's manifest gives. A pointer argument is the
  /// address (0 for NULL); a local pointer argument is a byte offset (uint64_t) into WeftGroup::localMemory.
  const void *args;
  uint64_t globalOffset[3];
  uint64_t globalSize[3];
  /// The enqueued local size; the last group of a dimension may be smaller (see WeftGroup::localSize).
  uint64_t localSize[3];
  uint64_t numGroups[3];
  uint32_t workDim;
  uint32_t flags; ///< WeftLaunchFlags
  /// `print` and `printer` are both NULL if the kernel has no WEFT_KERNEL_PRINTS.
  WeftPrint print;
  void *printer;
  /// The variables that the program has in global memory, each at the offset that linking gave it. The variables live
  /// as long as the program, and all its kernels share them. NULL if the program has none.
  void *programMemory;
  /// NULL if the kernel has no WEFT_KERNEL_CHECKS (CheckAbi.h).
  const struct WeftCheck *check;
  /// NULL if the kernel has no WEFT_KERNEL_ENQUEUES (EnqueueAbi.h).
  const struct WeftEnqueuer *enqueuer;
} WeftLaunch;

/// One work-group, as the worker that runs it sees it.
typedef struct WeftGroup {
  uint64_t id[3];
  /// The size of this group. It is less than WeftLaunch::localSize at the upper edges of a non-uniform range.
  uint64_t localSize[3];
  /// The group's local memory: kernel-scope variables first (WeftKernelInfo::staticLocalBytes), then the local
  /// arguments. Contents are undefined at the group's start. Aligned to WEFT_MEMORY_ALIGNMENT.
  void *localMemory;
  /// The memory in which generated code keeps data of the group's work-items, such as values that live across barriers.
  /// GroupMemory.h describes its size and layout. Aligned to WEFT_SCRATCH_ALIGNMENT. NULL if
  /// WeftKernelInfo::scratchBytesPerItem is 0.
  void *scratch;
  /// The sizes of localMemory and of scratch in bytes. With them generated code finds out whether a generic pointer
  /// points into one of the two.
  uint64_t localBytes;
  uint64_t scratchBytes;
} WeftGroup;

/// The greatest value of WeftKernelInfo::packetWidth.
#define WEFT_PACKET_WIDTH_LIMIT 64u

/// The sizes of sub-groups that kernels can require (CL_DEVICE_SUB_GROUP_SIZES_INTEL), ascending: a list of numbers.
#define WEFT_SUB_GROUP_SIZES 4, 8, 16, 32

/// The number of elements of each array in WeftGroup::scratch is a multiple of this.
#define WEFT_SCRATCH_ITEMS_MULTIPLE 16u

/// The values that the lanes of a sub-group passed to WeftItem::meet. Lane L is the work-item with the flattened local
/// id `subGroupSize * sub-group id + L`.
typedef struct WeftCollective {
  uint64_t lanes; ///< bit L: lane L takes part
  uint64_t values[WEFT_PACKET_WIDTH_LIMIT];
} WeftCollective;

/// One work-item of the fiber executor.
///
/// `barrier` suspends the calling work-item until all work-items of its group have called `barrier` or have ended.
///
/// `meet` suspends the calling work-item until two conditions hold. Each work-item of its sub-group has called `meet`
/// or `barrier` or has ended; and none of them waits in `meet` at a lower `point` of the code. `point` is the position
/// of the collective operation in the code. The work-items that wait in `meet` at the caller's `point` take part in the
/// operation. The caller may read the returned values until it calls one of these functions again.
///
/// `yield` lets all other work-items of the group run that can run, and then returns.
typedef struct WeftItem {
  uint64_t localId[3];
  /// The flattened local id: (z * ySize + y) * xSize + x.
  uint64_t flatId;
  void (*barrier)(struct WeftItem *item);
  const WeftCollective *(*meet)(struct WeftItem *item, uint64_t point, uint64_t value);
  void (*yield)(struct WeftItem *item);
  /// The barrier at which the work-item waits, in a kernel whose barriers are checked; NULL for none (CheckAbi.h).
  const struct WeftCheckSite *waitsAt;
} WeftItem;

/// Runs all work-items of one group (executor "loops").
typedef void (*WeftGroupEntry)(const WeftLaunch *launch, const WeftGroup *group);
/// Runs one work-item of one group (executor "fibers").
typedef void (*WeftItemEntry)(const WeftLaunch *launch, const WeftGroup *group, WeftItem *item);

enum WeftExecutorKind {
  WEFT_EXECUTOR_LOOPS = 0,  ///< WeftKernelInfo::entry is a WeftGroupEntry
  WEFT_EXECUTOR_FIBERS = 1, ///< WeftKernelInfo::entry is a WeftItemEntry
};

enum WeftKernelFlags {
  /// The kernel's result may depend on how the range is cut into groups: the kernel reads local ids, local sizes or
  /// group ids, uses local memory or has a barrier. A kernel without this flag has the same result for any local size,
  /// also if the last groups are smaller.
  WEFT_KERNEL_OBSERVES_GROUPS = 1u << 0,
  /// The code computes ids in 31 bits. It may run a launch only under two conditions: in each dimension, globalOffset +
  /// globalSize is at most 2^31 - 1, and every memory object that the kernel may access has less than 2^32 - 2^16
  /// bytes.
  WEFT_KERNEL_32_BIT_INDICES = 1u << 1,
  /// The kernel calls WeftLaunch::print.
  WEFT_KERNEL_PRINTS = 1u << 2,
  /// In a loop, each work-item reads a column of a matrix from top to bottom, and neighbouring work-items in dimension
  /// 0 read neighbouring columns. So a group that is longer in dimension 0 reads more neighbouring elements of each row
  /// of the matrix at a time.
  WEFT_KERNEL_READS_COLUMNS = 1u << 3,
  /// The kernel is checked while it runs, and reads WeftLaunch::check.
  WEFT_KERNEL_CHECKS = 1u << 4,
  /// The kernel calls functions of WeftLaunch::enqueuer.
  WEFT_KERNEL_ENQUEUES = 1u << 5,
  /// The compiler estimates that code for one local size would take clearly less time than this code. Only code for any
  /// local size has this flag.
  WEFT_KERNEL_GAINS_BY_SIZE = 1u << 6,
  /// The kernel reads WEFT_LAUNCH_STREAMS. If that flag is set, a fence (sfence on x86) must follow a group's stores
  /// before another thread may read the stored data: nothing else orders stores that bypass the caches.
  WEFT_KERNEL_STREAMS = 1u << 7,
  /// A work-item shares cache lines with its neighbours in several dimensions: some lines with the neighbours in one
  /// dimension, other lines with those in another. So groups that are short in all these dimensions (tiles) take less
  /// time than groups that are long rows. Weft prefers tiles if it chooses the local size.
  WEFT_KERNEL_PREFERS_TILES = 1u << 8,
  /// The kernel's results may depend on its schedule, so code with another schedule can't replace this code. The kernel
  /// uses sub-groups, which may be packets, or its floating-point operations may be reassociated (with
  /// -cl-fast-relaxed-math, for example), and LLVM does so in another way for vectors than for scalars.
  WEFT_KERNEL_DEPENDS_ON_SCHEDULE = 1u << 9,
};

/// The description that a compiled kernel exports under WEFT_KERNEL_INFO_SYMBOL.
typedef struct WeftKernelInfo {
  uint32_t abiVersion; ///< WEFT_KERNEL_ABI_VERSION
  uint32_t executor;   ///< WeftExecutorKind
  const void *entry;   ///< WeftGroupEntry or WeftItemEntry
  uint64_t flags;      ///< WeftKernelFlags
  /// Bytes of local memory for the kernel-scope variables; a multiple of WEFT_MEMORY_ALIGNMENT or 0.
  uint64_t staticLocalBytes;
  /// Bytes of scratch per work-item (see WeftGroup::scratch).
  uint64_t scratchBytesPerItem;
  /// The number of work-items along packetDimension that run at once, at most WEFT_PACKET_WIDTH_LIMIT. 0 or 1: the
  /// work-items run one after the other.
  uint64_t packetWidth;
  /// The dimension, 0 to 2, of the packets and of the innermost loop over work-items. Groups should be long in this
  /// dimension. It can be 1 or 2 only in code for one local size, and in code without WEFT_KERNEL_OBSERVES_GROUPS.
  uint64_t packetDimension;
  /// The number of work-items of each sub-group, at most WEFT_PACKET_WIDTH_LIMIT. The last sub-group of a group may
  /// have fewer. 0 or 1: each work-item is a sub-group of its own. The work-items of a sub-group have consecutive
  /// flattened local ids.
  uint64_t subGroupSize;
  /// Bytes of private memory that a work-item uses, as far as the compiler knows (CL_KERNEL_PRIVATE_MEM_SIZE).
  uint64_t privateBytesPerItem;
  /// The local size that this code was compiled for, or 0s if the code runs groups of any size. {0, 1, 1}: the code
  /// runs groups that are one row of any length along dimension 0; only kernels without WEFT_KERNEL_OBSERVES_GROUPS
  /// have code of this kind.
  uint64_t requiredLocalSize[3];
  /// A set of arguments that are pointers to global or constant memory; bit i stands for argument i. The code may run a
  /// launch only if no two arguments of this set point to memory that overlaps. As an exception, two arguments may
  /// overlap if neither of them is in writtenArguments.
  uint64_t distinctArguments;
  /// The arguments of distinctArguments through which the kernel may write.
  uint64_t writtenArguments;
  /// The greatest number of bytes of stack that the code takes at one time: the frames of `entry` and of the functions
  /// that are called below it, except functions of the system and of the executor.
  uint64_t stackBytes;
  /// How the work-items are mapped to the machine: the words of a KernelSchedule (compiler/include/KernelSchedule.h),
  /// with the decisions that the compiler took. NULL: not known.
  const char *schedule;
} WeftKernelInfo;

#ifdef __cplusplus
}
#endif

#endif
