// Records builds in a trace: how long they took, where their results came from, and facts about the kernels' code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_BUILD_TRACE_H
#define WEFT_RUNTIME_CORE_PROGRAMS_BUILD_TRACE_H

#include <span>
#include <string>
#include <string_view>

#include <CodeRequest.h>

#include "Trace.h"
#include "core/cache/CacheEntry.h"
#include "core/objects/Cpu.h"

namespace weft::core {

/// Where a result came from.
enum class BuildOrigin { cached, compiled };

/// A step of a build, which begins with the construction of this object. Its functions record the step in the trace;
/// they do nothing if there is no trace.
class BuildTrace {
public:
  BuildTrace() : begun_(trace::on() ? trace::now() : 0) {}
  bool isOn() const { return begun_ != 0; }

  /// Records that the step `what` is over.
  void endBuild(std::string_view what, BuildOrigin origin, bool failed) const;
  /// Records that the code for the request has been made. `made` is the compiler's description of how the code was made
  /// (WeftGenerateRequest::takeFacts). `program` is the hash of the IL.
  void endCode(const cpu::KernelCode &code, const CodeRequest &request, std::string_view program, std::string_view made,
               BuildOrigin origin) const;

private:
  const trace::Ticks begun_;
};

/// Records the source of the program whose IL has the hash `program`.
void traceSource(std::string_view program, std::string_view source, std::string_view options);
/// Records that `program` was linked from the programs `parts`; all are named by the hashes of their ILs.
void traceLink(std::string_view program, std::span<const std::string> parts);

/// A comparison of two schedules of a kernel on its launches.
struct TrialFacts {
  std::string_view kernel;
  std::string candidate, present; ///< the schedules
  unsigned percent = 0;           ///< the candidate's time, as a share of the present code's time
  size_t measurements = 0;
  bool hasWon = false; ///< whether launches run the candidate from now on
};
void traceTrial(const TrialFacts &trial);

/// The cache key under which the compiler's description of a kernel's code is stored. `code` is the key of the code
/// itself. The description is stored only if there was a trace when the code was compiled.
CacheKey keyOfFacts(const CacheKey &code);

} // namespace weft::core

#endif
