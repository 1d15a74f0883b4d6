// Runs commands that copy and fill memory, and abandons them if the memory isn't accessible.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cinttypes>
#include <cstdio>

#include "MemoryWork.h"
#include "base/ThreadRecord.h"
#include "exec/FaultReport.h"
#include "exec/FaultSignals.h"

namespace weft::cpu {

// If the work faults, the signal handler jumps out of the work's loops, back to this function. This function then logs
// the fault and returns false. The jump leaks nothing: the loops only copy or fill bytes, and hold no memory or lock.
bool runMemoryWork(Work &work, uint64_t begin, uint64_t end, Arena &arena) {
  ThreadRecord *record = faultsEndExecutions() ? ThreadRecord::ofThisThread() : nullptr;
  if (record == nullptr) {
    work.run(begin, end, arena);
    return true;
  }
  MemoryRun run;
  if (sigsetjmp(run.exit, 0) == 0) {
    record->memoryRun = &run;
    work.run(begin, end, arena);
    record->memoryRun = nullptr;
    return true;
  }
  record->memoryRun = nullptr;
  char text[160];
  std::snprintf(text, sizeof text,
                "a command that copies or fills memory reached address %#" PRIxPTR ", which it may not (%s)",
                run.address, nameOfSignal(run.signal));
  logFault(text);
  return false;
}

} // namespace weft::cpu
