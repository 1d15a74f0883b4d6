// A kernel's code for ordinary launches: code for any local size, and code for local sizes that recur.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_SPECIALISED_VARIANTS_H
#define WEFT_RUNTIME_CORE_PROGRAMS_SPECIALISED_VARIANTS_H

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "core/programs/KernelVariant.h"
#include "core/programs/Manifest.h"

namespace weft::core {

/// All code of a kernel for one combination of image formats, samplers and CodeBuffers: code for any local size, and
/// code for some local sizes. Code for one local size takes less time. Its packets (work-items that run as the lanes of
/// vectors) fit the rows of the group, their masks are constants, and loops over work-items can be unrolled. Code for
/// one local size is made in these cases:
///
/// - If the kernel requires a local size, its first launch uses code for that size.
/// - If the kernel has barriers, the first launches with the first few local sizes wait for code for their size. In
///   this code, the memory through which work-items exchange values has constant addresses.
/// - Otherwise launches run code for any size at first, and a compile thread makes code for a size that is worth it. If
///   the kernel has barriers or gains much by such code, the first few sizes are worth it at their first launch. So are
///   sizes for which an earlier process has found the fastest schedule (ScheduleSearch). Any other size is worth it
///   when the launches with it together have taken several times as long as the compiler will take (WEFT_LOCAL_SIZES).
///
/// If a launch has smaller groups at the edges of its range, its full groups can run code for their size, and the
/// smaller groups run code for any size.
class SpecialisedVariants {
public:
  SpecialisedVariants(std::shared_ptr<const ProgramCode> program, CodeRequest anyLocalSize,
                      const KernelManifest &kernel);

  const CodeRequest &request() const { return forAnyLocalSize_->request(); }
  /// The code for any local size.
  KernelVariant &forAnyLocalSize() const { return *forAnyLocalSize_; }
  /// The variant that most launches use, as far as that can be known before a launch. It is the variant for the
  /// required local size or, if the kernel requires no size, the variant for any size.
  KernelVariant &usual() const { return forRequiredSize_ ? *forRequiredSize_ : *forAnyLocalSize_; }
  /// Starts compiling, on a compile thread, the code that the first launch will need. Does nothing if this code depends
  /// on the launch's local size.
  void startSpeculatively() const;
  /// The variant for a launch, before forLocalSize may offer a better one. `fullGroupSize` is the local size if all
  /// groups have it; it is empty if some groups are smaller, or if the local size has not been chosen yet. If the code
  /// isn't there yet, this thread makes it or waits for it (KernelVariant::get). The variant lives as long as this
  /// object does.
  Result<const KernelVariant *> first(const std::optional<LocalSize> &fullGroupSize) WEFT_EXCLUDES(mutex_);
  /// The variant for groups that are one row of work-items along dimension 0. Launches use it under two conditions: the
  /// kernel's result doesn't depend on the shape of groups, and the range is short in the dimension along which the
  /// code for any size has its vectors (packets). Waits as `first` does. Null if the code can't be made.
  const KernelVariant *forRows() WEFT_EXCLUDES(mutex_);
  /// The variant for this local size; null if it has no code (yet). Must be called once for each launch whose groups
  /// mostly have this size, if `first` has returned code for any size: it also counts these launches, to find out which
  /// sizes recur. The variant lives as long as this object does. The function doesn't wait for a compilation, unless
  /// WEFT_LOCAL_SIZES says that all sizes get code of their own.
  const KernelVariant *forLocalSize(const LocalSize &localSize, uint64_t workItems) WEFT_EXCLUDES(mutex_);

private:
  struct Recurring {
    LocalSize localSize;
    unsigned launches = 0;
    double time = 0;                        ///< the time that its launches took or are expected to take, in nanoseconds
                                            ///< of one thread
    std::shared_ptr<KernelVariant> variant; ///< the code for this size; null until it is worth compiling
  };
  /// Whether the first launches wait for code for their local size, so that it is made before code for any size.
  bool specialisesFirst() const;
  /// The variant `latest_`, if it is for this size; otherwise null.
  KernelVariant *latestFor(const LocalSize &localSize) const;
  /// The variant for this size if it is one of the first few sizes. Null for other sizes. Also null if the size has no
  /// variant yet and code for any size is there or is being made: then the launch uses the code for any size.
  KernelVariant *variantForEarlySize(const LocalSize &localSize) WEFT_EXCLUDES(mutex_);
  /// Counts a launch with this size. Returns the variant for the size, or null if code for it isn't worth compiling
  /// yet. Sets `isNew` if this launch made it worth compiling.
  KernelVariant *count(const LocalSize &localSize, uint64_t workItems, bool &isNew) WEFT_EXCLUDES(mutex_);
  /// Whether code for the size should be compiled. `duration` is the expected time of the present launch, in
  /// nanoseconds of one thread; 0 if it isn't known.
  bool isWorthCompiling(const Recurring &size, double duration) const WEFT_REQUIRES(mutex_);
  /// Whether the size is among the first `first` sizes that the kernel was launched with.
  bool isAmongFirst(size_t first, const Recurring &size) const WEFT_REQUIRES(mutex_);
  /// The record of the size, which is added if it is new. Null if there are too many sizes already.
  Recurring *find(const LocalSize &localSize) WEFT_REQUIRES(mutex_);
  std::shared_ptr<KernelVariant> makeVariant(const LocalSize &localSize) const;

  const std::shared_ptr<const ProgramCode> program_;
  const bool hasBarriers_;
  const std::shared_ptr<KernelVariant> forAnyLocalSize_;
  const std::shared_ptr<KernelVariant> forRequiredSize_; ///< null if the kernel requires no size
  /// Among the sizes that have a variant, the variant for the size that was launched last. The next launch usually has
  /// the same size.
  std::atomic<KernelVariant *> latest_{nullptr};
  Mutex mutex_;
  std::vector<Recurring> sizes_ WEFT_GUARDED_BY(mutex_);
  std::shared_ptr<KernelVariant> rowVariant_ WEFT_GUARDED_BY(mutex_); ///< null until forRows is called
};

} // namespace weft::core

#endif
