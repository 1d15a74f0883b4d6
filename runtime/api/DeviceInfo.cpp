// Device handles and the answers to all device queries. OpenCL 3.0 section 4.2.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <algorithm>

#include "Options.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/ExternalHandles.h"
#include "api/Info.h"
#include "api/MutableDispatch.h"
#include "api/NewNames.h"
#include "api/UnifiedSvm.h"
#include "core/Platform.h"
#include "core/objects/CpuIdentity.h"
#include "core/objects/Device.h"
#include "core/objects/DevicePartition.h"
#include "core/objects/Extensions.h"
#include "core/objects/Limits.h"
#include "core/objects/SpirvSupport.h"
#include "core/objects/Uuid.h"
#include "core/objects/Version.h"

namespace weft::api {

namespace {

using core::Device;
using core::Platform;
namespace limits = core::limits;

/// The value of CL_DEVICE_TERMINATE_CAPABILITY_KHR in the headers of OpenCL 1.2, which clinfo still uses.
constexpr cl_device_info terminateCapabilityOfFirstHeaders = 0x200F;

/// The answer to a query whose result is the same on every machine.
template <typename T, T value> Answer constant(Device &) { return scalar<T>(value); }
Answer emptyText(Device &) { return text(""); }
template <typename T> Answer emptyArray(Device &) { return InfoValue(nullptr, 0); }

/// How many elements of this many bytes the widest vector register holds.
template <unsigned bytes> Answer nativeLanes(Device &device) {
  return scalar<cl_uint>(device.topology().floatVectorWidth * sizeof(cl_float) / bytes);
}

cl_name_version named(const char *name, cl_version version) {
  cl_name_version entry{.version = version, .name = {}};
  std::copy_n(name, std::char_traits<char>::length(name), entry.name);
  return entry;
}

constexpr cl_version languageVersion = CL_MAKE_VERSION(1, 2, 0);

/// Answers CL_DEVICE_OPENCL_C_ALL_VERSIONS.
Answer languageVersions(Device &) {
  return array(std::vector<cl_name_version>{
      named("OpenCL C", CL_MAKE_VERSION(1, 0, 0)), named("OpenCL C", CL_MAKE_VERSION(1, 1, 0)),
      named("OpenCL C", CL_MAKE_VERSION(1, 2, 0)), named("OpenCL C", CL_MAKE_VERSION(2, 0, 0)),
      named("OpenCL C", CL_MAKE_VERSION(3, 0, 0)), named("OpenCL C", CL_MAKE_VERSION(3, 1, 0))});
}

Answer ilNames(Device &) {
  std::string names;
  for (unsigned minor = 0; minor <= core::newestSpirvMinor; ++minor)
    names += (names.empty() ? "SPIR-V_1." : " SPIR-V_1.") + std::to_string(minor);
  return text(names);
}

Answer ilVersions(Device &) {
  std::vector<cl_name_version> versions;
  for (unsigned minor = 0; minor <= core::newestSpirvMinor; ++minor)
    versions.push_back(named("SPIR-V", CL_MAKE_VERSION(1, minor, 0)));
  return array(versions);
}

// Kernels divide and take square roots by the CPU's instructions, which round correctly, and fma() is fused on every
// machine. All rounding modes of the CPU are reported, although kernels use modes other than round-to-nearest only in
// conversions.
constexpr cl_device_fp_config doubleConfig =
    CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
constexpr cl_device_fp_config singleConfig = doubleConfig | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
constexpr cl_device_fp_config halfConfig = doubleConfig;

// Dot products of four bytes are supported both for bytes in vectors and for bytes packed into an integer. They take
// ordinary multiplications and additions of the CPU.
constexpr cl_device_integer_dot_product_capabilities_khr dotProducts =
    CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR | CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR;
Answer dotProductAcceleration(Device &) {
  return scalar<cl_device_integer_dot_product_acceleration_properties_khr>({});
}

// Kernels use the CPU's atomic instructions, and all threads share the memory. So every memory order and scope is
// supported.
constexpr cl_device_atomic_capabilities atomicMemory =
    CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
    CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
constexpr cl_device_atomic_capabilities atomicFences = atomicMemory | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM;

// Names of cl_ext_float_atomics, which the headers of Linux distributions don't have yet.
constexpr cl_device_info singleAtomicCapabilities = 0x4231;
constexpr cl_device_info doubleAtomicCapabilities = 0x4232;
constexpr cl_device_info halfAtomicCapabilities = 0x4233;
/// The supported operations. Bit 0: load, store and exchange. Bit 1: add. Bit 2: minimum and maximum. These are for
/// global memory; bits 16 to 18 say the same for local memory.
constexpr cl_bitfield floatAtomics = 0x0007'0007;

// The capabilities of each kind of memory of cl_intel_unified_shared_memory. They are the same for all kinds, because
// all memory is the host's.
Answer unifiedMemory(Device &) {
  return scalar<cl_device_unified_shared_memory_capabilities_intel>(
      CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
      CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL);
}

// cl_intel_device_attribute_query uses terms of GPUs. Here, each compute unit counts as a slice with one thread.
Answer slices(Device &device) { return scalar<cl_uint>(device.computeUnits()); }

// The headers of most distributions don't have cl_khr_kernel_clock yet.
constexpr cl_device_info kernelClockCapabilities = 0x1076;              // CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR
constexpr cl_bitfield kernelClocks = (1u << 0) | (1u << 1) | (1u << 2); // scopes device, work-group and sub-group

// The queries, grouped in the same sections as in the specification's table of device queries.
const InfoQuery<Device> deviceQueries[] = {
    // Identity
    {CL_DEVICE_TYPE, constant<cl_device_type, CL_DEVICE_TYPE_CPU>},
    {CL_DEVICE_VENDOR_ID,
     [](Device &device) -> Answer {
       return scalar<cl_uint>(Options::get().vendorId.value_or(device.topology().vendorId));
     }},
    {CL_DEVICE_NAME,
     [](Device &device) -> Answer {
       const std::string &other = Options::get().deviceName;
       return text(other.empty() ? device.topology().name : other);
     }},
    {CL_DEVICE_VENDOR, [](Device &device) -> Answer { return text(device.topology().vendor); }},
    {CL_DRIVER_VERSION, [](Device &) -> Answer { return text(core::driverVersion()); }},
    {CL_DEVICE_PROFILE, [](Device &) -> Answer { return text(Platform::profile); }},
    {CL_DEVICE_VERSION, [](Device &) -> Answer { return text(core::platformVersion()); }},
    {CL_DEVICE_NUMERIC_VERSION, constant<cl_version, core::openClVersion>},
    {CL_DEVICE_PLATFORM, [](Device &) -> Answer { return scalar<cl_platform_id>(Platform::instance().show()); }},
    {CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, emptyText},
    {CL_DEVICE_UUID_KHR, [](Device &device) -> Answer { return scalar<core::Uuid>(core::deviceUuid(device)); }},
    {CL_DRIVER_UUID_KHR, [](Device &) -> Answer { return scalar<core::Uuid>(core::driverUuid()); }},
    {CL_DEVICE_LUID_VALID_KHR, constant<cl_bool, CL_FALSE>},
    {CL_DEVICE_LUID_KHR, [](Device &) -> Answer { return scalar<std::array<cl_uchar, CL_LUID_SIZE_KHR>>({}); }},
    {CL_DEVICE_NODE_MASK_KHR, constant<cl_uint, 0>},

    {CL_DEVICE_ID_INTEL, [](Device &device) -> Answer { return scalar<cl_uint>(core::deviceNumber(device)); }},
    {CL_DEVICE_IP_VERSION_INTEL, [](Device &) -> Answer { return scalar<cl_version>(core::cpuVersion()); }},

    // State
    {CL_DEVICE_AVAILABLE, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_COMPILER_AVAILABLE, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_LINKER_AVAILABLE, constant<cl_bool, CL_TRUE>},
    {terminateCapabilityOfFirstHeaders,
     constant<cl_device_terminate_capability_khr, CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR>},
    {CL_DEVICE_TERMINATE_CAPABILITY_KHR,
     constant<cl_device_terminate_capability_khr, CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR>},
    {CL_DEVICE_REFERENCE_COUNT, // a root-level device always has 1
     [](Device &device) -> Answer { return scalar<cl_uint>(device.parent() ? device.references() : 1); }},

    // Execution
    {CL_DEVICE_MAX_COMPUTE_UNITS, [](Device &device) -> Answer { return scalar<cl_uint>(device.computeUnits()); }},
    {CL_DEVICE_MAX_CLOCK_FREQUENCY,
     [](Device &device) -> Answer { return scalar<cl_uint>(static_cast<cl_uint>(device.topology().maxClockMHz)); }},
    {CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
     constant<cl_device_command_buffer_capabilities_khr, CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                                                             CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
                                                             CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR>},
    // All devices synchronise with each other: when a worker of one device has run a command, it can start a command of
    // another device.
    {CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR, constant<cl_uint, 1>},
    {CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR,
     [](Device &) -> Answer { return scalar<cl_device_id>(core::Platform::instance().device().show()); }},
    {CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR, constant<cl_command_queue_properties, 0>},
    {CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
     constant<cl_command_queue_properties, limits::queueProperties>},
    {CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR, constant<cl_mutable_dispatch_fields_khr, updatableFields>},
    {CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, [](Device &) -> Answer { return array(memoryHandles); }},
    // Images always have a linear layout.
    {CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR,
     [](Device &) -> Answer { return array(memoryHandles); }},
    {CL_DEVICE_SEMAPHORE_TYPES_KHR, [](Device &) -> Answer { return array(semaphoreTypes); }},
    {CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, [](Device &) -> Answer { return array(semaphoreHandles); }},
    {CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, [](Device &) -> Answer { return array(semaphoreHandles); }},
    {CL_DEVICE_EXECUTION_CAPABILITIES, constant<cl_device_exec_capabilities, CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL>},
    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, constant<cl_uint, limits::maxWorkItemDimensions>},
    {CL_DEVICE_MAX_WORK_GROUP_SIZES, [](Device &) -> Answer { return array(limits::maxWorkItemSizes); }},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, constant<size_t, limits::maxWorkGroupSize>},
    {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, constant<size_t, limits::preferredWorkGroupMultiple>},
    {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, constant<cl_bool, CL_TRUE>},
    {kernelClockCapabilities, constant<cl_bitfield, kernelClocks>},
    {CL_DEVICE_MAX_NUM_SUB_GROUPS, constant<cl_uint, core::limits::maxSubGroups>},
    {CL_DEVICE_SUB_GROUP_SIZES_INTEL, [](core::Device &) { return array<size_t>(core::limits::subGroupSizes); }},
    {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR, constant<cl_uint, limits::maxNamedBarriers>},

    {CL_DEVICE_NUM_SLICES_INTEL, slices},
    {CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL, constant<cl_uint, 1>},
    {CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL, constant<cl_uint, 1>},
    {CL_DEVICE_NUM_THREADS_PER_EU_INTEL, constant<cl_uint, 1>},
    {CL_DEVICE_FEATURE_CAPABILITIES_INTEL, constant<cl_device_feature_capabilities_intel, 0>},

    // Arithmetic. The compiler forms vectors from several work-items, so kernels should be written with scalars: the
    // preferred width of each type is 1.
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, constant<cl_uint, 1>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, constant<cl_uint, 1>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, constant<cl_uint, 1>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, constant<cl_uint, 1>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, constant<cl_uint, 1>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, constant<cl_uint, 1>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, constant<cl_uint, 1>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, nativeLanes<1>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, nativeLanes<2>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, nativeLanes<4>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, nativeLanes<8>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, nativeLanes<4>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, nativeLanes<8>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, nativeLanes<4>}, // half values are computed as floats
    {CL_DEVICE_SINGLE_FP_CONFIG, constant<cl_device_fp_config, singleConfig>},
    {CL_DEVICE_DOUBLE_FP_CONFIG, constant<cl_device_fp_config, doubleConfig>},
    {CL_DEVICE_HALF_FP_CONFIG, constant<cl_device_fp_config, halfConfig>},
    {CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
     constant<cl_device_integer_dot_product_capabilities_khr, dotProducts>},
    {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR, dotProductAcceleration},
    {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR, dotProductAcceleration},
    {CL_DEVICE_ADDRESS_BITS, constant<cl_uint, sizeof(void *) * 8>},
    {CL_DEVICE_ENDIAN_LITTLE, constant<cl_bool, CL_TRUE>},

    // Memory
    {CL_DEVICE_GLOBAL_MEM_SIZE, [](Device &device) -> Answer { return scalar<cl_ulong>(device.globalMemoryBytes()); }},
    {CL_DEVICE_MAX_MEM_ALLOC_SIZE,
     [](Device &device) -> Answer { return scalar<cl_ulong>(device.maxAllocationBytes()); }},
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE,
     [](Device &device) -> Answer {
       return scalar<cl_device_mem_cache_type>(device.memoryHierarchy().lastLevelCacheBytes ? CL_READ_WRITE_CACHE
                                                                                            : CL_NONE);
     }},
    {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE,
     [](Device &device) -> Answer { return scalar<cl_ulong>(device.memoryHierarchy().lastLevelCacheBytes); }},
    {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE,
     [](Device &device) -> Answer {
       return scalar<cl_uint>(static_cast<cl_uint>(device.memoryHierarchy().cacheLineBytes));
     }},
    {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
     [](Device &device) -> Answer { return scalar<cl_ulong>(device.maxAllocationBytes()); }},
    {CL_DEVICE_MAX_CONSTANT_ARGS, constant<cl_uint, limits::maxParameterBytes / sizeof(void *)>},
    {CL_DEVICE_MAX_PARAMETER_SIZE, constant<size_t, limits::maxParameterBytes>},
    {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, constant<size_t, limits::maxGlobalVariableBytes>},
    {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, constant<size_t, limits::maxGlobalVariableBytes>},
    {CL_DEVICE_LOCAL_MEM_TYPE, constant<cl_device_local_mem_type, CL_GLOBAL>}, // local memory is ordinary memory, which
                                                                               // usually stays in a core's cache
    {CL_DEVICE_LOCAL_MEM_SIZE, constant<cl_ulong, limits::localMemoryBytes>},
    {CL_DEVICE_MEM_BASE_ADDR_ALIGN, constant<cl_uint, limits::memoryAlignment * 8>},
    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, constant<cl_uint, limits::memoryAlignment>},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT, constant<cl_bool, CL_FALSE>},
    {CL_DEVICE_HOST_UNIFIED_MEMORY, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_SVM_CAPABILITIES, constant<cl_device_svm_capabilities, limits::svmCapabilities>},
    {CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, [](Device &) -> Answer { return array<cl_svm_capabilities_khr>(svmTypes); }},
    {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, unifiedMemory},
    {CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, unifiedMemory},
    {CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, unifiedMemory},
    {CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, unifiedMemory},
    {CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL, unifiedMemory},
    {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, constant<cl_device_atomic_capabilities, atomicMemory>},
    {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, constant<cl_device_atomic_capabilities, atomicFences>},
    {singleAtomicCapabilities, constant<cl_bitfield, floatAtomics>},
    {doubleAtomicCapabilities, constant<cl_bitfield, floatAtomics>},
    {halfAtomicCapabilities, constant<cl_bitfield, floatAtomics>},
    {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, constant<cl_uint, 0>}, // 0: the type's natural alignment
    {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, constant<cl_uint, 0>},
    {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, constant<cl_uint, 0>},

    // Queues
    {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, constant<cl_command_queue_properties, limits::queueProperties>},
    {CL_DEVICE_PROFILING_TIMER_RESOLUTION, constant<size_t, limits::timerResolution>},
    {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES,
     constant<cl_device_device_enqueue_capabilities, CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT>},
    {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, constant<cl_command_queue_properties, limits::deviceQueueProperties>},
    {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, constant<cl_uint, limits::preferredDeviceQueueBytes>},
    {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, constant<cl_uint, limits::maxDeviceQueueBytes>},
    {CL_DEVICE_MAX_ON_DEVICE_QUEUES, constant<cl_uint, limits::maxDeviceQueues>},
    {CL_DEVICE_MAX_ON_DEVICE_EVENTS, constant<cl_uint, limits::maxDeviceEvents>},

    // Programs
    {CL_DEVICE_OPENCL_C_VERSION,
     [](Device &) -> Answer { return text(std::string("OpenCL C 1.2 Weft ") + core::driverVersion()); }},
    {CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, constant<cl_version, languageVersion>},
    // The version that -cl-std=CLC++ selects; version 2021 must be requested by its name.
    {CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, constant<cl_version, CL_MAKE_VERSION(1, 0, 0)>},
    {CL_DEVICE_OPENCL_C_ALL_VERSIONS, languageVersions},
    {CL_DEVICE_OPENCL_C_FEATURES,
     [](Device &) -> Answer { return array(core::extensionVersions(core::featureScope)); }},
    {CL_DEVICE_EXTENSIONS, [](Device &) -> Answer { return text(core::extensionNames(core::deviceScope)); }},
    {CL_DEVICE_EXTENSIONS_WITH_VERSION,
     [](Device &) -> Answer { return array(core::extensionVersions(core::deviceScope)); }},
    {CL_DEVICE_IL_VERSION, ilNames},
    {CL_DEVICE_ILS_WITH_VERSION, ilVersions},
    {CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR, [](Device &) { return array(core::spirvInstructionSets()); }},
    {CL_DEVICE_SPIRV_EXTENSIONS_KHR, [](Device &) { return array(core::spirvExtensions()); }},
    {CL_DEVICE_SPIRV_CAPABILITIES_KHR, [](Device &) { return array(core::spirvCapabilities()); }},
    {CL_DEVICE_BUILT_IN_KERNELS, emptyText},
    {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, emptyArray<cl_name_version>},
    {CL_DEVICE_PRINTF_BUFFER_SIZE, constant<size_t, limits::printfBufferBytes>},
    {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, constant<cl_bool, CL_TRUE>},

    // Sub-devices
    {CL_DEVICE_PARENT_DEVICE,
     [](Device &device)
         -> Answer { return scalar<cl_device_id>(device.parent() ? device.parent()->show() : nullptr); }},
    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
     [](Device &device) -> Answer { return scalar<cl_uint>(core::maxSubDevices(device)); }},
    {CL_DEVICE_PARTITION_PROPERTIES, [](Device &device) -> Answer { return array(core::partitionSchemes(device)); }},
    {CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
     [](Device &device) -> Answer { return scalar<cl_device_affinity_domain>(core::affinityDomains(device)); }},
    {CL_DEVICE_PARTITION_TYPE,
     [](Device &device)
         -> Answer { return device.parent() ? array(device.partition()) : scalar<cl_device_partition_property>(0); }},

    // Images and samplers
    {CL_DEVICE_IMAGE_SUPPORT, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_MAX_READ_IMAGE_ARGS, constant<cl_uint, limits::maxReadImageArguments>},
    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, constant<cl_uint, limits::maxWriteImageArguments>},
    {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, constant<cl_uint, limits::maxWriteImageArguments>},
    {CL_DEVICE_IMAGE2D_MAX_WIDTH, constant<size_t, limits::maxImage2dSize>},
    {CL_DEVICE_IMAGE2D_MAX_HEIGHT, constant<size_t, limits::maxImage2dSize>},
    {CL_DEVICE_IMAGE3D_MAX_WIDTH, constant<size_t, limits::maxImage3dSize>},
    {CL_DEVICE_IMAGE3D_MAX_HEIGHT, constant<size_t, limits::maxImage3dSize>},
    {CL_DEVICE_IMAGE3D_MAX_DEPTH, constant<size_t, limits::maxImage3dSize>},
    {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, constant<size_t, limits::maxImageBufferSize>},
    {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, constant<size_t, limits::maxImageArraySize>},
    {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, constant<cl_uint, limits::imagePitchAlignment>},
    {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, constant<cl_uint, limits::imagePitchAlignment>},
    {CL_DEVICE_MAX_SAMPLERS, constant<cl_uint, limits::maxSamplers>},

    // Pipes
    {CL_DEVICE_PIPE_SUPPORT, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_MAX_PIPE_ARGS, constant<cl_uint, limits::maxPipeArguments>},
    {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, constant<cl_uint, limits::maxPipeReservations>},
    {CL_DEVICE_PIPE_MAX_PACKET_SIZE, constant<cl_uint, limits::maxPipePacketBytes>},
};

constexpr cl_device_type knownTypes = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                      CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;

} // namespace

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint numEntries, cl_device_id *devices,
                      cl_uint *numDevices) {
  return run("clGetDeviceIDs", [&](Call &call) -> Result<> {
    static_cast<void>(TRY(call.resolve<Platform>(platform)));
    // CL_INVALID_DEVICE_TYPE: the value is neither CL_DEVICE_TYPE_ALL nor a combination of existing types.
    if (type != CL_DEVICE_TYPE_ALL && (type == 0 || (type & ~knownTypes) != 0))
      return fail(CL_INVALID_DEVICE_TYPE, "The device type has none of the known bits, or an unknown one.");
    // CL_INVALID_VALUE: the array has no elements, or neither an array nor an address for the count is given.
    if (devices && numEntries == 0)
      return fail(CL_INVALID_VALUE, "The array devices is given, but num_entries is 0.");
    if (!devices && !numDevices)
      return fail(CL_INVALID_VALUE, "Both devices and num_devices are NULL.");
    // CL_DEVICE_NOT_FOUND: the platform has no device of that type.
    if ((type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT)) == 0)
      return fail(CL_DEVICE_NOT_FOUND, "The platform has no device of that type; its one device is a CPU.");
    if (devices)
      devices[0] = Platform::instance().device().show();
    if (numDevices)
      *numDevices = 1;
    return {};
  });
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void *value, size_t *sizeReturned) {
  return run("clGetDeviceInfo", [&](Call &call) -> Result<> {
    const RefPtr<Device> object = TRY(call.resolve<Device>(device));
    return answerQuery(deviceQueries, *object, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
