// Compares two codes of one kernel by the time that they take for work-groups of real launches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CODE_TRIAL_H
#define WEFT_DEVICE_CPU_CODE_TRIAL_H

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "Mutex.h"

namespace weft::cpu {

class KernelCode;

/// Compares the present code of a kernel with a candidate: code of the same kernel that another schedule gives, and
/// that computes the same. The launches of the kernel do the comparison while they run, each on work-groups that it has
/// to run anyway. So both codes are measured with the launches' own data.
///
/// A measurement is a pair: the same thread runs some groups with one code, and as many groups after them with the
/// other code. The ratio of the two times is what counts, so it doesn't matter how fast the machine is at the moment.
/// If a launch has too few groups for a pair, two launches make up the pair. The candidate has won when most pairs say
/// that it is clearly faster; otherwise it has lost. Only one thread measures at a time, and all other groups run the
/// present code. So a slow candidate costs little.
///
/// Any thread may call the functions, also at the same time.
class CodeTrial {
public:
  using Code = std::shared_ptr<const KernelCode>;

  CodeTrial(Code present, Code candidate) : present_(std::move(present)), candidate_(std::move(candidate)) {}
  CodeTrial(const CodeTrial &) = delete;
  CodeTrial &operator=(const CodeTrial &) = delete;

  const Code &present() const { return present_; }
  const Code &candidate() const { return candidate_; }

  enum class Verdict { open, won, lost };
  Verdict verdict() const { return verdict_.load(std::memory_order_acquire); }
  /// What the trial has measured so far.
  struct Result {
    size_t pairs = 0;
    double ratio = 1;           ///< the median of the candidate's times as shares of the present code's times
    double lostNanoseconds = 0; ///< by how much longer groups took that ran the candidate; 0 if they took less time
  };
  Result result() const WEFT_EXCLUDES(mutex_);

  /// Gives the calling thread the right to measure, its turn, until it calls endTurn(). Returns false if it is another
  /// thread's turn, or if the trial has ended.
  bool beginTurn();
  void endTurn() { isMeasured_.store(false, std::memory_order_release); }
  /// Ends the trial, and the candidate has lost: a group has faulted, and its thread may never end its turn.
  void abandon() { verdict_.store(Verdict::lost, std::memory_order_release); }

  // The functions below are for the thread whose turn it is.

  /// How many groups each code should run for one pair. It is 1 until the first measurement.
  uint64_t groupsOfHalf() const { return groupsOfHalf_; }
  /// Whether the candidate comes first in the next pair, or runs the next launch that has too few groups for a pair.
  /// The two codes alternate.
  bool isCandidateNext() const { return isCandidateNext_; }
  /// Notes a pair: the nanoseconds that each code took for `groups` groups.
  void notePair(double present, double candidate, uint64_t groups) WEFT_EXCLUDES(mutex_);
  /// Notes that one code took `nanoseconds` for a launch of `groups` groups, which are too few for a pair. The time
  /// counts when the other code has run a launch of as many groups.
  void noteLaunch(bool ranCandidate, double nanoseconds, uint64_t groups) WEFT_EXCLUDES(mutex_);

private:
  struct LaunchTime {
    double nanoseconds = 0;
    uint64_t groups = 0; ///< 0: no launch
  };
  void add(double present, double candidate) WEFT_EXCLUDES(mutex_);
  Verdict judge() const WEFT_REQUIRES(mutex_);

  const Code present_, candidate_;
  std::atomic<Verdict> verdict_{Verdict::open};
  std::atomic<bool> isMeasured_{false};
  // These members belong to the thread whose turn it is.
  uint64_t groupsOfHalf_ = 1;
  bool isCandidateNext_ = true;
  bool isWarm_ = false;                ///< whether the candidate has run a pair that doesn't count
  LaunchTime ofPresent_, ofCandidate_; ///< launches for which the other code has no launch of as many groups yet

  mutable Mutex mutex_;
  std::vector<double> ratios_ WEFT_GUARDED_BY(mutex_); ///< of each pair: the candidate's time to the present code's
  double lost_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::cpu

#endif
