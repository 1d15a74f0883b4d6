// The names of cl_khr_command_buffer_mutable_dispatch 0.9.5. The headers of Linux distributions have them in an older
// form or not at all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_MUTABLE_DISPATCH_NAMES_H
#define WEFT_RUNTIME_CORE_OBJECTS_MUTABLE_DISPATCH_NAMES_H

#include "core/objects/CommandBufferNames.h"

// The names are those of the specification. Newer headers declare some of these types, too. That is no error, because
// both declarations are the same.
// NOLINTBEGIN(readability-identifier-naming)

using cl_command_buffer_update_type_khr = cl_uint;
using cl_mutable_dispatch_fields_khr = cl_bitfield;
using cl_mutable_dispatch_asserts_khr = cl_bitfield;
using cl_mutable_command_info_khr = cl_uint;

#ifndef CL_INVALID_MUTABLE_COMMAND_KHR
inline constexpr cl_int CL_INVALID_MUTABLE_COMMAND_KHR = -1141;
inline constexpr cl_device_info CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR = 0x12B0;
inline constexpr cl_command_properties_khr CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR = 0x12B1;
inline constexpr cl_mutable_dispatch_fields_khr CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR = 1 << 0;
inline constexpr cl_mutable_dispatch_fields_khr CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR = 1 << 1;
inline constexpr cl_mutable_dispatch_fields_khr CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR = 1 << 2;
inline constexpr cl_mutable_dispatch_fields_khr CL_MUTABLE_DISPATCH_ARGUMENTS_KHR = 1 << 3;
inline constexpr cl_mutable_dispatch_fields_khr CL_MUTABLE_DISPATCH_EXEC_INFO_KHR = 1 << 4;
inline constexpr cl_mutable_command_info_khr CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR = 0x12A0;
inline constexpr cl_mutable_command_info_khr CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR = 0x12A1;
inline constexpr cl_mutable_command_info_khr CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR = 0x12AD;
inline constexpr cl_mutable_command_info_khr CL_MUTABLE_DISPATCH_KERNEL_KHR = 0x12A3;
inline constexpr cl_mutable_command_info_khr CL_MUTABLE_DISPATCH_DIMENSIONS_KHR = 0x12A4;
inline constexpr cl_mutable_command_info_khr CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR = 0x12A5;
inline constexpr cl_mutable_command_info_khr CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR = 0x12A6;
inline constexpr cl_mutable_command_info_khr CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR = 0x12A7;
#endif

#ifndef CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR
inline constexpr cl_mutable_command_info_khr CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR = 0x12A2;
#endif

#ifndef CL_MUTABLE_DISPATCH_ASSERTS_KHR
inline constexpr cl_command_buffer_properties_khr CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR = 0x12B7;
inline constexpr cl_command_properties_khr CL_MUTABLE_DISPATCH_ASSERTS_KHR = 0x12B8;
inline constexpr cl_mutable_dispatch_asserts_khr CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR = 1 << 0;
#endif

#ifndef CL_COMMAND_BUFFER_STATE_FINALIZED_KHR
inline constexpr cl_command_buffer_state_khr CL_COMMAND_BUFFER_STATE_FINALIZED_KHR = 2;
#endif

/// Structures, signatures and a constant that older headers define differently.
namespace weft::khr {

/// The value of CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR.
inline constexpr cl_command_buffer_update_type_khr mutableDispatchConfig = 0;

struct cl_mutable_dispatch_arg_khr {
  cl_uint arg_index;
  size_t arg_size;
  const void *arg_value;
};

struct cl_mutable_dispatch_exec_info_khr {
  cl_uint param_name;
  size_t param_value_size;
  const void *param_value;
};

struct cl_mutable_dispatch_config_khr {
  cl_mutable_command_khr command;
  cl_uint num_args;
  cl_uint num_svm_args;
  cl_uint num_exec_infos;
  cl_uint work_dim;
  const cl_mutable_dispatch_arg_khr *arg_list;
  const cl_mutable_dispatch_arg_khr *arg_svm_list;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list;
  const size_t *global_work_offset;
  const size_t *global_work_size;
  const size_t *local_work_size;
};

cl_int CL_API_CALL clUpdateMutableCommandsKHR(cl_command_buffer_khr buffer, cl_uint count,
                                              const cl_command_buffer_update_type_khr *types, const void **configs);
cl_int CL_API_CALL clGetMutableCommandInfoKHR(cl_mutable_command_khr command, cl_mutable_command_info_khr name,
                                              size_t size, void *value, size_t *sizeReturned);

} // namespace weft::khr

// NOLINTEND(readability-identifier-naming)

#endif
