// The facts that machine code depends on: the CPU and its features.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CPU_IDENTITY_H
#define WEFT_RUNTIME_CORE_OBJECTS_CPU_IDENTITY_H

#include <CL/cl.h>

#include <string>

namespace weft::core {

/// Returns a text that is equal on two machines only if code compiled for one of them runs on the other. It is a part
/// of the disk cache's keys.
const std::string &cpuIdentity();

/// Family, model and stepping as the CPU's vendor counts them. Newer CPUs of a vendor usually have higher values.
cl_version cpuVersion();

} // namespace weft::core

#endif
