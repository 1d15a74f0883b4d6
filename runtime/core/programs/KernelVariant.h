// The machine code of one kernel under one set of assumptions, made when it is first needed or ahead of that.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_KERNEL_VARIANT_H
#define WEFT_RUNTIME_CORE_PROGRAMS_KERNEL_VARIANT_H

#include <sys/types.h>

#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CodeRequest.h>

#include "Mutex.h"
#include "Result.h"
#include "core/objects/Cpu.h"
#include "core/programs/ProgramImage.h"

namespace weft::core {

struct CacheKey;
class BuildTrace;

/// The formats of images and the values of samplers that code is made for, in the order of the arguments.
using ArgumentConstants = std::vector<ArgumentConstant>;
using LocalSize = std::array<uint64_t, 3>;

/// WEFT_CHECK.
CodeChecks wantedChecks();

/// Code on this device and with its options, for launches with such indices and buffers. Any launch may run that for
/// wide indices and any buffers. What a launch must be like for other code to be right stands in the request's other
/// fields.
/// `checks` are what the program was built to look for; WEFT_CHECK has more.
CodeRequest requestFor(std::string kernelName, CodeIndices indices, CodeBuffers buffers, CodeChecks checks = {});

class KernelVariant : public std::enable_shared_from_this<KernelVariant> {
public:
  KernelVariant(std::shared_ptr<const ProgramCode> program, CodeRequest request);

  const CodeRequest &request() const { return request_; }

  /// Has the code made on a compile thread, for launches that may come (SpeculativeCompiles).
  void startAhead();
  /// The same for launches that wait for it or gain by it: it gives way to nothing, as beside kernels that follow each
  /// other it would never be ready then.
  void startNow();
  /// `thread`, whose CPU time this is, compiles ahead for this: it gives way to all others, unless somebody waits for
  /// the code.
  void giveWay(pid_t thread, clockid_t cpuTime) WEFT_EXCLUDES(mutex_);
  /// Waits until `time`, or until a thread waits for the code: whether one does.
  bool isWantedBefore(std::chrono::steady_clock::time_point time) WEFT_EXCLUDES(mutex_);
  using Code = std::shared_ptr<const cpu::KernelCode>;

  /// The code, for as long as this lives. Where it isn't there yet this thread makes it, or waits for the one that is
  /// at it, unless that gives way to others and doesn't come further. The compiler's refusal is kept, too:
  /// CL_INVALID_PROGRAM_EXECUTABLE with its log. Never called with a lock held.
  Result<const Code *> get() WEFT_EXCLUDES(mutex_) { return get(Need::now); }

  /// The code if it is there already, else null.
  const Code *ready() const;
  /// Whether it is there, or someone is at it.
  bool isBegun() const WEFT_EXCLUDES(mutex_);
  /// Nanoseconds that the compiler took for it; 0 where the cache had it, or it isn't there yet.
  cl_ulong compileTime() const { return compileTime_.load(std::memory_order_relaxed); }

private:
  enum class State { missing, inTheMaking, there };
  enum class Need { now, ahead };

  void start(Need need);
  Result<const Code *> get(Need need) WEFT_EXCLUDES(mutex_);
  /// Waits until the code is there, or for a while. False where the compiler's thread, which gives way and whose CPU
  /// time this is, didn't come further.
  bool waitForCompiler(Lock &lock, clockid_t cpuTime) WEFT_REQUIRES(mutex_);
  /// `isSecond`: while another thread is still at it.
  Result<Code> make(Need need, bool isSecond);
  /// Null where the cache doesn't have it.
  Code loadFromCache(const CacheKey &key, const BuildTrace &traced) const;
  Result<Code> makeWithCompiler(const CacheKey *cacheKey, const BuildTrace &traced, Need need);
  Result<const Code *> finish(Result<Code> made) WEFT_EXCLUDES(mutex_);
  /// Once it will not change any more.
  Result<const Code *> shared() const;

  const std::shared_ptr<const ProgramCode> program_;
  const CodeRequest request_;

  std::atomic<bool> ready_{false}; ///< code_ will not change any more
  std::atomic<cl_ulong> compileTime_{0};
  std::atomic<uint64_t> busyTimes_{0}; ///< SpeculativeCompiles's when the code was asked for ahead
  mutable Mutex mutex_;
  ConditionVariable changed_;
  State state_ WEFT_GUARDED_BY(mutex_) = State::missing;
  pid_t maker_ WEFT_GUARDED_BY(mutex_) = 0;      ///< the process of the thread that is at it
  unsigned waiting_ WEFT_GUARDED_BY(mutex_) = 0; ///< threads, for somebody who is at it
  /// The CPU time of the thread that the compiler works on, where that gives way to others.
  std::optional<clockid_t> compiler_ WEFT_GUARDED_BY(mutex_);
  Result<Code> code_ = Code();
};

} // namespace weft::core

#endif
