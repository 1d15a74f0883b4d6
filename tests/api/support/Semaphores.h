// The functions of cl_khr_semaphore and cl_khr_external_semaphore, and a handle that owns a semaphore.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_SEMAPHORES_H
#define WEFT_TESTS_API_SEMAPHORES_H

#include <vector>

#include "NewNames.h"
#include "support/Extension.h"
#include "support/Handles.h"

namespace weft::test {

/// The functions of the extensions, looked up by name as an application does.
struct SemaphoreFunctions {
  explicit SemaphoreFunctions(const cl_icd_dispatch &cl)
#define WEFT_FOUND(member, name) member(extension<decltype(&::name)>(cl, #name))
      : WEFT_FOUND(create, clCreateSemaphoreWithPropertiesKHR), WEFT_FOUND(retain, clRetainSemaphoreKHR),
        WEFT_FOUND(release, clReleaseSemaphoreKHR), WEFT_FOUND(info, clGetSemaphoreInfoKHR),
        WEFT_FOUND(signal, clEnqueueSignalSemaphoresKHR), WEFT_FOUND(wait, clEnqueueWaitSemaphoresKHR),
        WEFT_FOUND(handle, clGetSemaphoreHandleForTypeKHR),
        importAgain(extension<decltype(&khr::clReImportSemaphoreSyncFdKHR)>(cl, "clReImportSemaphoreSyncFdKHR")) {
  }
#undef WEFT_FOUND
  decltype(&::clCreateSemaphoreWithPropertiesKHR) create;
  decltype(&::clRetainSemaphoreKHR) retain;
  decltype(&::clReleaseSemaphoreKHR) release;
  decltype(&::clGetSemaphoreInfoKHR) info;
  decltype(&::clEnqueueSignalSemaphoresKHR) signal;
  decltype(&::clEnqueueWaitSemaphoresKHR) wait;
  decltype(&::clGetSemaphoreHandleForTypeKHR) handle;
  decltype(&khr::clReImportSemaphoreSyncFdKHR) importAgain;
};

template <> inline void Handle<cl_semaphore_khr>::reset() {
  if (object_ != nullptr)
    SemaphoreFunctions(entryPoints(Route::loader)).release(std::exchange(object_, nullptr));
}

/// Creates a semaphore with `properties` in addition to its type.
Handle<cl_semaphore_khr> makeSemaphore(cl_context context, std::vector<cl_semaphore_properties_khr> properties = {});

} // namespace weft::test

#endif
