// Allocations that fail on purpose, or at which something else happens: the program's operator new and delete, and the
// limit of its address space.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_ALLOCATION_FAILURE_H
#define WEFT_TESTS_API_ALLOCATION_FAILURE_H

#include <cstddef>
#include <functional>
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

/// While it lives, memory that any thread gives back is overwritten, so that its use ends the process.
class OverwritesReleased {
public:
  OverwritesReleased();
  ~OverwritesReleased();
  OverwritesReleased(const OverwritesReleased &) = delete;
  OverwritesReleased &operator=(const OverwritesReleased &) = delete;
};

/// While it lives, `action` runs once within a call under test, before the operator new of its thread that follows
/// `before` others: what another thread does between two steps of the call.
class AllocationAction {
public:
  AllocationAction(size_t before, std::function<void()> action);
  ~AllocationAction();
  AllocationAction(const AllocationAction &) = delete;
  AllocationAction &operator=(const AllocationAction &) = delete;
  /// Whether the action has run.
  bool met() const;

private:
  const OverwritesReleased overwrites_;
  const std::function<void()> action_;
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
