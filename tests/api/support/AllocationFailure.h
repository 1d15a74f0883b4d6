// Makes a chosen allocation of a call under test fail, or run an action, by the program's own operators new and delete;
// and limits the process's address space.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_ALLOCATION_FAILURE_H
#define WEFT_TESTS_API_ALLOCATION_FAILURE_H

#include <cstddef>
#include <functional>
#include <sys/resource.h>
#include <utility>

namespace weft::test {

/// While the object lives, one operator new of its thread throws std::bad_alloc. Only allocations within a call under
/// test count, and `before` of them succeed first. All libraries of the process share the operator.
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

/// While the object lives, memory that any thread releases is overwritten, so that a later use of it ends the process.
class OverwritesReleased {
public:
  OverwritesReleased();
  ~OverwritesReleased();
  OverwritesReleased(const OverwritesReleased &) = delete;
  OverwritesReleased &operator=(const OverwritesReleased &) = delete;
};

/// While the object lives, `action` runs once within a call under test, as if another thread acted between two steps of
/// the call. It runs before an operator new of the object's thread, after `before` other allocations within the call.
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

/// Marks the call to which an AllocationFailure or an AllocationAction applies. Other allocations of the test aren't
/// affected.
class CallUnderTest {
public:
  CallUnderTest();
  ~CallUnderTest();
};
template <typename Call> auto underTest(Call &&call) {
  CallUnderTest marked;
  return std::forward<Call>(call)();
}

/// While the object lives, the process gets no more than `bytes` of new address space.
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
