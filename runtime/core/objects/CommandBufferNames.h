// The names of cl_khr_command_buffer (0.9.8) and of cl_khr_command_buffer_multi_device (0.9.2). The headers of Linux
// distributions don't have them yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_COMMAND_BUFFER_NAMES_H
#define WEFT_RUNTIME_CORE_OBJECTS_COMMAND_BUFFER_NAMES_H

#include <CL/cl_ext.h>

// The names are those of the specification. Newer headers declare some of these types, too. That is no error, because
// both declarations are the same.
// NOLINTBEGIN(readability-identifier-naming)

using cl_device_command_buffer_capabilities_khr = cl_bitfield;
using cl_command_buffer_khr = struct _cl_command_buffer_khr *;
using cl_sync_point_khr = cl_uint;
using cl_command_buffer_info_khr = cl_uint;
using cl_command_buffer_state_khr = cl_uint;
using cl_command_buffer_properties_khr = cl_properties;
using cl_command_buffer_flags_khr = cl_bitfield;
using cl_command_properties_khr = cl_properties;
using cl_mutable_command_khr = struct _cl_mutable_command_khr *;

#ifndef CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR
inline constexpr cl_device_info CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR = 0x12A9;
inline constexpr cl_device_info CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR = 0x12AA;
inline constexpr cl_device_command_buffer_capabilities_khr CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR = 1 << 0;
inline constexpr cl_command_buffer_properties_khr CL_COMMAND_BUFFER_FLAGS_KHR = 0x1293;
inline constexpr cl_int CL_INVALID_COMMAND_BUFFER_KHR = -1138;
inline constexpr cl_int CL_INVALID_SYNC_POINT_WAIT_LIST_KHR = -1139;
inline constexpr cl_int CL_INCOMPATIBLE_COMMAND_QUEUE_KHR = -1140;
inline constexpr cl_command_buffer_info_khr CL_COMMAND_BUFFER_QUEUES_KHR = 0x1294;
inline constexpr cl_command_buffer_info_khr CL_COMMAND_BUFFER_NUM_QUEUES_KHR = 0x1295;
inline constexpr cl_command_buffer_info_khr CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR = 0x1296;
inline constexpr cl_command_buffer_info_khr CL_COMMAND_BUFFER_STATE_KHR = 0x1297;
inline constexpr cl_command_buffer_info_khr CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR = 0x1298;
inline constexpr cl_command_buffer_state_khr CL_COMMAND_BUFFER_STATE_RECORDING_KHR = 0;
inline constexpr cl_command_buffer_state_khr CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR = 1;
inline constexpr cl_command_type CL_COMMAND_COMMAND_BUFFER_KHR = 0x12A8;
#endif

#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR
inline constexpr cl_command_buffer_info_khr CL_COMMAND_BUFFER_CONTEXT_KHR = 0x1299;
#endif

#ifndef CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR
inline constexpr cl_device_info CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR = 0x129A;
#endif

// Headers for 0.9.8 and later declare these names together with cl_khr_command_buffer_mutable_dispatch.
#ifndef CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR
inline constexpr cl_command_buffer_flags_khr CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR = 1 << 0;
inline constexpr cl_device_command_buffer_capabilities_khr CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR = 1 << 2;
#endif
#ifndef CL_COMMAND_BUFFER_MUTABLE_KHR
inline constexpr cl_command_buffer_flags_khr CL_COMMAND_BUFFER_MUTABLE_KHR = 1 << 1;
#endif
#ifndef CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR
inline constexpr cl_command_buffer_flags_khr CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR = 1 << 2;
#endif

using cl_platform_command_buffer_capabilities_khr = cl_bitfield;

#ifndef CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR
inline constexpr cl_platform_info CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR = 0x0908;
inline constexpr cl_platform_command_buffer_capabilities_khr CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR = 1 << 0;
inline constexpr cl_platform_command_buffer_capabilities_khr CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR = 1 << 1;
inline constexpr cl_platform_command_buffer_capabilities_khr CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR = 1 << 2;
#endif
#ifndef CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR
inline constexpr cl_device_info CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR = 0x12AB;
inline constexpr cl_device_info CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR = 0x12AC;
#endif
#ifndef CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR
inline constexpr cl_device_command_buffer_capabilities_khr CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR = 1 << 4;
#endif

/// The functions' signatures. They are in a namespace of their own, because a header may declare the same names with
/// older signatures, in which the parameter `properties` is missing.
namespace weft::khr {

cl_command_buffer_khr CL_API_CALL clCreateCommandBufferKHR(cl_uint queueCount, const cl_command_queue *queues,
                                                           const cl_command_buffer_properties_khr *properties,
                                                           cl_int *errcodeRet);
cl_command_buffer_khr CL_API_CALL clRemapCommandBufferKHR(cl_command_buffer_khr buffer, cl_bool automatic,
                                                          cl_uint queueCount, const cl_command_queue *queues,
                                                          cl_uint handleCount, const cl_mutable_command_khr *handles,
                                                          cl_mutable_command_khr *counterparts, cl_int *errcodeRet);
cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr buffer);
cl_int CL_API_CALL clRetainCommandBufferKHR(cl_command_buffer_khr buffer);
cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr buffer);
cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint queueCount, cl_command_queue *queues, cl_command_buffer_khr buffer,
                                             cl_uint waitCount, const cl_event *waitList, cl_event *event);
cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr buffer, cl_command_buffer_info_khr name, size_t size,
                                             void *value, size_t *sizeReturned);
cl_int CL_API_CALL clCommandBarrierWithWaitListKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                   const cl_command_properties_khr *properties, cl_uint waitCount,
                                                   const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                                   cl_mutable_command_khr *handle);
cl_int CL_API_CALL clCommandCopyBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                          const cl_command_properties_khr *properties, cl_mem source,
                                          cl_mem destination, size_t sourceOffset, size_t destinationOffset,
                                          size_t size, cl_uint waitCount, const cl_sync_point_khr *waitList,
                                          cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle);
cl_int CL_API_CALL clCommandCopyBufferRectKHR(
    cl_command_buffer_khr buffer, cl_command_queue queue, const cl_command_properties_khr *properties, cl_mem source,
    cl_mem destination, const size_t *sourceOrigin, const size_t *destinationOrigin, const size_t *region,
    size_t sourceRowPitch, size_t sourceSlicePitch, size_t destinationRowPitch, size_t destinationSlicePitch,
    cl_uint waitCount, const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle);
cl_int CL_API_CALL clCommandCopyBufferToImageKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                 const cl_command_properties_khr *properties, cl_mem source,
                                                 cl_mem destination, size_t offset, const size_t *origin,
                                                 const size_t *region, cl_uint waitCount,
                                                 const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                                 cl_mutable_command_khr *handle);
cl_int CL_API_CALL clCommandCopyImageKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                         const cl_command_properties_khr *properties, cl_mem source, cl_mem destination,
                                         const size_t *sourceOrigin, const size_t *destinationOrigin,
                                         const size_t *region, cl_uint waitCount, const cl_sync_point_khr *waitList,
                                         cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle);
cl_int CL_API_CALL clCommandCopyImageToBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                 const cl_command_properties_khr *properties, cl_mem source,
                                                 cl_mem destination, const size_t *origin, const size_t *region,
                                                 size_t offset, cl_uint waitCount, const cl_sync_point_khr *waitList,
                                                 cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle);
cl_int CL_API_CALL clCommandFillBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                          const cl_command_properties_khr *properties, cl_mem destination,
                                          const void *pattern, size_t patternSize, size_t offset, size_t size,
                                          cl_uint waitCount, const cl_sync_point_khr *waitList,
                                          cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle);
cl_int CL_API_CALL clCommandFillImageKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                         const cl_command_properties_khr *properties, cl_mem destination,
                                         const void *colour, const size_t *origin, const size_t *region,
                                         cl_uint waitCount, const cl_sync_point_khr *waitList,
                                         cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle);
cl_int CL_API_CALL clCommandNDRangeKernelKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                             const cl_command_properties_khr *properties, cl_kernel kernel,
                                             cl_uint workDim, const size_t *globalOffset, const size_t *globalSize,
                                             const size_t *localSize, cl_uint waitCount,
                                             const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                             cl_mutable_command_khr *handle);
cl_int CL_API_CALL clCommandSVMMemcpyKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                         const cl_command_properties_khr *properties, void *destination,
                                         const void *source, size_t size, cl_uint waitCount,
                                         const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                         cl_mutable_command_khr *handle);
cl_int CL_API_CALL clCommandSVMMemFillKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                          const cl_command_properties_khr *properties, void *destination,
                                          const void *pattern, size_t patternSize, size_t size, cl_uint waitCount,
                                          const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                          cl_mutable_command_khr *handle);

} // namespace weft::khr

// NOLINTEND(readability-identifier-naming)

#endif
