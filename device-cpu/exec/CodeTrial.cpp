// Compares two codes of one kernel by the time that they take for work-groups of real launches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeTrial.h"

#include <algorithm>
#include <cmath>

namespace weft::cpu {

namespace {

/// How long one half of a pair should take, in nanoseconds: long compared with the time in which the code of the half
/// comes into the instruction cache again, and short compared with the time for which the system lets a thread run.
constexpr double halfTime = 100'000;
/// A pair that is shorter than this doesn't count if it is the first. The candidate's code is not in the caches yet.
constexpr double coldTime = 200'000;
/// The least pairs with which a candidate loses, and wins, and the most that are measured.
constexpr size_t leastToLose = 5, leastToWin = 9, mostPairs = 25;
/// The candidate wins if its time is at most this share of the present code's time. A smaller gain may be noise, and
/// then the present code stays.
constexpr double winningRatio = 0.97;
/// A candidate that is at least this many times slower in its first two pairs has lost.
constexpr double hopelessRatio = 1.5;

/// The value below which `share` of the values are. `values` is sorted and not empty.
double quantile(const std::vector<double> &values, double share) {
  return values[static_cast<size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
}

} // namespace

CodeTrial::Result CodeTrial::result() const {
  Lock lock(mutex_);
  Result result{.pairs = ratios_.size(), .lostNanoseconds = std::max(0.0, lost_)};
  if (!ratios_.empty()) {
    std::vector<double> sorted = ratios_;
    std::ranges::sort(sorted);
    result.ratio = quantile(sorted, 0.5);
  }
  return result;
}

bool CodeTrial::beginTurn() {
  if (verdict() != Verdict::open || isMeasured_.exchange(true, std::memory_order_acquire))
    return false;
  if (verdict() == Verdict::open)
    return true;
  endTurn();
  return false;
}

void CodeTrial::notePair(double present, double candidate, uint64_t groups) {
  const double ofGroup = std::min(present, candidate) / static_cast<double>(groups);
  groupsOfHalf_ = static_cast<uint64_t>(std::max(1.0, std::ceil(halfTime / std::max(1.0, ofGroup))));
  isCandidateNext_ = !isCandidateNext_;
  add(present, candidate);
}

void CodeTrial::noteLaunch(bool ranCandidate, double nanoseconds, uint64_t groups) {
  isCandidateNext_ = !ranCandidate;
  LaunchTime &own = ranCandidate ? ofCandidate_ : ofPresent_;
  LaunchTime &other = ranCandidate ? ofPresent_ : ofCandidate_;
  if (other.groups != groups) {
    own = {nanoseconds, groups};
    other = {};
    return;
  }
  const double otherTime = other.nanoseconds;
  other = {};
  add(ranCandidate ? otherTime : nanoseconds, ranCandidate ? nanoseconds : otherTime);
}

void CodeTrial::add(double present, double candidate) {
  const bool isCold = !isWarm_ && candidate < coldTime;
  isWarm_ = true;
  Lock lock(mutex_);
  lost_ += candidate - present;
  if (isCold)
    return;
  ratios_.push_back(candidate / std::max(1.0, present));
  Verdict open = Verdict::open; // an abandoned trial stays lost
  verdict_.compare_exchange_strong(open, judge(), std::memory_order_acq_rel);
}

CodeTrial::Verdict CodeTrial::judge() const {
  std::vector<double> sorted = ratios_;
  std::ranges::sort(sorted);
  if (sorted.size() >= 2 && sorted.front() >= hopelessRatio)
    return Verdict::lost;
  if (sorted.size() >= leastToWin && quantile(sorted, 0.75) <= winningRatio)
    return Verdict::won;
  if (sorted.size() >= leastToLose && quantile(sorted, 0.25) > winningRatio)
    return Verdict::lost;
  if (sorted.size() < mostPairs)
    return Verdict::open;
  // Groups that take different times make the ratios differ. The median of so many says enough: if it is wrong, the
  // two codes take nearly the same time.
  return quantile(sorted, 0.5) <= winningRatio ? Verdict::won : Verdict::lost;
}

} // namespace weft::cpu
