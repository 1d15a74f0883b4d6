// A kernel's code for ordinary launches: for any local size, and for those that come again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_NARROW_CODE_H
#define WEFT_RUNTIME_CORE_PROGRAMS_NARROW_CODE_H

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/programs/KernelVariant.h"

namespace weft::core {

/// Code for one combination of images' formats, samplers and kind of buffers. Where the local size is a constant,
/// packets fit its rows, loops over work-items are unrolled, and masks of packets are constants. A kernel that requires
/// a local size has code for it from the beginning. Else code for a size is made, besides, on a compile thread, when
/// enough work has come with it (WEFT_LOCAL_SIZES).
class NarrowCode {
public:
  /// `required` is the only local size that the kernel can be launched with, zeros where it may be any.
  NarrowCode(std::shared_ptr<const ProgramCode> program, CodeRequest anyLocalSize, const LocalSize &required);

  const CodeRequest &request() const { return forAnyLocalSize_->request(); }
  /// For any local size.
  KernelVariant &forAnyLocalSize() const { return *forAnyLocalSize_; }
  /// What nearly every launch of whole groups begins with: for the required size, if there is one.
  KernelVariant &usual() const { return forRequiredSize_ ? *forRequiredSize_ : *forAnyLocalSize_; }
  /// To be asked once for each launch that consists of whole groups of this size: the code made for it, null where
  /// there is none (yet). It lives as long as this does. Does not wait, unless all sizes are to have code of their own.
  const KernelVariant::Code *forLocalSize(const LocalSize &localSize, uint64_t workItems) WEFT_EXCLUDES(mutex_);

private:
  struct Recurring {
    LocalSize localSize;
    unsigned launches = 0;
    uint64_t workItems = 0;
    std::shared_ptr<KernelVariant> variant; ///< null until the size has recurred enough
  };
  /// The variant for a size that has just been launched; null where it hasn't recurred enough.
  KernelVariant *count(const LocalSize &localSize, uint64_t workItems, bool &isNew) WEFT_EXCLUDES(mutex_);

  const std::shared_ptr<const ProgramCode> program_;
  const std::shared_ptr<KernelVariant> forAnyLocalSize_;
  const std::shared_ptr<KernelVariant> forRequiredSize_; ///< null where none is required
  /// That of the size launched last which has one: the next launch is mostly of that size.
  std::atomic<KernelVariant *> latest_{nullptr};
  Mutex mutex_;
  std::vector<Recurring> sizes_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
