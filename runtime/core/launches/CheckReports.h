// Reports the faults that the checks of a launch have found: to standard error, the context's callback, a file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_LAUNCHES_CHECK_REPORTS_H
#define WEFT_RUNTIME_CORE_LAUNCHES_CHECK_REPORTS_H

#include <CheckFaults.h>

#include <string>

#include "core/objects/Context.h"

namespace weft::core {

/// What has happened, as a sentence without its full stop: "read outside of buffer 'a': index 16 of 16".
std::string sentenceOf(const cpu::CheckFault &fault);
/// The sentence, and where and in which work-item it happened, in several lines.
std::string reportOf(const cpu::CheckFault &fault);
/// The same report as a JSON object, in one line.
std::string jsonOf(const cpu::CheckFault &fault);

/// Writes the report of a fault, and raises SIGTRAP. For WEFT_CHECK_ACTION=stop: called on the thread that has the
/// fault.
void stopAtFault(const cpu::CheckFault &fault);

/// Reports all faults of one launch, except for a report that stopAtFault has written. Takes no lock of the runtime.
void reportCheckFaults(Context &context, const cpu::CheckFaults &faults);

} // namespace weft::core

#endif
