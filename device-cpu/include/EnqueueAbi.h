// The interface between the runtime and kernels that enqueue kernels: ranges, requests, and functions for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_ENQUEUE_ABI_H
#define WEFT_DEVICE_CPU_ENQUEUE_ABI_H

#include "KernelAbi.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The results of the functions below: OpenCL C's names and numbers (3.0, section 6.15.12.1).
enum WeftEnqueueResult {
  WEFT_ENQUEUED = 0,                  ///< CLK_SUCCESS
  WEFT_ENQUEUE_OUT_OF_RESOURCES = -5, ///< CLK_OUT_OF_RESOURCES
  WEFT_ENQUEUE_ARGUMENT_SIZE = -51,   ///< CLK_INVALID_ARG_SIZE
  WEFT_ENQUEUE_WAIT_LIST = -57,       ///< CLK_INVALID_EVENT_WAIT_LIST
  WEFT_ENQUEUE_NO_EVENT = -100,       ///< CLK_EVENT_ALLOCATION_FAILURE
  /// CLK_ENQUEUE_FAILURE. In a program that is built without -g, enqueue_kernel returns it for all errors.
  WEFT_ENQUEUE_FAILURE = -101,
  WEFT_ENQUEUE_INVALID_QUEUE = -102, ///< CLK_INVALID_QUEUE
  WEFT_ENQUEUE_INVALID_RANGE = -160, ///< CLK_INVALID_NDRANGE
  WEFT_ENQUEUE_QUEUE_FULL = -161,    ///< CLK_DEVICE_QUEUE_FULL
};

/// kernel_enqueue_flags_t: what must have ended before the child (the enqueued kernel) begins, besides the events of
/// its wait list.
enum WeftEnqueueFlags {
  WEFT_ENQUEUE_NO_WAIT = 0,
  WEFT_ENQUEUE_WAIT_KERNEL = 1,
  WEFT_ENQUEUE_WAIT_WORK_GROUP = 2,
};

/// queue_t: the handle of a queue on the device, 0 for CLK_NULL_QUEUE.
typedef uint64_t WeftQueueId;
/// clk_event_t: a number by which the kernel names an event; all ones for CLK_NULL_EVENT. Among the events of a launch
/// and of all kernels that it leads to, no two have the same number.
typedef uint64_t WeftEventId;

/// ndrange_t, laid out as in OpenCL C's header. A dimension beyond workDim counts as one work-item.
typedef struct WeftNdRange {
  uint32_t workDim;
  uint32_t reserved;
  uint64_t globalOffset[3];
  uint64_t globalSize[3];
  uint64_t localSize[3]; ///< 0s if the program leaves the local size open
} WeftNdRange;

/// A work-item's request to run a kernel. The work-item owns all memory that the request points to; this memory may be
/// gone when WeftEnqueuer::enqueue has returned.
typedef struct WeftEnqueueRequest {
  WeftQueueId queue;
  const WeftNdRange *range;
  /// The name that the block's kernel has in the program's manifest.
  const char *kernel;
  /// The block's literal, which has the values that the block captures. The runtime copies the literal, and passes the
  /// address of the copy to the enqueued kernel as the first argument.
  const void *literal;
  const WeftEventId *waitList; ///< waitCount numbers
  WeftEventId *event;          ///< NULL if the work-item wants no event
  const uint64_t *localSizes;  ///< localCount numbers: the sizes in bytes of the block's local pointer arguments
  uint32_t flags;              ///< WeftEnqueueFlags
  uint32_t waitCount;
  uint32_t literalBytes;
  uint32_t literalAlignment; ///< a power of two, at most WEFT_MEMORY_ALIGNMENT
  uint32_t localCount;
  uint32_t reserved;
} WeftEnqueueRequest;

/// The properties of a block's kernel that work-items can query.
enum WeftKernelQuery {
  WEFT_QUERY_WORK_GROUP_SIZE = 0,
  WEFT_QUERY_PREFERRED_MULTIPLE = 1,
  WEFT_QUERY_SUB_GROUP_SIZE = 2,  ///< the size of the largest sub-group in the range
  WEFT_QUERY_SUB_GROUP_COUNT = 3, ///< the number of sub-groups in a group of the range
};

/// What a launch offers to a kernel with WEFT_KERNEL_ENQUEUES. Any work-item may call the functions at any time, on the
/// thread that runs its group. The functions never wait.
typedef struct WeftEnqueuer {
  int32_t (*enqueue)(const struct WeftEnqueuer *enqueuer, const WeftGroup *group, const WeftEnqueueRequest *request);
  int32_t (*enqueueMarker)(const struct WeftEnqueuer *enqueuer, WeftQueueId queue, uint32_t waitCount,
                           const WeftEventId *waitList, WeftEventId *event);
  /// Returns all ones if no more events can be made.
  WeftEventId (*createUserEvent)(const struct WeftEnqueuer *enqueuer);
  void (*setUserEventStatus)(const struct WeftEnqueuer *enqueuer, WeftEventId event, int32_t status);
  void (*retainEvent)(const struct WeftEnqueuer *enqueuer, WeftEventId event);
  void (*releaseEvent)(const struct WeftEnqueuer *enqueuer, WeftEventId event);
  /// Returns 0 or 1.
  uint32_t (*isValidEvent)(const struct WeftEnqueuer *enqueuer, WeftEventId event);
  /// `value` points to two numbers of 64 bits in global memory. The runtime writes the command's times to them when the
  /// event's command has ended.
  void (*captureProfiling)(const struct WeftEnqueuer *enqueuer, WeftEventId event, uint32_t name, void *value);
  WeftQueueId (*defaultQueue)(const struct WeftEnqueuer *enqueuer);
  /// `range` is NULL for queries that have no range. Returns 0 if the answer can't be known.
  uint32_t (*queryKernel)(const struct WeftEnqueuer *enqueuer, uint32_t query, const WeftNdRange *range,
                          const char *kernel);
  /// The executor calls it when the group has ended. It lets the kernels begin that work-items of the group have
  /// enqueued with the flag to wait for the group.
  void (*groupEnded)(const struct WeftEnqueuer *enqueuer, const WeftGroup *group);
} WeftEnqueuer;

#ifdef __cplusplus
}
#endif

#endif
