// What machine code depends on: the CPU and its features.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CPU_IDENTITY_H
#define WEFT_RUNTIME_CORE_OBJECTS_CPU_IDENTITY_H

#include <CL/cl.h>

#include <string>

namespace weft::core {

/// Equal on two machines only where code that was compiled for one runs on the other. Part of the disk cache's keys.
const std::string &cpuIdentity();

/// Family, model and stepping as its vendor counts them: newer ones of a vendor have mostly higher numbers.
cl_version cpuVersion();

} // namespace weft::core

#endif
