// A kernel's code for ordinary launches: for any local size, and for those that come again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_NARROW_CODE_H
#define WEFT_RUNTIME_CORE_PROGRAMS_NARROW_CODE_H

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "core/programs/KernelVariant.h"
#include "core/programs/Manifest.h"

namespace weft::core {

/// Code for one combination of images' formats, samplers and kind of buffers. Where the local size is a constant,
/// packets fit its rows, loops over work-items are unrolled, and masks of packets are constants. A kernel that requires
/// a local size has code for it from the beginning, and one with barriers for the first sizes that it is launched with:
/// what its work-items hand to each other then has constant places. Else code for a size is made, besides, on a compile
/// thread: with its first launch where the kernel has barriers or gains much by it, for some, and otherwise when its
/// launches have taken several times as long as the compiler will (WEFT_LOCAL_SIZES). Whole groups of a launch whose
/// other groups are smaller have it, too.
class SpecialisedVariants {
public:
  SpecialisedVariants(std::shared_ptr<const ProgramCode> program, CodeRequest anyLocalSize,
                      const KernelManifest &kernel);

  const CodeRequest &request() const { return forAnyLocalSize_->request(); }
  /// For any local size.
  KernelVariant &forAnyLocalSize() const { return *forAnyLocalSize_; }
  /// What tells of all variants: for the required size, if there is one.
  KernelVariant &usual() const { return forRequiredSize_ ? *forRequiredSize_ : *forAnyLocalSize_; }
  /// Has the code that a first launch needs made on a compile thread, unless its local size decides which that is.
  void startAhead() const;
  /// What a launch begins with; `wholeGroups` is their size, nothing where some are smaller or the size is still to be
  /// chosen. Waits for code that isn't there yet, and makes it if need be. It lives as long as this does.
  Result<const KernelVariant::Code *> first(const std::optional<LocalSize> &wholeGroups) WEFT_EXCLUDES(mutex_);
  /// For rows along dimension 0, each a group, of a kernel that can't tell: for ranges that are short along the
  /// dimension that code for any size has packets in. Waits as `first` does; null where the code can't be made.
  const KernelVariant::Code *forRows() WEFT_EXCLUDES(mutex_);
  /// To be asked once for each launch that has begun with code for any size, and consists of whole groups of this one,
  /// at least for the most part: the code made for it, null where there is none (yet). It lives as long as this does.
  /// Does not wait, unless all sizes are to have code of their own.
  const KernelVariant::Code *forLocalSize(const LocalSize &localSize, uint64_t workItems) WEFT_EXCLUDES(mutex_);

private:
  struct Recurring {
    LocalSize localSize;
    unsigned launches = 0;
    double time = 0;                        ///< nanoseconds of one thread that they took, or are expected to
    std::shared_ptr<KernelVariant> variant; ///< null until the size has recurred enough
  };
  /// Whether the first sizes have code before any other.
  bool beginsWithSizes() const;
  /// The variant that latest_ is, where it is for this size; else null.
  KernelVariant *latestFor(const LocalSize &localSize) const;
  /// The variant for one of the first sizes; null for others, and where there is code for any size already.
  KernelVariant *forFirstSize(const LocalSize &localSize) WEFT_EXCLUDES(mutex_);
  /// The variant for a size that has just been launched; null where it hasn't recurred enough.
  KernelVariant *count(const LocalSize &localSize, uint64_t workItems, bool &isNew) WEFT_EXCLUDES(mutex_);
  /// Whether code for the size is to be made; its newest launch is of `duration` nanoseconds of one thread.
  bool hasRecurredEnough(const Recurring &size, double duration) const WEFT_REQUIRES(mutex_);
  /// Whether it is among the first sizes that came.
  bool isAmong(size_t first, const Recurring &size) const WEFT_REQUIRES(mutex_);
  /// That of the size, null where it is one too many.
  Recurring *find(const LocalSize &localSize) WEFT_REQUIRES(mutex_);
  std::shared_ptr<KernelVariant> makeVariant(const LocalSize &localSize) const;

  const std::shared_ptr<const ProgramCode> program_;
  const bool hasBarriers_;
  const std::shared_ptr<KernelVariant> forAnyLocalSize_;
  const std::shared_ptr<KernelVariant> forRequiredSize_; ///< null where none is required
  /// That of the size launched last which has one: the next launch is mostly of that size.
  std::atomic<KernelVariant *> latest_{nullptr};
  Mutex mutex_;
  std::vector<Recurring> sizes_ WEFT_GUARDED_BY(mutex_);
  std::shared_ptr<KernelVariant> forRows_ WEFT_GUARDED_BY(mutex_); ///< null until it is asked for
};

} // namespace weft::core

#endif
