// The dispatch table that every handle points to, and the entry points by name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_ICD_DISPATCH_TABLE_H
#define WEFT_ICD_DISPATCH_TABLE_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weft::icd {

/// The number of slots of the table. A loader that dispatches by Weft's table reads as many slots as the loader's own
/// header knows. Slots that are newer than Weft's header must read as NULL. So the table is longer than any header will
/// be for years.
inline constexpr size_t dispatchSlots = 256;

/// CL_ICD2_TAG_KHR of cl_khr_icd 2.0.0, "OPENCL31" in ASCII: in the slots of clGetPlatformIDs and clUnloadCompiler, the
/// tag says that the loader owns the second word of each object.
inline constexpr uintptr_t icd2Tag = 0x4F50454E434C3331;

/// Returns the table, which has dispatchSlots entries: pointers to functions, tags, or NULL.
const void *const *dispatchTable();

/// Returns the function with this name in the table, or else the extension function with this name. NULL where there is
/// none.
void *findEntryPoint(std::string_view name);

/// Returns the extension function with this name, if it belongs to the extensions that the platform reports. NULL for
/// all other names, also for core functions that a loader of OpenCL 3.0 knows.
void *findExtensionFunction(std::string_view name);

} // namespace weft::icd

#endif
