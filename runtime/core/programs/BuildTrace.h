// What a trace tells of builds: how long they took, where their result came from, what became of the kernels.
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

/// A step of a build, which the trace shows from construction on; nothing where there is no trace.
class BuildTrace {
public:
  BuildTrace() : begun_(trace::on() ? trace::now() : 0) {}
  bool isOn() const { return begun_ != 0; }

  /// The step `what` is over.
  void endBuild(std::string_view what, BuildOrigin origin, bool failed) const;
  /// Code for the request is there: its kernel's name, and with `made`, what the compiler tells of it
  /// (WeftGenerateRequest::takeFacts), how it was made. `program` is the hash of the IL.
  void endCode(const cpu::KernelCode &code, const CodeRequest &request, std::string_view program, std::string_view made,
               BuildOrigin origin) const;

private:
  const trace::Ticks begun_;
};

/// The source that a program, named by the hash of its IL, was made of.
void traceSource(std::string_view program, std::string_view source, std::string_view options);
/// The programs that another one was linked of.
void traceLink(std::string_view program, std::span<const std::string> parts);

/// The disk cache has beside a kernel's code what the compiler told of it, if it was compiled for a trace.
CacheKey keyOfFacts(const CacheKey &code);

} // namespace weft::core

#endif
