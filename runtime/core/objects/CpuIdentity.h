// What machine code depends on: the CPU and its features.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CPU_IDENTITY_H
#define WEFT_RUNTIME_CORE_OBJECTS_CPU_IDENTITY_H

#include <string>

namespace weft::core {

/// Equal on two machines only where code that was compiled for one runs on the other. Part of the disk cache's keys.
const std::string &cpuIdentity();

} // namespace weft::core

#endif
