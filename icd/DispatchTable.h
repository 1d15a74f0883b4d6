// The dispatch table to which every handle points, and the search for entry points by their names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_ICD_DISPATCH_TABLE_H
#define WEFT_ICD_DISPATCH_TABLE_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weft::icd {

/// The number of slots of the table. A loader was compiled with a header that declares the table's slots, and reads all
/// of these slots. If the loader's header is newer than Weft's, it declares further slots, and the loader must find
/// NULL in them. So the table has many more slots than Weft's header declares.
inline constexpr size_t dispatchSlots = 256;

/// CL_ICD2_TAG_KHR of cl_khr_icd 2.0.0, "OPENCL31" in ASCII: this tag in the slots of clGetPlatformIDs and
/// clUnloadCompiler tells the loader that it may use the second word of each object.
inline constexpr uintptr_t icd2Tag = 0x4F50454E434C3331;

/// Returns the table, which has dispatchSlots entries: pointers to functions, tags, or NULL.
const void *const *dispatchTable();

/// Returns the function with this name in the table, or else the extension function with this name. NULL if there is
/// none.
void *findEntryPoint(std::string_view name);

/// Returns the function with this name if it belongs to an extension that the platform reports, or is a core function
/// that a loader of OpenCL 3.0 doesn't know. NULL for all other names.
void *findExtensionFunction(std::string_view name);

} // namespace weft::icd

#endif
