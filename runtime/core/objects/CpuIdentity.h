// The facts that machine code depends on: the CPU and its features.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CPU_IDENTITY_H
#define WEFT_RUNTIME_CORE_OBJECTS_CPU_IDENTITY_H

#include <CL/cl.h>

#include <string>

namespace weft::core {

/// A text that is equal on two machines only where code compiled for one of them runs on the other. It is a part of the
/// disk cache's keys.
const std::string &cpuIdentity();

/// Family, model and stepping as the CPU's vendor counts them: newer CPUs of a vendor mostly have higher numbers.
cl_version cpuVersion();

} // namespace weft::core

#endif
