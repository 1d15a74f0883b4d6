// The flag of cl_ext_immutable_memory_objects, which the headers of Linux distributions don't have yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_IMMUTABLE_MEMORY_NAMES_H
#define WEFT_RUNTIME_CORE_OBJECTS_IMMUTABLE_MEMORY_NAMES_H

#include <CL/cl_ext.h>

#ifndef CL_MEM_IMMUTABLE_EXT
inline constexpr cl_mem_flags CL_MEM_IMMUTABLE_EXT = 1 << 6; // NOLINT(readability-identifier-naming): as specified
#endif

#endif
