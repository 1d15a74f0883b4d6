// A smart pointer that holds one reference to an intrusively reference-counted object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_REFPTR_H
#define WEFT_RUNTIME_SUPPORT_REFPTR_H

#include <cstddef>
#include <utility>

namespace weft {

/// T has `retain()` and `release()`. A new object starts with a count of 1, and `adopt` takes over that reference.
template <typename T> class RefPtr {
public:
  RefPtr() = default;
  RefPtr(std::nullptr_t) {}
  /// Adds a reference to an object. The caller must ensure that the object is alive.
  explicit RefPtr(T *object) : object_(object) {
    if (object_)
      object_->retain();
  }
  RefPtr(const RefPtr &other) : RefPtr(other.object_) {}
  RefPtr(RefPtr &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename U> RefPtr(const RefPtr<U> &other) : RefPtr(static_cast<T *>(other.get())) {}
  template <typename U> RefPtr(RefPtr<U> &&other) noexcept : object_(other.take()) {}
  ~RefPtr() {
    if (object_)
      object_->release();
  }
  RefPtr &operator=(RefPtr other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }

  /// Takes over the reference that the caller holds. The object's count stays the same.
  static RefPtr adopt(T *object) {
    RefPtr pointer;
    pointer.object_ = object;
    return pointer;
  }
  /// Gives up the reference: the caller must release it.
  T *take() { return std::exchange(object_, nullptr); }

  /// Can't be called for a temporary RefPtr, because the pointer could become invalid at the end of the expression.
  T *get() const & { return object_; }
  T *get() const && = delete;
  T &operator*() const & { return *object_; }
  T &operator*() const && = delete;
  T *operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const RefPtr &a, const RefPtr &b) { return a.object_ == b.object_; }

private:
  T *object_ = nullptr;
};

/// Creates a counted object.
template <typename T, typename... Arguments> RefPtr<T> makeRef(Arguments &&...arguments) {
  return RefPtr<T>::adopt(new T(std::forward<Arguments>(arguments)...));
}

} // namespace weft

#endif
