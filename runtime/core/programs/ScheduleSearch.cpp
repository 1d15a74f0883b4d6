// Finds the schedule with which the launches of a kernel take the least time, by trying schedules on these launches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ScheduleSearch.h"

#include <algorithm>
#include <cmath>

#include "Log.h"
#include "Options.h"
#include "core/programs/BuildTrace.h"
#include "core/programs/KernelVariant.h"
#include "core/programs/ScheduleEstimates.h"
#include "core/programs/ScheduleNeighbours.h"

namespace weft::core {

namespace {

/// The share of a kernel's time that its search may cost.
constexpr double affordableShare = 0.02;
/// The most candidates that are compiled.
constexpr size_t mostCandidates = 20;
/// The search begins again if work-items take this many times longer, or this many times less time, than at its end.
constexpr float changeFactor = 2;
/// The time that the compiler takes for most kernels, in nanoseconds, if the kernel's own time isn't known.
constexpr double usualCandidateTime = 40'000'000;

KernelSchedule scheduleOf(const cpu::KernelCode &code) {
  const char *text = code.info().schedule;
  return text ? KernelSchedule::parse(text).value_or(KernelSchedule()) : KernelSchedule();
}

/// Adds to a time that launches count. Two threads may lose each other's time here, which does no harm.
double addTo(std::atomic<double> &sum, double time) {
  time += sum.load(std::memory_order_relaxed);
  sum.store(time, std::memory_order_relaxed);
  return time;
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
                               uint64_t expectedCompileTime, const std::optional<FoundSchedule> &earlier,
                               std::function<void(const FoundSchedule &)> whenOver)
    : program_(std::move(program)), request_(std::move(request)), whenOver_(std::move(whenOver)), best_(&present),
      compileTime_(expectedCompileTime == 0 ? usualCandidateTime : static_cast<double>(expectedCompileTime)) {
  Lock lock(mutex_);
  if (earlier) {
    found_ = earlier->schedule;
    settledTime_.store(earlier->itemTime, std::memory_order_relaxed);
    isOver_.store(true, std::memory_order_relaxed);
    searches_ = 1;
    return;
  }
  requested_.insert(KernelSchedule{.executor = scheduleOf(*present).executor}.text()); // gives the present code again
  compiledSchedules_.insert(scheduleOf(*present).text());
  addCandidates(neighboursOf(found_, scheduleOf(*present)));
  setNextLook();
}

ScheduleSearch::~ScheduleSearch() = default;

void ScheduleSearch::addCandidates(const std::vector<KernelSchedule> &schedules) {
  const KernelSchedule present = scheduleOf(*best());
  auto next = candidates_.begin();
  for (KernelSchedule schedule : schedules) {
    // What the compiler decides anyway isn't asked for, so that no schedule is compiled twice in other words.
    if (schedule.dimension == present.dimension)
      schedule.dimension = found_.dimension;
    if (schedule.width == present.width && !schedule.dimension)
      schedule.width = found_.width;
    if (requested_.insert(schedule.text()).second)
      next = std::next(candidates_.insert(next, schedule));
  }
}

bool ScheduleSearch::isAffordable() const {
  return Options::get().tune == Tuning::eager ||
         affordableShare * runTime_.load(std::memory_order_relaxed) >= spent_ + compileTime_;
}

void ScheduleSearch::setNextLook() {
  const bool isWaiting = !isOver() && !candidate_ && Options::get().tune != Tuning::eager;
  nextLook_.store(isWaiting ? (spent_ + compileTime_) / affordableShare : 0, std::memory_order_relaxed);
}

bool ScheduleSearch::hasTimeChanged() const {
  const float now = best()->itemTime(), settled = settledTime_.load(std::memory_order_relaxed);
  return now != 0 && (now > changeFactor * settled || changeFactor * now < settled);
}

bool ScheduleSearch::reopens(double time) {
  if (settledTime_.load(std::memory_order_relaxed) == 0) {
    settledTime_.store(best()->itemTime(), std::memory_order_relaxed);
    return false;
  }
  const double changed = addTo(changedTime_, time);
  if (changed < nextLook_.load(std::memory_order_relaxed))
    return false;
  Lock lock(mutex_);
  // Launches may alternate between two times for ever, so each search needs twice as much time as the one before.
  const double share = (Options::get().tune == Tuning::eager ? 1 : affordableShare) / std::exp2(searches_);
  nextLook_.store(compileTime_ / share, std::memory_order_relaxed);
  if (changed < compileTime_ / share)
    return false;
  log::write(log::Topic::vectorize, "kernel ", request_.kernel, ": work-items take ",
             std::to_string(best()->itemTime()), " ns instead of ",
             std::to_string(settledTime_.load(std::memory_order_relaxed)),
             " ns, so the search for the fastest schedule begins again\n");
  isOver_.store(false, std::memory_order_relaxed);
  changedTime_.store(0, std::memory_order_relaxed);
  runTime_.store(changed, std::memory_order_relaxed);
  spent_ = 0;
  compiled_ = 0;
  requested_ = {found_.text()};
  compiledSchedules_ = {scheduleOf(*best()).text()};
  addCandidates(neighboursOf(found_, scheduleOf(*best())));
  addCandidates({KernelSchedule()}); // the compiler's choice
  return true;
}

std::shared_ptr<cpu::CodeTrial> ScheduleSearch::join(uint64_t workItems) {
  try {
    return takePart(static_cast<double>(workItems) * best()->itemTime());
  } catch (const std::bad_alloc &) {
    Lock lock(mutex_);
    isOver_.store(true, std::memory_order_relaxed);
    trial_.reset();
    candidate_.reset();
    candidates_.clear();
    return nullptr;
  }
}

std::shared_ptr<cpu::CodeTrial> ScheduleSearch::takePart(double time) {
  if (isOver() && !reopens(time))
    return nullptr;
  if (addTo(runTime_, time) < nextLook_.load(std::memory_order_relaxed))
    return nullptr;
  Lock lock(mutex_);
  if (isOver())
    return nullptr;
  if (trial_ && trial_->verdict() != cpu::CodeTrial::Verdict::open)
    conclude();
  if (candidate_ && !trial_ && (candidate_->isMade() || candidate_->hasFailed()))
    beginTrial();
  while (!candidate_ && !isOver() && isAffordable()) {
    startNext();
    if (!candidate_ || Options::get().tune != Tuning::eager)
      break;
    const std::shared_ptr<KernelVariant> candidate = candidate_;
    lock.unlock();
    [[maybe_unused]] const auto made = candidate->get(); // beginTrial asks whether it was made
    lock.lock();
    if (candidate_ == candidate && !trial_)
      beginTrial();
  }
  setNextLook();
  std::shared_ptr<cpu::CodeTrial> trial = trial_;
  const bool isNewlyOver = isOver();
  const FoundSchedule found{found_, settledTime_.load(std::memory_order_relaxed)};
  lock.unlock();
  if (isNewlyOver)
    whenOver_(found);
  return trial;
}

void ScheduleSearch::end() {
  isOver_.store(true, std::memory_order_relaxed);
  settledTime_.store(best()->itemTime(), std::memory_order_relaxed);
  candidates_.clear();
  hasEstimates_ = false;
  ++searches_;
  log::write(log::Topic::vectorize, "kernel ", request_.kernel, ": no other schedule is faster than ",
             scheduleOf(*best()).text(), "\n");
}

void ScheduleSearch::startNext() {
  if (candidates_.empty() || compiled_ >= mostCandidates) {
    end();
    return;
  }
  CodeRequest request = request_;
  request.schedule = candidates_.front();
  candidates_.pop_front();
  candidate_ = std::make_shared<KernelVariant>(program_, std::move(request));
  ++compiled_;
  if (!hasEstimates_)
    candidate_->askForFacts();
  candidate_->startNow();
}

void ScheduleSearch::beginTrial() {
  spent_ += static_cast<double>(candidate_->compileTime());
  const Code *code = candidate_->ready();
  if (!hasEstimates_ && code) {
    const std::vector<KernelSchedule> estimated = estimatedSchedules(candidate_->facts());
    addCandidates(estimated);
    hasEstimates_ = !estimated.empty();
  }
  if (code && compiledSchedules_.insert(scheduleOf(**code).text()).second &&
      isReplacement((*code)->info(), best()->info()) && !(*code)->hasSameInstructions(*best()))
    trial_ = std::make_shared<cpu::CodeTrial>(best(), *code);
  else
    candidate_.reset();
}

void ScheduleSearch::conclude() {
  const cpu::CodeTrial::Result result = trial_->result();
  const bool hasWon = trial_->verdict() == cpu::CodeTrial::Verdict::won;
  const Code &code = *candidate_->ready();
  spent_ += result.lostNanoseconds;
  const TrialFacts facts{.kernel = request_.kernel,
                         .candidate = scheduleOf(*code).text(),
                         .present = scheduleOf(*best()).text(),
                         .percent = static_cast<unsigned>(std::lround(100 * result.ratio)),
                         .measurements = result.pairs,
                         .hasWon = hasWon};
  traceTrial(facts);
  log::write(log::Topic::vectorize, "kernel ", request_.kernel, ": ", facts.candidate, " takes ", facts.percent,
             " percent of the time of ", facts.present, " (", facts.measurements, " measurements)\n");
  if (hasWon) {
    winners_.push_back(candidate_); // before launches run its code, as there may be no memory
    code->noteItemTime(best()->itemTime() * static_cast<float>(result.ratio));
    best_.store(&code, std::memory_order_release);
    found_ = candidate_->request().schedule;
    addCandidates(neighboursOf(found_, scheduleOf(*code)));
  }
  trial_.reset();
  candidate_.reset();
}

} // namespace weft::core
