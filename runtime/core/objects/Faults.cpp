// Installs the signal handlers for faults in kernels, as WEFT_FAULTS requests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/Faults.h"

#include <Faults.h>

#include <atomic>
#include <string>

#include "Log.h"
#include "Options.h"
#include "Text.h"

namespace weft::core {

namespace {

cpu::FaultHandling handlingFor(FaultChoice choice) {
  switch (choice) {
  case FaultChoice::report:
    return cpu::FaultHandling::report;
  case FaultChoice::event:
    return cpu::FaultHandling::event;
  case FaultChoice::off:
    return cpu::FaultHandling::off;
  }
  return cpu::FaultHandling::off;
}

void warnOfForeignHandlers() {
  std::string names;
  for (const std::string &name : cpu::foreignFaultSignals())
    names += concat(names.empty() ? "" : ", ", name);
  if (!names.empty())
    log::warn(concat("WEFT_FAULTS is 'event', but the application handles ", names,
                     " itself: such a fault of a kernel is the application's."));
}

} // namespace

void handleFaults() {
  const FaultChoice choice = Options::get().faults;
  cpu::handleFaults(handlingFor(choice));
  static std::atomic<bool> warned{false};
  if (choice == FaultChoice::event && !warned.exchange(true))
    warnOfForeignHandlers();
}

} // namespace weft::core
