// What kernels that enqueue kernels share with the runtime: ranges, requests, and the functions that take them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_ENQUEUE_ABI_H
#define WEFT_DEVICE_CPU_ENQUEUE_ABI_H

#include "KernelAbi.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the functions return: OpenCL C's names and numbers (3.0, section 6.15.12.1).
enum WeftEnqueueResult {
  WEFT_ENQUEUED = 0,                  ///< CLK_SUCCESS
  WEFT_ENQUEUE_OUT_OF_RESOURCES = -5, ///< CLK_OUT_OF_RESOURCES
  WEFT_ENQUEUE_ARGUMENT_SIZE = -51,   ///< CLK_INVALID_ARG_SIZE
  WEFT_ENQUEUE_WAIT_LIST = -57,       ///< CLK_INVALID_EVENT_WAIT_LIST
  WEFT_ENQUEUE_NO_EVENT = -100,       ///< CLK_EVENT_ALLOCATION_FAILURE
  WEFT_ENQUEUE_FAILURE = -101,        ///< CLK_ENQUEUE_FAILURE, all that a program built without -g sees of the others
  WEFT_ENQUEUE_INVALID_QUEUE = -102,  ///< CLK_INVALID_QUEUE
  WEFT_ENQUEUE_INVALID_RANGE = -160,  ///< CLK_INVALID_NDRANGE
  WEFT_ENQUEUE_QUEUE_FULL = -161,     ///< CLK_DEVICE_QUEUE_FULL
};

/// kernel_enqueue_flags_t: what has to have ended before the child begins, besides its wait list.
enum WeftEnqueueFlags {
  WEFT_ENQUEUE_NO_WAIT = 0,
  WEFT_ENQUEUE_WAIT_KERNEL = 1,
  WEFT_ENQUEUE_WAIT_WORK_GROUP = 2,
};

/// queue_t: the handle of a queue on the device, 0 for CLK_NULL_QUEUE.
typedef uint64_t WeftQueueNumber;
/// clk_event_t: a number that has been given to no event before, all ones for CLK_NULL_EVENT.
typedef uint64_t WeftEventNumber;

/// ndrange_t, as OpenCL C's header has it. The work-items of a dimension beyond workDim count as 1.
typedef struct WeftNdRange {
  uint32_t workDim;
  uint32_t reserved;
  uint64_t globalOffset[3];
  uint64_t globalSize[3];
  uint64_t localSize[3]; ///< 0s where the program leaves it open
} WeftNdRange;

/// What a work-item wants to have run. All of it is the work-item's, and may be gone when the function has returned.
typedef struct WeftEnqueueRequest {
  WeftQueueNumber queue;
  const WeftNdRange *range;
  /// The kernel that the block is, by the name that it has in the program's manifest.
  const char *kernel;
  /// The block's literal: what it captures. The child gets a copy, whose address is its first argument.
  const void *literal;
  const WeftEventNumber *waitList; ///< waitCount numbers
  WeftEventNumber *event;          ///< NULL where none is wanted
  const uint64_t *localSizes;      ///< localCount numbers: bytes of the block's arguments in local memory
  uint32_t flags;                  ///< WeftEnqueueFlags
  uint32_t waitCount;
  uint32_t literalBytes;
  uint32_t literalAlignment; ///< a power of two, WEFT_MEMORY_ALIGNMENT at most
  uint32_t localCount;
  uint32_t reserved;
} WeftEnqueueRequest;

/// What work-items ask about the kernel that a block is.
enum WeftKernelQuery {
  WEFT_QUERY_WORK_GROUP_SIZE = 0,
  WEFT_QUERY_PREFERRED_MULTIPLE = 1,
  WEFT_QUERY_SUB_GROUP_SIZE = 2,  ///< the largest that a sub-group has in the range
  WEFT_QUERY_SUB_GROUP_COUNT = 3, ///< of a group of the range
};

/// What a launch has whose kernel has WEFT_KERNEL_ENQUEUES. The functions are called by any work-item at any time, on
/// the thread that runs its group; they wait for nobody.
typedef struct WeftEnqueuer {
  int32_t (*enqueue)(const struct WeftEnqueuer *enqueuer, const WeftGroup *group, const WeftEnqueueRequest *request);
  int32_t (*enqueueMarker)(const struct WeftEnqueuer *enqueuer, WeftQueueNumber queue, uint32_t waitCount,
                           const WeftEventNumber *waitList, WeftEventNumber *event);
  /// All ones where there can be no more events.
  WeftEventNumber (*createUserEvent)(const struct WeftEnqueuer *enqueuer);
  void (*setUserEventStatus)(const struct WeftEnqueuer *enqueuer, WeftEventNumber event, int32_t status);
  void (*retainEvent)(const struct WeftEnqueuer *enqueuer, WeftEventNumber event);
  void (*releaseEvent)(const struct WeftEnqueuer *enqueuer, WeftEventNumber event);
  /// 0 or 1.
  uint32_t (*isValidEvent)(const struct WeftEnqueuer *enqueuer, WeftEventNumber event);
  /// `value` is two numbers of 64 bits in global memory; they are written when the event's command has ended.
  void (*captureProfiling)(const struct WeftEnqueuer *enqueuer, WeftEventNumber event, uint32_t name, void *value);
  WeftQueueNumber (*defaultQueue)(const struct WeftEnqueuer *enqueuer);
  /// `range` is NULL for queries that have none. 0 where the answer can't be known.
  uint32_t (*queryKernel)(const struct WeftEnqueuer *enqueuer, uint32_t query, const WeftNdRange *range,
                          const char *kernel);
  /// By the executor: the group has ended, and what its work-items had to wait for it may begin.
  void (*groupEnded)(const struct WeftEnqueuer *enqueuer, const WeftGroup *group);
} WeftEnqueuer;

#ifdef __cplusplus
}
#endif

#endif
