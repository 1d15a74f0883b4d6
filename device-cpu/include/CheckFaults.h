// The faults that the checks of a launch have found.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CHECK_FAULTS_H
#define WEFT_DEVICE_CPU_CHECK_FAULTS_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "CheckAbi.h"

namespace weft::cpu {

/// A WeftCheckSite that outlives the kernel's code.
struct CheckedSite {
  CheckedSite() = default;
  explicit CheckedSite(const WeftCheckSite &site);

  std::string kernel, file, function, callers, object;
  uint32_t line = 0, column = 0;
  WeftCheckKind kind = WEFT_CHECK_LOAD;
  WeftCheckObject objectKind = WEFT_CHECK_NO_OBJECT;
  uint32_t argument = WEFT_CHECK_NO_ARGUMENT;
  uint32_t bytes = 0, elementBytes = 1, alignment = 1;
  bool isByCopy = false;
};

struct CheckedItem {
  std::array<uint64_t, 3> globalId{}, localId{}, groupId{};
};

/// One fault: the facts of its first occurrence, and how often it occurred.
struct CheckFault {
  enum class What {
    outside,    ///< an access outside of its object
    nowhere,    ///< an access at an address that is in no object
    released,   ///< an access to memory that has been given back
    misaligned, ///< an access at an address that its type can't have
    forbidden,  ///< a read of a buffer that kernels may only write, or a write of a buffer that they may only read
    division,   ///< a division by zero, or with a quotient that the type can't hold
    conversion, ///< a conversion of a value that the type can't hold
    shift,      ///< a shift by as many bits as the value has, or more
    barrier,    ///< a barrier that some work-items of the group don't reach
    race,       ///< two accesses without an order, at least one of which writes
    unwritten,  ///< a read of memory that has not been written
    format,     ///< a call of printf whose arguments don't fit its format
    divergent,  ///< an asynchronous copy, or a wait for a copy, that not all work-items of the group make, or not alike
    unwaited,   ///< an asynchronous copy whose event the work-item doesn't wait for
    noEvent,    ///< a wait for an event that no copy has given
    cast,       ///< a cast of a generic pointer to a pointer to an address space in which its address doesn't lie
  };
  What what = What::outside;
  CheckedSite site;
  CheckedItem item;
  /// For an access: how many bytes its object has before offset 0 and from offset 0 on, the offset of the access in the
  /// object, and its address.
  uint64_t bytesBefore = 0, bytesAfter = 0;
  int64_t offset = 0;
  uint64_t address = 0;
  std::array<uint64_t, 3> imageSize{}; ///< the size of an image, in texels
  /// The two values of the report, as WeftCheckKind describes them.
  uint64_t first = 0, second = 0;
  /// The other party. For a race, it is the earlier access. For a barrier, it is a work-item that doesn't wait at the
  /// barrier, and the site at which that work-item waits.
  bool hasOther = false;
  bool otherHasEnded = false;
  CheckedSite otherSite;
  CheckedItem otherItem;
  std::string flaw; ///< what is wrong with a format
  uint64_t count = 0;
};

using CheckFaults = std::vector<CheckFault>;

} // namespace weft::cpu

#endif
