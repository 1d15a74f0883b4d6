// Tells of the faults that the checks of a launch have found: standard error, the context's callback, a file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_LAUNCHES_CHECK_REPORTS_H
#define WEFT_RUNTIME_CORE_LAUNCHES_CHECK_REPORTS_H

#include <CheckFaults.h>

#include <string>

#include "core/objects/Context.h"

namespace weft::core {

/// What has happened, in a sentence without an end: "read outside of buffer 'a': index 16 of 16".
std::string sentenceOf(const cpu::CheckFault &fault);
/// That, where and by whom, in several lines.
std::string reportOf(const cpu::CheckFault &fault);
/// The same as a JSON object, in one line.
std::string jsonOf(const cpu::CheckFault &fault);

/// Writes the report of a fault, and raises SIGTRAP. For WEFT_CHECK_ACTION=stop: called on the thread of the fault.
void stopAtFault(const cpu::CheckFault &fault);

/// Of one launch: writes and tells all of it, but for what stopAtFault has written. Takes no lock of the runtime's.
void tellOfFaults(Context &context, const cpu::CheckFaults &faults);

} // namespace weft::core

#endif
