// The contract between generated kernel code and the executors: plain C structs, laid out alike on both sides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_KERNEL_ABI_H
#define WEFT_DEVICE_CPU_KERNEL_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Raised with every change to a struct of this header, of ImageAbi.h, CheckAbi.h or EnqueueAbi.h, or to the meaning of
/// a field. A kernel of another version is never run: it is compiled again from its IL.
#define WEFT_KERNEL_ABI_VERSION 21u

/// The one data symbol that a compiled kernel (an ELF shared object) exports; its type is WeftKernelInfo.
#define WEFT_KERNEL_INFO_SYMBOL "weftKernelInfo"

/// Alignment in bytes of WeftLaunch::args and of WeftGroup::localMemory: that of the largest OpenCL C type (long16).
#define WEFT_MEMORY_ALIGNMENT 128u

/// Bytes of private memory that a work-item can have at most: far above what any kernel means to use, and a stack of it
/// for each lane of a vector can still be had on any machine.
#define WEFT_PRIVATE_MEMORY_BYTES 67108864ull // 64 MiB

/// Alignment in bytes of WeftGroup::scratch.
#define WEFT_SCRATCH_ALIGNMENT 64u

/// Bytes in front of WeftGroup::localMemory and of WeftGroup::scratch, and as many behind them, that only the group's
/// thread accesses: a vector with an element in there may be loaded and stored whole.
#define WEFT_MEMORY_SLACK 128u

/// What an argument of printf is made of.
enum WeftPrintKind {
  WEFT_PRINT_INTEGER = 0,
  WEFT_PRINT_FLOAT = 1, ///< IEEE 754, of 2, 4 or 8 bytes
  WEFT_PRINT_POINTER = 2,
  WEFT_PRINT_OTHER = 3, ///< nothing that a conversion could print
};

/// One argument of a call of printf, those behind the format, after C's promotions. It is found by its own type, not
/// by what the format expects there.
typedef struct WeftPrintArgument {
  uint32_t offset;      ///< of the first element from the beginning of the call's values, in bytes
  uint8_t kind;         ///< WeftPrintKind
  uint8_t elementBytes; ///< 1, 2, 4 or 8; 0 for WEFT_PRINT_OTHER
  uint8_t count;        ///< elements, which stand without gaps: 1 for a scalar
  uint8_t reserved;
} WeftPrintArgument;

/// Prints what one work-item says; called by any work-item of any group at any time. Returns what printf returns
/// (OpenCL C 3.0, 6.15.14): 0 or -1. `printer` is WeftLaunch::printer; everything may be gone once it has returned.
typedef int32_t (*WeftPrint)(void *printer, const char *format, const WeftPrintArgument *arguments,
                             uint32_t argumentCount, const void *values);

enum WeftLaunchFlags {
  /// The launch moves more than the caches hold: what it stores and does not read may go past them.
  WEFT_LAUNCH_STREAMS = 1u << 0,
};

/// What is the same for all work-items of one launch. Sizes are in work-items, ids count from 0. Dimensions from
/// workDim on have offset 0 and size 1. Read-only while the launch runs; owned by the executor.
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
  /// Both NULL where the kernel has no WEFT_KERNEL_PRINTS.
  WeftPrint print;
  void *printer;
  /// The variables that the program has in global memory, each at the offset that linking gave it. They live as long
  /// as the program and are shared by all its kernels. NULL where it has none.
  void *programMemory;
  /// NULL where the kernel has no WEFT_KERNEL_CHECKS (CheckAbi.h).
  const struct WeftCheck *check;
  /// NULL where the kernel has no WEFT_KERNEL_ENQUEUES (EnqueueAbi.h).
  const struct WeftEnqueuer *enqueuer;
} WeftLaunch;

/// One work-group, as the worker that runs it sees it.
typedef struct WeftGroup {
  uint64_t id[3];
  /// The size of this very group: less than WeftLaunch::localSize at the upper edges of a non-uniform range.
  uint64_t localSize[3];
  /// The group's local memory: kernel-scope variables first (WeftKernelInfo::staticLocalBytes), then the local
  /// arguments. Contents are undefined at the group's start. Aligned to WEFT_MEMORY_ALIGNMENT.
  void *localMemory;
  /// What generated code keeps for the group's work-items, such as values that live across barriers; GroupMemory.h has
  /// its size and layout. Aligned to WEFT_SCRATCH_ALIGNMENT. NULL where WeftKernelInfo::scratchBytesPerItem is 0.
  void *scratch;
  /// Bytes at localMemory and at scratch: how generated code tells what a generic pointer points to.
  uint64_t localBytes;
  uint64_t scratchBytes;
} WeftGroup;

/// The largest WeftKernelInfo::packetWidth.
#define WEFT_PACKET_WIDTH_LIMIT 64u

/// The sizes of sub-groups that kernels can require (CL_DEVICE_SUB_GROUP_SIZES_INTEL), ascending: a list of numbers.
#define WEFT_SUB_GROUP_SIZES 4, 8, 16, 32

/// Each array in WeftGroup::scratch has room for a multiple of this.
#define WEFT_SCRATCH_ITEMS_MULTIPLE 16u

/// What the lanes of a sub-group that met brought along: work-item `subGroupSize * sub-group id + lane` of the group,
/// in the order of the flattened local id, is a lane.
typedef struct WeftMeeting {
  uint64_t lanes; ///< bit L: lane L takes part
  uint64_t values[WEFT_PACKET_WIDTH_LIMIT];
} WeftMeeting;

/// One work-item of the fiber executor. `barrier` suspends the calling work-item until all work-items of its group
/// have called it or have ended. `meet` suspends it until each work-item of its sub-group has called it or `barrier` or
/// has ended, and no other waits at a lower `point` of the code; those that wait at its own take part. What it returns
/// is the caller's until its next call. `yield` lets all others of the group that can run do so.
typedef struct WeftItem {
  uint64_t localId[3];
  /// (z * size y + y) * size x + x.
  uint64_t flatId;
  void (*barrier)(struct WeftItem *item);
  const WeftMeeting *(*meet)(struct WeftItem *item, uint64_t point, uint64_t value);
  void (*yield)(struct WeftItem *item);
  /// At which barrier the work-item waits, of a kernel whose barriers are checked; NULL for none (CheckAbi.h).
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
  /// The kernel can tell how the range was cut into groups: it asks for local ids, local sizes or group ids, uses
  /// local memory or has a barrier. Without this flag any cut, also a non-uniform one, gives the same result.
  WEFT_KERNEL_OBSERVES_GROUPS = 1u << 0,
  /// Ids were compiled as 31-bit: in each dimension, globalOffset + globalSize of a launch must not exceed 2^31 - 1;
  /// and
  /// no object in memory that it reaches has 2^32 - 2^16 bytes or more.
  WEFT_KERNEL_NARROW_INDICES = 1u << 1,
  /// The kernel calls WeftLaunch::print.
  WEFT_KERNEL_PRINTS = 1u << 2,
  /// Its loops take elements of one column of memory after the other for each work-item, side by side along dimension
  /// 0: the longer a group is there, the more of each row it reads at a time.
  WEFT_KERNEL_WALKS_COLUMNS = 1u << 3,
  /// The kernel is checked while it runs, and reads WeftLaunch::check.
  WEFT_KERNEL_CHECKS = 1u << 4,
  /// The kernel calls functions of WeftLaunch::enqueuer.
  WEFT_KERNEL_ENQUEUES = 1u << 5,
  /// Of code for any local size: by the compiler's estimate code for one would take clearly less time.
  WEFT_KERNEL_GAINS_BY_SIZE = 1u << 6,
  /// The kernel asks for WEFT_LAUNCH_STREAMS. Where that is set, who waits for what a group has stored needs a fence
  /// behind it (sfence on x86), as nothing else orders stores past the caches.
  WEFT_KERNEL_STREAMS = 1u << 7,
  /// Work-items find in the same lines of memory what their neighbours in several dimensions do, in each something
  /// else: where the local size is open, groups that are short in all of them take less time than long rows.
  WEFT_KERNEL_PREFERS_TILES = 1u << 8,
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
  /// Work-items along packetDimension that run at once, WEFT_PACKET_WIDTH_LIMIT at most; 0 or 1: one after the other.
  uint64_t packetWidth;
  /// The dimension along which work-items follow each other fastest, 0 to 2: groups are to be long along it. Other than
  /// 0 only in code for one local size, and in code without WEFT_KERNEL_OBSERVES_GROUPS.
  uint64_t packetDimension;
  /// Work-items of each sub-group but a group's last, which may have fewer; WEFT_PACKET_WIDTH_LIMIT at most, 0 or 1:
  /// each is alone. They follow each other in the flattened local id.
  uint64_t subGroupSize;
  /// Bytes of private memory a work-item uses as far as the compiler knows (CL_KERNEL_PRIVATE_MEM_SIZE).
  uint64_t privateBytesPerItem;
  /// The local size that this code was compiled for, or 0s where any will do. {0, 1, 1}: it runs one row of a group,
  /// and so has no WEFT_KERNEL_OBSERVES_GROUPS.
  uint64_t requiredLocalSize[3];
  /// Bit i: the code relies on it that no byte that it reaches through argument i, a pointer to global or constant
  /// memory, is reached through another one of these arguments, unless neither is one of writtenArguments.
  uint64_t distinctArguments;
  /// Those of distinctArguments through which the kernel may write.
  uint64_t writtenArguments;
  /// Bytes of stack that the code takes: frames of `entry` and of all that is called below it at one time, but for
  /// functions of the system and of the executor.
  uint64_t stackBytes;
} WeftKernelInfo;

#ifdef __cplusplus
}
#endif

#endif
