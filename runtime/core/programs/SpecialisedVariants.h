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

/// The code for one combination of image formats, samplers and kind of buffers. Where the local size is a constant,
/// packets fit the rows of the group, loops over work-items are unrolled, and masks of packets are constants.
///
/// - A kernel that requires a local size has code for that size from the beginning.
/// - A kernel with barriers has code for the first sizes that it is launched with. Then the memory through which its
///   work-items exchange values has constant addresses.
/// - In all other cases, code for a size is made in addition, on a compile thread. Where the kernel has barriers or
///   gains much by it, that happens with the first launch of some sizes. Otherwise it happens when the launches with
///   the size have taken several times as long as the compiler will (WEFT_LOCAL_SIZES).
///
/// If some groups of a launch are smaller, its whole groups also run code for their size.
class SpecialisedVariants {
public:
  SpecialisedVariants(std::shared_ptr<const ProgramCode> program, CodeRequest anyLocalSize,
                      const KernelManifest &kernel);

  const CodeRequest &request() const { return forAnyLocalSize_->request(); }
  /// The code for any local size.
  KernelVariant &forAnyLocalSize() const { return *forAnyLocalSize_; }
  /// The variant that answers questions about all variants: the variant for the required size, if the kernel requires
  /// one.
  KernelVariant &usual() const { return forRequiredSize_ ? *forRequiredSize_ : *forAnyLocalSize_; }
  /// Starts compiling the code that a first launch needs, on a compile thread. Does nothing if it depends on the
  /// launch's local size which code that is.
  void startSpeculatively() const;
  /// The code that a launch begins with. `fullGroupSize` is the size of its groups; it is empty where some groups are
  /// smaller or the size is still to be chosen. Waits for code that isn't there yet, and makes it if necessary. The
  /// code lives as long as this object does.
  Result<const KernelVariant::Code *> first(const std::optional<LocalSize> &fullGroupSize) WEFT_EXCLUDES(mutex_);
  /// The code for groups that are one row of work-items along dimension 0. It is for kernels whose results don't depend
  /// on the shape of groups, and for ranges that are short along the dimension in which the code for any size has
  /// packets. Waits as `first` does; null where the code can't be made.
  const KernelVariant::Code *codeForRows() WEFT_EXCLUDES(mutex_);
  /// The code for this local size; null where there is none (yet). Must be called once for each launch that has begun
  /// with code for any size, if most of its groups are whole groups of this size. The code lives as long as this object
  /// does. Does not wait, unless all sizes get code of their own (WEFT_LOCAL_SIZES).
  const KernelVariant::Code *forLocalSize(const LocalSize &localSize, uint64_t workItems) WEFT_EXCLUDES(mutex_);

private:
  struct Recurring {
    LocalSize localSize;
    unsigned launches = 0;
    double time = 0;                        ///< the time that its launches took or are expected to take, in nanoseconds
                                            ///< of one thread
    std::shared_ptr<KernelVariant> variant; ///< null until the size has recurred often enough
  };
  /// Whether code for the first sizes is made before code for any size.
  bool specialisesFirst() const;
  /// The variant `latest_`, if it is for this size; otherwise null.
  KernelVariant *latestFor(const LocalSize &localSize) const;
  /// The variant for one of the first sizes. Null for other sizes, and where code for any size is there already.
  KernelVariant *variantForEarlySize(const LocalSize &localSize) WEFT_EXCLUDES(mutex_);
  /// Counts a launch with this size and returns the variant for it. Null where the size hasn't recurred often enough.
  KernelVariant *count(const LocalSize &localSize, uint64_t workItems, bool &isNew) WEFT_EXCLUDES(mutex_);
  /// Whether code for the size should be compiled. `duration` is the time of its newest launch, in nanoseconds of one
  /// thread.
  bool isWorthCompiling(const Recurring &size, double duration) const WEFT_REQUIRES(mutex_);
  /// Whether the size is among the first `first` sizes that the kernel was launched with.
  bool isAmongFirst(size_t first, const Recurring &size) const WEFT_REQUIRES(mutex_);
  /// The record of the size, which is added if it is new. Null where there are too many sizes already.
  Recurring *find(const LocalSize &localSize) WEFT_REQUIRES(mutex_);
  std::shared_ptr<KernelVariant> makeVariant(const LocalSize &localSize) const;

  const std::shared_ptr<const ProgramCode> program_;
  const bool hasBarriers_;
  const std::shared_ptr<KernelVariant> forAnyLocalSize_;
  const std::shared_ptr<KernelVariant> forRequiredSize_; ///< null where the kernel requires no size
  /// Among the sizes that have a variant, the variant for the size that was launched last. The next launch usually has
  /// the same size.
  std::atomic<KernelVariant *> latest_{nullptr};
  Mutex mutex_;
  std::vector<Recurring> sizes_ WEFT_GUARDED_BY(mutex_);
  std::shared_ptr<KernelVariant> rowVariant_ WEFT_GUARDED_BY(mutex_); ///< null until codeForRows is called
};

} // namespace weft::core

#endif
