// Reports the faults that the checks of a launch have found to standard error, to the context's callback, and to a
// file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_LAUNCHES_CHECK_REPORTS_H
#define WEFT_RUNTIME_CORE_LAUNCHES_CHECK_REPORTS_H

#include <CheckFaults.h>

#include <string>

#include "core/objects/Context.h"

namespace weft::core {

/// Describes the fault in a sentence without its full stop: "read outside of buffer 'a': index 16 of 16".
std::string sentenceOf(const cpu::CheckFault &fault);
/// Returns the sentence, followed by lines that say where and in which work-item the fault happened.
std::string reportOf(const cpu::CheckFault &fault);
/// Returns the same report as a JSON object, in one line.
std::string jsonOf(const cpu::CheckFault &fault);

/// Writes the report of a fault, and raises SIGTRAP. Called for WEFT_CHECK_ACTION=stop, on the thread that has the
/// fault.
void stopAtFault(const cpu::CheckFault &fault);

/// Reports all faults of one launch, except for a fault that stopAtFault has reported. Takes no lock of the runtime.
void reportCheckFaults(Context &context, const cpu::CheckFaults &faults);

} // namespace weft::core

#endif
