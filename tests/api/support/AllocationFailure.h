// Allocations that fail on purpose: the program's operator new, and the limit of its address space.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_ALLOCATION_FAILURE_H
#define WEFT_TESTS_API_ALLOCATION_FAILURE_H

#include <cstddef>
#include <sys/resource.h>
#include <utility>

namespace weft::test {

/// While it lives, one operator new of its thread, within a call under test, throws std::bad_alloc: the one that
/// follows `before` others. All libraries of the process share the operator.
class AllocationFailure {
public:
  explicit AllocationFailure(size_t before);
  ~AllocationFailure();
  AllocationFailure(const AllocationFailure &) = delete;
  AllocationFailure &operator=(const AllocationFailure &) = delete;
  /// Whether an allocation has failed.
  bool met() const;

private:
  friend class CallUnderTest;
};

/// Marks what an AllocationFailure is for; the rest of a test is not concerned.
class CallUnderTest {
public:
  CallUnderTest();
  ~CallUnderTest();
};
template <typename Call> auto underTest(Call &&call) {
  CallUnderTest marked;
  return std::forward<Call>(call)();
}

/// While it lives, the process gets no more than `bytes` of new address space.
class AddressSpaceLimit {
public:
  explicit AddressSpaceLimit(size_t bytes);
  ~AddressSpaceLimit();
  AddressSpaceLimit(const AddressSpaceLimit &) = delete;
  AddressSpaceLimit &operator=(const AddressSpaceLimit &) = delete;

private:
  rlimit before_{};
};

} // namespace weft::test

#endif
