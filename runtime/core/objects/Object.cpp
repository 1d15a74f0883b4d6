// References to objects. The application's references are counted apart from Weft's internal references.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/Object.h"

#include <utility>

#include "Text.h"

namespace weft::core {

Object::~Object() {
  if (handle_)
    HandleTable::instance().free(handle_);
}

Handle *Object::publishHandle() {
  if (!handle_)
    handle_ = HandleTable::instance().allocate(*this, kind_);
  retainHandle();
  return handle_;
}

Handle *Object::showHandle() {
  if (!handle_)
    handle_ = HandleTable::instance().allocate(*this, kind_);
  handle_->state.fetch_or(HandleState::ofKind(kind_), std::memory_order_release);
  return handle_;
}

void Object::retainHandle() noexcept {
  uint64_t state = handle_->state.load(std::memory_order_relaxed);
  bool retained = false;
  do {
    // Takes the internal reference for the application's references before the handle becomes valid: another thread
    // could release the handle as soon as it is valid.
    if (HandleState::references(state) == 0 && !std::exchange(retained, true))
      retain();
  } while (!handle_->state.compare_exchange_weak(
      state, (state | HandleState::ofKind(kind_)) + HandleState::oneReference, std::memory_order_acq_rel));
  if (retained && HandleState::references(state) != 0)
    release(); // another thread has made the handle valid meanwhile, and has taken the internal reference itself
}

bool Object::releaseHandle() noexcept {
  uint64_t state = handle_->state.load(std::memory_order_relaxed);
  uint64_t next = 0;
  do {
    if (HandleState::references(state) == 0)
      return false;
    const bool isLast = HandleState::references(state) == 1;
    next = isLast && !keepsHandle() ? HandleState::ofKind(ObjectKind::none) : state - HandleState::oneReference;
  } while (!handle_->state.compare_exchange_weak(state, next, std::memory_order_acq_rel));
  if (HandleState::references(state) == 1) {
    handleDropped();
    release();
  }
  return true;
}

const char *kindName(ObjectKind kind) {
  switch (kind) {
  case ObjectKind::none:
    return "object";
  case ObjectKind::platform:
    return "platform";
  case ObjectKind::device:
    return "device";
  case ObjectKind::context:
    return "context";
  case ObjectKind::queue:
    return "command-queue";
  case ObjectKind::memory:
    return "memory object";
  case ObjectKind::program:
    return "program";
  case ObjectKind::kernel:
    return "kernel";
  case ObjectKind::event:
    return "event";
  case ObjectKind::sampler:
    return "sampler";
  case ObjectKind::commandBuffer:
    return "command-buffer";
  case ObjectKind::mutableCommand:
    return "mutable command";
  case ObjectKind::semaphore:
    return "semaphore";
  }
  return "object";
}

Error invalidHandle(const void *raw, ObjectKind kind, int code) {
  if (!raw)
    return Error{code, concat("The ", kindName(kind), " is NULL.")};
  return Error{code, concat(raw, " is not a ", kindName(kind), " of this platform, or has been released.")};
}

Error wrongObject(const void *raw, ObjectKind kind, const char *wanted, int code) {
  return Error{code, concat(raw, " is a ", kindName(kind), ", but no ", wanted, ".")};
}

} // namespace weft::core
