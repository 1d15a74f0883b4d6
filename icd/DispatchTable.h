// The dispatch table that every handle points to, and the entry points by name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_ICD_DISPATCH_TABLE_H
#define WEFT_ICD_DISPATCH_TABLE_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weft::icd {

/// A loader that dispatches by our table reads as many slots as its own header knows. Those that came after ours was
/// written must read as NULL, so the table is longer than any header will be for years.
inline constexpr size_t dispatchSlots = 256;

/// CL_ICD2_TAG_KHR of cl_khr_icd 2.0.0, "OPENCL31" in ASCII: in the slots of clGetPlatformIDs and clUnloadCompiler it
/// says that the second word of each object is the loader's.
inline constexpr uintptr_t icd2Tag = 0x4F50454E434C3331;

/// The table: dispatchSlots pointers to functions, or tags, or NULL.
const void *const *dispatchTable();

/// The function of that name in the table, extension functions of other chapters included. NULL where there is none.
void *findEntryPoint(std::string_view name);

/// An extension function that works with the extensions which the platform reports. NULL for all other names, core
/// functions among them.
void *findExtensionFunction(std::string_view name);

} // namespace weft::icd

#endif
