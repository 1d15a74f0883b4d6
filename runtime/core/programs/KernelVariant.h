// The machine code of one kernel for launches that fulfil certain conditions. It is made when a launch first needs it,
// or speculatively before that.
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
class ScheduleSearch;
struct FoundSchedule;

/// The formats of images and the values of samplers for which code is specialised, in the order of the arguments.
using ArgumentConstants = std::vector<ArgumentConstant>;
using LocalSize = std::array<uint64_t, 3>;

/// The checks that WEFT_CHECK requests.
CodeChecks requestedChecks();

/// A request for code for this machine, with the process's options. Any launch may run code with CodeIndices for 64
/// bits and CodeBuffers::any. For other values, and for the fields that the caller sets later, only launches that
/// fulfil their conditions may run the code. `checks` are the checks that the program was built for; WEFT_CHECK may add
/// more.
CodeRequest requestFor(std::string kernelName, CodeIndices indices, CodeBuffers buffers, CodeChecks checks = {});

class KernelVariant : public std::enable_shared_from_this<KernelVariant> {
public:
  /// Whether launches search for a faster schedule than the one that the compiler chooses.
  enum class Search { none, allowed };
  KernelVariant(std::shared_ptr<const ProgramCode> program, CodeRequest request, Search search = Search::none);
  ~KernelVariant();

  const CodeRequest &request() const { return request_; }

  /// Makes facts() available. Called before the code is started.
  void askForFacts() { asksForFacts_ = true; }
  /// The compiler's description of how the code was made (WeftGenerateRequest::takeFacts); empty without
  /// askForFacts(). Only if the code is ready.
  const std::string &facts() const { return facts_; }

  /// Starts making the code on a compile thread, because a launch will probably need it later. The compilation may get
  /// a low priority (SpeculativeCompiles).
  void startSpeculatively();
  /// Starts making the code on a compile thread, because kernels that are being launched already would run faster with
  /// it. The compilation keeps its normal priority: with a low priority it would never finish while kernels keep all
  /// CPUs busy.
  void startNow();
  /// `thread` is the thread that compiles this variant speculatively, and `cpuTime` is its CPU-time clock. Gives the
  /// thread the priority at which it gets a CPU only if no other thread needs it (SCHED_IDLE), unless another thread
  /// waits for the code.
  void deprioritise(pid_t thread, clockid_t cpuTime) WEFT_EXCLUDES(mutex_);
  /// Waits until `time`, or until a thread waits for the code. Returns whether a thread waits.
  bool waitUntilWanted(std::chrono::steady_clock::time_point time) WEFT_EXCLUDES(mutex_);
  using Code = std::shared_ptr<const cpu::KernelCode>;

  /// The code, which lives as long as this variant. If no thread has begun to make it, the calling thread makes it. If
  /// another thread is making it, the calling thread waits. But if that thread has a low priority and gets no CPU, the
  /// calling thread makes the code itself. If the compiler fails, the error is stored, too:
  /// CL_INVALID_PROGRAM_EXECUTABLE with the compiler's log. Never called with a lock held.
  Result<const Code *> get() WEFT_EXCLUDES(mutex_) { return get(Demand::now); }

  /// The code if it is there already, otherwise null.
  const Code *ready() const;
  /// The code that launches should run: the code of the request, or faster code that the search has found. Only if the
  /// code is ready. It lives as long as this variant.
  const Code &best() const;
  /// Whether the disk cache says that an earlier search for this request has ended.
  bool wasSearched() const;
  /// The search in which launches of best() should take part (ScheduleSearch::join); null if there is none, or if it is
  /// over. Only if the code is ready.
  ScheduleSearch *openSearch() const;
  /// Whether the code is ready, or the compiler has refused to make it.
  bool isMade() const { return ready_.load(std::memory_order_acquire); }
  /// Whether an attempt to make the code has failed, because the process lacked memory, for example. Another attempt
  /// may succeed.
  bool hasFailed() const { return hasFailed_.load(std::memory_order_relaxed); }
  /// Whether the code is there, or a thread is making it.
  bool isStarted() const WEFT_EXCLUDES(mutex_);
  /// The nanoseconds that the compiler took; 0 if the cache had the code, or the code isn't there yet.
  cl_ulong compileTime() const { return compileTime_.load(std::memory_order_relaxed); }

private:
  enum class State { missing, inProgress, there };
  enum class Demand { now, speculative };

  void start(Demand demand);
  Result<const Code *> get(Demand demand) WEFT_EXCLUDES(mutex_);
  /// Waits until the code is there, or for a short time. `cpuTime` is the CPU-time clock of the compiling thread, which
  /// has a low priority. Returns false if that thread got so little CPU time during the wait that this thread should
  /// compile the code itself.
  bool waitForCompiler(Lock &lock, clockid_t cpuTime) WEFT_REQUIRES(mutex_);
  /// The key under which the disk cache has what `purpose` names, for this kernel compiled by `request`.
  Result<CacheKey> keyFor(std::string_view purpose, const CodeRequest &request) const;
  /// The result of an earlier search for this request, if the disk cache has it.
  std::optional<FoundSchedule> foundSchedule() const;
  struct Made; ///< the code, and how it was made
  /// Begins the search if the code allows it.
  void beginSearch(const std::optional<FoundSchedule> &found);
  /// Makes the code, with the schedule that an earlier search has found. `isDuplicate` says that another thread is
  /// still making the same code.
  Result<Made> make(Demand demand, bool isDuplicate);
  Result<Made> make(const CodeRequest &request, Demand demand, bool isDuplicate);
  /// Loads the code from the disk cache. Returns nothing if the cache doesn't have it.
  std::optional<Made> loadFromCache(const CacheKey &key, const CodeRequest &request, const BuildTrace &traced) const;
  Result<Made> makeWithCompiler(const CodeRequest &code, const CacheKey *cacheKey, const BuildTrace &traced,
                                Demand demand);
  Result<const Code *> finish(Result<Made> made) WEFT_EXCLUDES(mutex_);
  /// The stored code or error. Called only once it will not change any more.
  Result<const Code *> shared() const;

  const std::shared_ptr<const ProgramCode> program_;
  const CodeRequest request_;
  const Search searchAllowed_;

  std::atomic<bool> ready_{false}; ///< code_ will not change any more
  std::atomic<cl_ulong> compileTime_{0};
  std::atomic<uint64_t> busyCount_{0}; ///< SpeculativeCompiles::busyCount when startSpeculatively was called
  mutable Mutex mutex_;
  ConditionVariable changed_;
  State state_ WEFT_GUARDED_BY(mutex_) = State::missing;
  pid_t makerProcess_ WEFT_GUARDED_BY(mutex_) = 0; ///< the process in which a thread is making the code; if this
                                                   ///< process has been forked meanwhile, it is the parent process
  unsigned waiting_ WEFT_GUARDED_BY(mutex_) = 0;   ///< threads that wait for the code
  /// The CPU-time clock of the thread that compiles the code; set only if that thread has a low priority.
  std::optional<clockid_t> compilerClock_ WEFT_GUARDED_BY(mutex_);
  Result<Code> code_ = Code();
  bool asksForFacts_ = false;
  std::string facts_; ///< set when the code becomes ready
  std::atomic<bool> hasFailed_{false};
  std::unique_ptr<ScheduleSearch> search_; ///< null if there is no search; set when the code becomes ready
};

} // namespace weft::core

#endif
