// The limits that the device reports and the entry points enforce, each with the reason for its value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_LIMITS_H
#define WEFT_RUNTIME_CORE_OBJECTS_LIMITS_H

#include <CL/cl.h>

#include <cstddef>

#include "KernelAbi.h"

namespace weft::core::limits {

/// The greatest count of work-items of a group, in total and in each dimension. Values that live across barriers are
/// stored for each work-item in a worker's scratch arena. At 64 bytes for each work-item, 4096 work-items fill 256 KiB,
/// which still fits a second-level cache.
inline constexpr size_t maxWorkGroupSize = 4096;
inline constexpr size_t maxWorkItemSizes[3] = {maxWorkGroupSize, maxWorkGroupSize, maxWorkGroupSize};
inline constexpr cl_uint maxWorkItemDimensions = 3;

/// CL_DEVICE_LOCAL_MEM_SIZE, the local memory of a group: half of the 1 MiB second-level cache of a current server
/// core. So a group's local data stays in this cache while global data streams through it. Programs that were written
/// for GPUs need less.
inline constexpr cl_ulong localMemoryBytes = 512 * 1024;

/// The private memory of a work-item, in bytes.
inline constexpr cl_ulong privateMemoryBytes = WEFT_PRIVATE_MEMORY_BYTES;

/// CL_DEVICE_MAX_PARAMETER_SIZE. The full profile requires at least 1024. A larger limit would make enqueues slower,
/// because each enqueue copies the argument block.
inline constexpr size_t maxParameterBytes = 4096;

/// CL_DEVICE_MEM_BASE_ADDR_ALIGN in bytes: the size of the largest OpenCL C type. Sub-buffers start at multiples of it.
inline constexpr size_t memoryAlignment = WEFT_MEMORY_ALIGNMENT;

/// CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, and the preferred size of all variables of a program together. Variables are
/// ordinary memory and could be larger. But some programs query this limit and declare an array of that size, which
/// should fit into the memory of a small machine.
inline constexpr size_t maxGlobalVariableBytes = size_t(64) << 20;

/// CL_DEVICE_PRINTF_BUFFER_SIZE: the minimum of the full profile. Weft prints longer output, too. The value is the
/// greatest size of the output of one conversion, such as %s.
inline constexpr size_t printfBufferBytes = 1024 * 1024;

/// CL_DEVICE_PROFILING_TIMER_RESOLUTION in nanoseconds: the resolution of CLOCK_MONOTONIC.
inline constexpr size_t timerResolution = 1;

/// CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE and CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: the number of lanes
/// of the widest vectors, times the greatest number of such vectors of work-items that one iteration of a loop runs.
inline constexpr size_t preferredWorkGroupMultiple = 64;

/// CL_DEVICE_SUB_GROUP_SIZES_INTEL: the sub-group sizes that kernels can require. A sub-group is a packet: work-items
/// that run together as the lanes of vectors.
inline constexpr size_t subGroupSizes[] = {WEFT_SUB_GROUP_SIZES};
/// CL_DEVICE_MAX_NUM_SUB_GROUPS: the count of sub-groups in the largest group if they have the smallest size.
inline constexpr cl_uint maxSubGroups = maxWorkGroupSize / subGroupSizes[0];
/// The number of named barriers that a work-group can have. Each takes 12 bytes of local memory and no other resources.
inline constexpr cl_uint maxNamedBarriers = 256;

/// CL_DEVICE_QUEUE_ON_HOST_PROPERTIES: the properties that a queue may be created with.
inline constexpr cl_command_queue_properties queueProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

/// CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES: the properties that a queue on the device may be created with, besides
/// CL_QUEUE_ON_DEVICE.
inline constexpr cl_command_queue_properties deviceQueueProperties = queueProperties;
/// CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE and _MAX_SIZE in bytes: the preferred size is enough for a thousand
/// commands, the maximum for 64 thousand. The commands are stored on the host's heap. So the sizes only have the
/// purpose that a kernel that enqueues without end gets an error.
inline constexpr cl_uint preferredDeviceQueueBytes = 1u << 20;
inline constexpr cl_uint maxDeviceQueueBytes = 1u << 26;
/// CL_DEVICE_MAX_ON_DEVICE_QUEUES: the limit for each context.
inline constexpr cl_uint maxDeviceQueues = 1024;
/// CL_DEVICE_MAX_ON_DEVICE_EVENTS: the limit for a launch and all launches that its kernels enqueue.
inline constexpr cl_uint maxDeviceEvents = 65536;

/// CL_DEVICE_SVM_CAPABILITIES: all of them, because host and device share one memory and the same atomic instructions.
inline constexpr cl_device_svm_capabilities svmCapabilities = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER |
                                                              CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                                              CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS;

/// The greatest sizes of images in texels: the least values that the full profile allows. Larger images would need
/// nothing but memory, but applications don't use them.
inline constexpr size_t maxImage2dSize = 16384; ///< width and height, also of 1D images and arrays
inline constexpr size_t maxImage3dSize = 2048;  ///< width, height and depth
inline constexpr size_t maxImageArraySize = 2048;
/// The width of a 1D image made from a buffer. Up to this width a float holds each coordinate exactly.
inline constexpr size_t maxImageBufferSize = size_t(1) << 24;

/// The greatest count of levels of a mip chain. No image size needs even half as many levels, and a sampler's settings
/// can't name more.
inline constexpr cl_uint maxMipLevels = 32;

/// CL_DEVICE_IMAGE_PITCH_ALIGNMENT and CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT in texels: a CPU needs no alignment
/// beyond that of a texel.
inline constexpr cl_uint imagePitchAlignment = 1;

/// How many images and samplers a kernel can have as arguments: the least values that the full profile allows. A higher
/// limit would need only more bytes in the argument block, but kernels with more images are also more code.
inline constexpr cl_uint maxReadImageArguments = 128;
inline constexpr cl_uint maxWriteImageArguments = 64; ///< also images that are read and written
inline constexpr cl_uint maxSamplers = 16;

/// CL_DEVICE_MAX_PIPE_ARGS: the minimum of the full profile. More pipes would only need more pointers.
inline constexpr cl_uint maxPipeArguments = 16;
/// CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS: the number of reservations that a work-item can have, and that a work-group
/// can have. Weft stores nothing for a reservation but the id that the work-item holds. So the actual limit is the
/// number of packets of the pipe.
inline constexpr cl_uint maxPipeReservations = maxWorkGroupSize;
/// CL_DEVICE_PIPE_MAX_PACKET_SIZE in bytes. It is far above the required 1024 bytes, and a work-item copies a packet of
/// this size in at most a microsecond.
inline constexpr cl_uint maxPipePacketBytes = 64 * 1024;

} // namespace weft::core::limits

#endif
