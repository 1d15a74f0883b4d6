// Keeps compilations from running while the process destroys the static objects of LLVM and Clang.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/ExitGate.h"

#include <cstdlib>
#include <thread>
#include <unistd.h>

namespace weft::compiler {
namespace {

/// Longer than the longest pass that was seen on a kernel of some ten thousand lines.
constexpr std::chrono::milliseconds exitLimit{10'000};
constexpr std::chrono::microseconds pollInterval{200};

uint64_t nobodyInThisProcess() { return uint64_t(getpid()) << 32; }
bool ofThisProcess(uint64_t inside) { return inside >> 32 == uint64_t(getpid()); }
bool hasAnybody(uint64_t inside) { return (inside & UINT32_MAX) != 0; }

} // namespace

ExitGate &ExitGate::instance() {
  static constinit ExitGate gate;
  return gate;
}

bool ExitGate::enter() {
  uint64_t before = inside_.load();
  uint64_t after;
  do
    after = (ofThisProcess(before) ? before : nobodyInThisProcess()) + 1;
  while (!inside_.compare_exchange_weak(before, after));
  // Either this thread sees that the gate was closed, or who closes it sees this thread inside.
  if (!closed())
    return true;
  leave();
  return false;
}

void ExitGate::leave() { inside_.fetch_sub(1); }

void ExitGate::close(std::chrono::milliseconds limit) {
  closed_.store(true, std::memory_order_seq_cst);
  const auto end = std::chrono::steady_clock::now() + limit;
  for (uint64_t inside = inside_.load(); ofThisProcess(inside) && hasAnybody(inside); inside = inside_.load()) {
    if (std::chrono::steady_clock::now() >= end)
      return;
    std::this_thread::sleep_for(pollInterval);
  }
}

void ExitGate::closeAtExit() {
  std::atexit([] { instance().close(exitLimit); });
}

} // namespace weft::compiler
