// Reads which schedules the compiler's cost model knows for a kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_SCHEDULE_ESTIMATES_H
#define WEFT_RUNTIME_CORE_PROGRAMS_SCHEDULE_ESTIMATES_H

#include <string_view>
#include <vector>

#include <KernelSchedule.h>

namespace weft::core {

/// Returns the schedules that the cost model has estimated for the kernel; those that it expects to take the least time
/// come first. `facts` is the JSON text that describes how the kernel was compiled (WeftGenerateRequest::takeFacts).
/// Returns nothing if the text is damaged or has no estimates.
std::vector<KernelSchedule> estimatedSchedules(std::string_view facts);

} // namespace weft::core

#endif
