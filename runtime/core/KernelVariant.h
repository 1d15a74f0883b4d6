// The machine code of one kernel under one set of assumptions, made when it is first needed or ahead of that.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_KERNEL_VARIANT_H
#define WEFT_RUNTIME_CORE_KERNEL_VARIANT_H

#include <sys/types.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <string>
#include <vector>

#include <WeftCompiler.h>

#include "Mutex.h"
#include "Result.h"
#include "core/Cpu.h"
#include "core/ProgramImage.h"

namespace weft::core {

struct CacheKey;

/// The formats of images and the values of samplers that code is made for, in the order of the arguments.
using ArgumentConstants = std::vector<WeftArgumentConstant>;
bool sameConstants(const ArgumentConstants &a, const ArgumentConstants &b);

using LocalSize = std::array<uint64_t, 3>;

/// What must be true of a launch for code to be right for it. The most general is the default.
struct CodeAssumptions {
  /// Ids need at most 31 bits, and each object in memory that the kernel can reach has less than
  /// Context::largeObjectBytes.
  bool narrow = false;
  /// Images and samplers that this says nothing of may be any.
  ArgumentConstants constants = {};
  /// The local size, also of the last groups. Zeros: any.
  LocalSize localSize{};
};

class KernelVariant : public std::enable_shared_from_this<KernelVariant> {
public:
  KernelVariant(std::shared_ptr<const ProgramCode> program, std::string kernelName, CodeAssumptions assumptions);

  const CodeAssumptions &assumptions() const { return assumptions_; }

  /// Has the code made on a compile thread.
  void startAhead();
  /// The code. Where it isn't there yet this thread makes it, or waits for the one that is at it. The compiler's
  /// refusal is kept, too: CL_INVALID_PROGRAM_EXECUTABLE with its log. Never called with a lock held.
  Result<std::shared_ptr<const cpu::KernelCode>> get() WEFT_EXCLUDES(mutex_);

  /// The code if it is there already, else null.
  std::shared_ptr<const cpu::KernelCode> ready() const;

private:
  using Code = std::shared_ptr<const cpu::KernelCode>;
  enum class State { missing, inTheMaking, there };

  Result<Code> make() const;
  Result<Code> makeWithCompiler(const CacheKey *cacheKey) const;
  void finish(const Result<Code> &made) WEFT_EXCLUDES(mutex_);

  const std::shared_ptr<const ProgramCode> program_;
  const std::string kernelName_;
  const CodeAssumptions assumptions_;

  std::atomic<bool> ready_{false}; ///< code_ will not change any more
  Mutex mutex_;
  std::condition_variable changed_;
  State state_ WEFT_GUARDED_BY(mutex_) = State::missing;
  pid_t maker_ WEFT_GUARDED_BY(mutex_) = 0; ///< the process of the thread that is at it
  Result<Code> code_ = Code();
};

} // namespace weft::core

#endif
