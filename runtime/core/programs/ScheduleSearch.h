// Finds the schedule with which the launches of a kernel take the least time, by trying schedules on these launches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_SCHEDULE_SEARCH_H
#define WEFT_RUNTIME_CORE_PROGRAMS_SCHEDULE_SEARCH_H

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <CodeRequest.h>

#include "Mutex.h"
#include "core/objects/Cpu.h"
#include "core/programs/FoundSchedule.h"

namespace weft::core {

class KernelVariant;
struct ProgramCode;

/// Whether the user leaves the schedule of the request to Weft (WEFT_TUNE, WEFT_SCHEDULE, WEFT_EXECUTOR).
bool mayBeSearched(const CodeRequest &request);
/// Whether code with another schedule may replace this code, because the kernel's results don't depend on its schedule
/// (WEFT_KERNEL_DEPENDS_ON_SCHEDULE). Launches of kernels that print, enqueue kernels or are checked can't change their
/// code between groups.
bool isSearchable(const WeftKernelInfo &code);

/// The search for the fastest schedule of one kernel under the conditions of one request. It begins with the code that
/// the compiler's cost model has chosen, the present code. Candidates are the schedules that the cost model has
/// estimated (estimatedSchedules), and schedules that differ from the present code's schedule in one decision
/// (neighboursOf). A compile thread makes the code of one candidate at a time, and launches compare it with the present
/// code (cpu::CodeTrial). If the candidate wins, it is the present code from then on, and the search goes on from its
/// schedule. The search is over when no candidate is left, or when mostCandidates have been compiled. It begins again
/// if work-items later take a very different time, because the sizes or the data of the launches have changed.
///
/// What the search costs (compilations, and groups that ran slow candidates) stays within a small share of the time
/// that the kernel has run, so kernels that run for a short time aren't searched at all. With WEFT_TUNE=eager, there is
/// no such limit, and launches wait for the code of candidates.
class ScheduleSearch {
public:
  using Code = std::shared_ptr<const cpu::KernelCode>;

  /// `present` is the code of the request, or the code with the schedule that an earlier search has found, `earlier`.
  /// It lives as long as this object. After an earlier search, this one is over until the time of work-items changes.
  /// `expectedCompileTime` is in nanoseconds; 0 if it isn't known. `whenOver` is called without a lock, with the
  /// result, each time when the search is over.
  ScheduleSearch(std::shared_ptr<const ProgramCode> program, CodeRequest request, const Code &present,
                 uint64_t expectedCompileTime, const std::optional<FoundSchedule> &earlier,
                 std::function<void(const FoundSchedule &)> whenOver);
  ~ScheduleSearch();

  /// The fastest code that is known. It lives as long as this object.
  const Code &best() const { return *best_.load(std::memory_order_acquire); }
  /// Whether launches should call join(). It costs a launch a few nanoseconds to ask.
  bool wantsLaunches() const { return !isOver() || hasTimeChanged(); }
  /// Called once for each launch of best() over `workItems` work-items, before it runs. Returns the trial that the
  /// launch should take part in, or null. The trial's present code is best(). If there is no memory, the search ends.
  /// With WEFT_TUNE=eager, the call may wait for the compiler.
  std::shared_ptr<cpu::CodeTrial> join(uint64_t workItems) WEFT_EXCLUDES(mutex_);
  bool isOver() const { return isOver_.load(std::memory_order_relaxed); }

private:
  std::shared_ptr<cpu::CodeTrial> takePart(double time) WEFT_EXCLUDES(mutex_);
  /// Whether work-items take a very different time than at the end of the search.
  bool hasTimeChanged() const;
  /// For launches after the search. Begins the search again if launches have taken a changed time for long enough.
  bool reopens(double time) WEFT_EXCLUDES(mutex_);
  /// Makes those of the schedules that haven't been tried yet the next candidates, before those that are left.
  void addCandidates(const std::vector<KernelSchedule> &schedules) WEFT_REQUIRES(mutex_);
  /// Takes note of the trial's verdict. If the candidate has won, its code is best().
  void conclude() WEFT_REQUIRES(mutex_);
  bool isAffordable() const WEFT_REQUIRES(mutex_);
  /// Begins to compile the next candidate, or ends the search if there is none.
  void startNext() WEFT_REQUIRES(mutex_);
  void end() WEFT_REQUIRES(mutex_);
  /// Begins the trial of the compiled candidate, unless it has the same code as the present code or can't be used.
  void beginTrial() WEFT_REQUIRES(mutex_);
  void setNextLook() WEFT_REQUIRES(mutex_);

  const std::shared_ptr<const ProgramCode> program_;
  const CodeRequest request_;
  const std::function<void(const FoundSchedule &)> whenOver_;
  std::atomic<const Code *> best_;
  std::atomic<bool> isOver_{false};
  std::atomic<double> runTime_{0};  ///< the time that launches are expected to have taken, in nanoseconds of one thread
  std::atomic<double> nextLook_{0}; ///< the runTime_ before which launches need not look at the rest of the state
  std::atomic<float> settledTime_{0};  ///< the itemTime() of best() at the end of the search; 0: not known
  std::atomic<double> changedTime_{0}; ///< the time that launches with another itemTime() took since then

  Mutex mutex_;
  double compileTime_ WEFT_GUARDED_BY(mutex_);   ///< expected, in nanoseconds
  double spent_ WEFT_GUARDED_BY(mutex_) = 0;     ///< nanoseconds
  KernelSchedule found_ WEFT_GUARDED_BY(mutex_); ///< the decisions that best() was asked for
  std::deque<KernelSchedule> candidates_ WEFT_GUARDED_BY(mutex_);
  std::set<std::string> requested_ WEFT_GUARDED_BY(mutex_); ///< the schedules of all candidates so far
  /// The schedules of all code so far, as the compiler has completed them.
  std::set<std::string> compiledSchedules_ WEFT_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<KernelVariant>>
      winners_ WEFT_GUARDED_BY(mutex_);                              ///< kept, as launches may run their code
  std::shared_ptr<KernelVariant> candidate_ WEFT_GUARDED_BY(mutex_); ///< being compiled or tried, or null
  std::shared_ptr<cpu::CodeTrial> trial_ WEFT_GUARDED_BY(mutex_);    ///< of candidate_; null: none yet
  size_t compiled_ WEFT_GUARDED_BY(mutex_) = 0;                      ///< the number of candidates with code
  bool hasEstimates_ WEFT_GUARDED_BY(mutex_) = false; ///< whether the cost model's schedules are among the candidates
  unsigned searches_ WEFT_GUARDED_BY(mutex_) = 0;     ///< how often the search has ended
};

} // namespace weft::core

#endif
