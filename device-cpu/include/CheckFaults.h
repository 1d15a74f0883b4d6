// What the checks of a launch have found.
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
struct CheckedPlace {
  CheckedPlace() = default;
  explicit CheckedPlace(const WeftCheckSite &site);

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

/// One fault: the first time that it happened, and how often it did.
struct CheckFault {
  enum class What {
    outside,    ///< an access outside of its object
    nowhere,    ///< an access at an address that is in no object
    released,   ///< an access to memory that has been given back
    misaligned, ///< an access at an address that its type can't have
    forbidden,  ///< a read of a buffer that kernels may only write, or a write of one that they may only read
    division,   ///< by zero, or with a quotient that the type can't hold
    conversion, ///< of a value that the type can't hold
    shift,      ///< by as many bits as the value has, or more
    barrier,    ///< that some work-items of the group don't reach
    race,       ///< two accesses whose order is open, one of which writes
    unwritten,  ///< a read of memory that nobody has written
    format,     ///< a call of printf whose arguments don't fit its format
    parted,     ///< an asynchronous copy, or a wait for one, that some work-items of the group don't make, or otherwise
    unwaited,   ///< an asynchronous copy whose event nobody waits for
    noEvent,    ///< a wait for an event that no copy has given
    cast,       ///< a generic pointer that is cast to an address space that it doesn't lead to
  };
  What what = What::outside;
  CheckedPlace place;
  CheckedItem item;
  /// Of an access: bytes of its object in front of `offset` 0 and from there on, the offset, the address.
  uint64_t bytesBefore = 0, bytesBehind = 0;
  int64_t offset = 0;
  uint64_t address = 0;
  std::array<uint64_t, 3> imageSize{}; ///< in texels, of an image
  /// As WeftCheckKind says.
  uint64_t first = 0, second = 0;
  /// Of a race the access before; of a barrier a work-item that doesn't wait there, and where it does.
  bool hasOther = false;
  bool otherHasEnded = false;
  CheckedPlace otherPlace;
  CheckedItem otherItem;
  std::string flaw; ///< of a format
  uint64_t count = 0;
};

using CheckFaults = std::vector<CheckFault>;

} // namespace weft::cpu

#endif
