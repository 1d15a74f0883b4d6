// The types of shared virtual memory: cl_khr_unified_svm.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_UNIFIED_SVM_H
#define WEFT_RUNTIME_API_UNIFIED_SVM_H

#include <array>

#include "api/UnifiedSvmNames.h"

namespace weft::api {

/// Indices into svmTypes.
enum SvmType : cl_uint { coarseGrainSvm, fineGrainSvm, deviceSvm, hostSvm, sharedSvm, systemSvm };

/// The capabilities of each type of memory, on every device. The memory of all types is the same and could have all
/// capabilities. But a type only has the capabilities that it has on other platforms, so that programs which run here
/// also run there.
inline constexpr std::array<cl_svm_capabilities_khr, 6> svmTypes = [] {
  constexpr cl_svm_capabilities_khr device = CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR |
                                             CL_SVM_CAPABILITY_DEVICE_READ_KHR | CL_SVM_CAPABILITY_DEVICE_WRITE_KHR |
                                             CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR |
                                             CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR;
  constexpr cl_svm_capabilities_khr everywhere =
      device | CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR | CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR;
  constexpr cl_svm_capabilities_khr atAnyTime =
      everywhere | CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR |
      CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR | CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR;
  std::array<cl_svm_capabilities_khr, 6> types{};
  types[coarseGrainSvm] = everywhere | CL_SVM_CAPABILITY_HOST_MAP_KHR;
  types[fineGrainSvm] = atAnyTime | CL_SVM_CAPABILITY_HOST_MAP_KHR;
  types[deviceSvm] = device | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR;
  types[hostSvm] = atAnyTime | CL_SVM_CAPABILITY_HOST_OWNED_KHR;
  types[sharedSvm] = atAnyTime;
  types[systemSvm] = atAnyTime | CL_SVM_CAPABILITY_HOST_MAP_KHR | CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR;
  return types;
}();

} // namespace weft::api

#endif
