// Includes the headers of device-cpu that core and api use. All other headers of core and api include this header
// instead of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CPU_H
#define WEFT_RUNTIME_CORE_OBJECTS_CPU_H

// In angle brackets, because a quoted "Device.h" would be core's own header here.
#include <Device.h>
#include <KernelAbi.h>
#include <MemoryWork.h>
#include <WorkerPool.h>

#endif
