// Finds the schedule with which the launches of a kernel take the least time, by trying schedules on these launches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ScheduleSearch.h"

#include <algorithm>
#include <cmath>

#include "Log.h"
#include "Options.h"
#include "core/programs/KernelVariant.h"
#include "core/programs/ScheduleNeighbours.h"

namespace weft::core {

namespace {

/// The share of a kernel's time that its search may cost.
constexpr double affordableShare = 0.02;
/// The most candidates that are compiled.
constexpr size_t mostCandidates = 14;
/// The time that the compiler takes for most kernels, in nanoseconds, if the kernel's own time isn't known.
constexpr double usualCandidateTime = 40'000'000;

KernelSchedule scheduleOf(const cpu::KernelCode &code) {
  const char *text = code.info().schedule;
  return text ? KernelSchedule::parse(text).value_or(KernelSchedule()) : KernelSchedule();
}

/// Whether the candidate may run in place of the present code, whatever the launch. Both must use the same layout of a
/// group's memory, and must rely on the same arguments being distinct.
bool isReplacement(const WeftKernelInfo &candidate, const WeftKernelInfo &present) {
  return candidate.executor == WEFT_EXECUTOR_LOOPS && candidate.subGroupSize == present.subGroupSize &&
         candidate.staticLocalBytes == present.staticLocalBytes &&
         candidate.distinctArguments == present.distinctArguments &&
         candidate.writtenArguments == present.writtenArguments &&
         std::ranges::equal(candidate.requiredLocalSize, present.requiredLocalSize);
}

} // namespace

bool mayBeSearched(const CodeRequest &request) {
  return Options::get().tune != Tuning::off && request.schedule == KernelSchedule() && request.without.empty() &&
         Options::get().dumpIr.empty();
}

bool isSearchable(const WeftKernelInfo &code) {
  constexpr uint64_t excluded =
      WEFT_KERNEL_PRINTS | WEFT_KERNEL_CHECKS | WEFT_KERNEL_ENQUEUES | WEFT_KERNEL_DEPENDS_ON_SCHEDULE;
  return code.executor == WEFT_EXECUTOR_LOOPS && (code.flags & excluded) == 0 && code.schedule != nullptr;
}

ScheduleSearch::ScheduleSearch(std::shared_ptr<const ProgramCode> program, CodeRequest request, const Code &present,
                               uint64_t expectedCompileTime, std::function<void(const KernelSchedule &)> whenOver)
    : program_(std::move(program)), request_(std::move(request)), whenOver_(std::move(whenOver)), best_(&present),
      compileTime_(expectedCompileTime == 0 ? usualCandidateTime : static_cast<double>(expectedCompileTime)) {
  Lock lock(mutex_);
  known_.insert(KernelSchedule{.executor = scheduleOf(*present).executor}.text()); // gives the present code again
  known_.insert(scheduleOf(*present).text());
  addNeighbours();
  setNextLook();
}

ScheduleSearch::~ScheduleSearch() = default;

void ScheduleSearch::addNeighbours() {
  candidates_.clear();
  for (const KernelSchedule &schedule : neighboursOf(found_, scheduleOf(*best())))
    if (known_.insert(schedule.text()).second)
      candidates_.push_back(schedule);
}

bool ScheduleSearch::isAffordable() const {
  return Options::get().tune == Tuning::eager ||
         affordableShare * runTime_.load(std::memory_order_relaxed) >= spent_ + compileTime_;
}

void ScheduleSearch::setNextLook() {
  const bool isWaiting = !candidate_ && Options::get().tune != Tuning::eager;
  nextLook_.store(isWaiting ? (spent_ + compileTime_) / affordableShare : 0, std::memory_order_relaxed);
}

std::shared_ptr<cpu::CodeTrial> ScheduleSearch::join(uint64_t workItems) {
  // Two threads may lose each other's time here, which does no harm.
  const double time = runTime_.load(std::memory_order_relaxed) + static_cast<double>(workItems) * best()->itemTime();
  runTime_.store(time, std::memory_order_relaxed);
  if (time < nextLook_.load(std::memory_order_relaxed))
    return nullptr;
  Lock lock(mutex_);
  if (isOver())
    return nullptr;
  if (trial_ && trial_->verdict() != cpu::CodeTrial::Verdict::open)
    conclude();
  if (candidate_ && !trial_ && candidate_->isMade())
    beginTrial();
  if (!candidate_ && isAffordable())
    startNext();
  setNextLook();
  std::shared_ptr<cpu::CodeTrial> trial = trial_;
  const bool isNewlyOver = isOver();
  const KernelSchedule found = found_;
  lock.unlock();
  if (isNewlyOver)
    whenOver_(found);
  return trial;
}

void ScheduleSearch::startNext() {
  if (candidates_.empty() || compiled_ >= mostCandidates) {
    isOver_.store(true, std::memory_order_relaxed);
    log::write(log::Topic::vectorize, "kernel ", request_.kernel, ": no other schedule is faster than ",
               scheduleOf(*best()).text(), "\n");
    return;
  }
  CodeRequest request = request_;
  request.schedule = candidates_.front();
  candidates_.pop_front();
  candidate_ = std::make_shared<KernelVariant>(program_, std::move(request));
  ++compiled_;
  candidate_->startNow();
}

void ScheduleSearch::beginTrial() {
  spent_ += static_cast<double>(candidate_->compileTime());
  const Code *code = candidate_->ready();
  if (code && known_.insert(scheduleOf(**code).text()).second && isReplacement((*code)->info(), best()->info()) &&
      !(*code)->hasSameInstructions(*best()))
    trial_ = std::make_shared<cpu::CodeTrial>(best(), *code);
  else
    candidate_.reset();
}

void ScheduleSearch::conclude() {
  const cpu::CodeTrial::Result result = trial_->result();
  const bool hasWon = trial_->verdict() == cpu::CodeTrial::Verdict::won;
  const Code &code = *candidate_->ready();
  spent_ += result.lostNanoseconds;
  log::write(log::Topic::vectorize, "kernel ", request_.kernel, ": ", scheduleOf(*code).text(), " takes ",
             std::lround(100 * result.ratio), " percent of the time of ", scheduleOf(*best()).text(), " (",
             result.pairs, " measurements)\n");
  if (hasWon) {
    code->noteItemTime(best()->itemTime() * static_cast<float>(result.ratio));
    best_.store(&code, std::memory_order_release);
    found_ = candidate_->request().schedule;
    winners_.push_back(candidate_);
    addNeighbours();
  }
  trial_.reset();
  candidate_.reset();
}

} // namespace weft::core
