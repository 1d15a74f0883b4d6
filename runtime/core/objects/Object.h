// The base of every OpenCL object: a handle for the application, and a reference-counted C++ object behind it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_OBJECT_H
#define WEFT_RUNTIME_CORE_OBJECTS_OBJECT_H

#include <CL/cl.h>

#include <atomic>
#include <cstdint>

#include "RefPtr.h"
#include "Result.h"

namespace weft::core {

class Object;

enum class ObjectKind : uint32_t {
  none,
  platform,
  device,
  context,
  queue,
  memory,
  program,
  kernel,
  event,
  sampler,
  commandBuffer,
  mutableCommand,
  semaphore
};

/// The kind of a handle and the count of references that the application holds. Both are in one atomic word. So if one
/// thread releases the last reference while another thread adds a reference, one of the two operations happens entirely
/// before the other.
struct HandleState {
  static constexpr uint64_t oneReference = 1;
  static constexpr uint64_t ofKind(ObjectKind kind) { return uint64_t{static_cast<uint32_t>(kind)} << 32; }
  static constexpr ObjectKind kind(uint64_t state) { return static_cast<ObjectKind>(state >> 32); }
  static constexpr uint32_t references(uint64_t state) { return static_cast<uint32_t>(state); }
};

/// The memory that a cl_* handle points to. The first two words have the layout that cl_khr_icd 2 requires. This memory
/// is never unmapped. So Weft can read a handle that the application has released: it finds ObjectKind::none there.
struct alignas(64) Handle {
  const void *dispatch = nullptr;
  void *dispatchData = nullptr;
  std::atomic<uint64_t> state{0}; ///< a HandleState
  Object *object = nullptr;
  Handle *nextFree = nullptr;
};

/// The base of all objects. It has an internal reference count. When it is first given to the application, it also gets
/// a handle. All references of the application together hold one internal reference.
class Object {
public:
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  void retain(uint32_t references = 1) noexcept { internal_.fetch_add(references, std::memory_order_relaxed); }
  /// Adds a reference for a caller that knows the object without holding a reference. Returns false if the object's
  /// destruction has begun.
  bool retainIfAlive() noexcept {
    uint32_t count = internal_.load(std::memory_order_relaxed);
    while (count != 0)
      if (internal_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
        return true;
    return false;
  }
  void release() noexcept {
    if (internal_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
  /// Does the same as `release`, but faster, for an object on which no thread calls retainIfAlive. If the count of such
  /// an object is 1, the caller holds the only reference, and no other thread can change the count.
  void releaseUnlisted() noexcept {
    if (internal_.load(std::memory_order_acquire) == 1)
      delete this;
    else
      release();
  }

  /// The count of the application's references (CL_*_REFERENCE_COUNT).
  cl_uint references() const {
    return handle_ ? HandleState::references(handle_->state.load(std::memory_order_relaxed)) : 0;
  }
  /// Adds a reference of the application, for clRetain*. The caller has resolved the handle.
  void retainHandle() noexcept;
  /// Releases a reference of the application, for clRelease*. Returns false if the application holds none.
  bool releaseHandle() noexcept;

protected:
  explicit Object(ObjectKind kind) : kind_(kind) {}
  virtual ~Object();
  /// Called when the application has released its last reference. The internal reference that all of the application's
  /// references hold together is released after that.
  virtual void handleDropped() noexcept {}
  /// Whether the handle stays valid as long as the object lives, even after the application has released its last
  /// reference.
  virtual bool keepsHandle() const noexcept { return false; }
  /// Returns the handle with one more application reference. The first call creates the handle. Throws std::bad_alloc.
  Handle *publishHandle();
  /// Returns the handle for the answer to a query, without a new reference. The application may have released all of
  /// its references to the object that the query returns. By the specification, that object is still alive if a living
  /// object refers to it (clReleaseContext and others). So this function makes its released handle valid again.
  Handle *showHandle();
  Handle *handleAddress() const { return handle_; }

private:
  friend class HandleTable;
  std::atomic<uint32_t> internal_{1};
  const ObjectKind kind_;
  Handle *handle_ = nullptr;
};

/// An object of one kind, with the handle type and error code of that kind.
template <ObjectKind K, typename RawHandle, int InvalidCode> class TypedObject : public Object {
public:
  using Raw = RawHandle;
  static constexpr ObjectKind kind = K;
  static constexpr int invalidCode = InvalidCode;

  /// Returns the handle with one more application reference. Throws std::bad_alloc.
  Raw publish() { return reinterpret_cast<Raw>(publishHandle()); }
  /// Returns the handle for answers to queries, without a new reference.
  Raw show() { return reinterpret_cast<Raw>(showHandle()); }

  /// The handle's address only, for callbacks that report which object has been destroyed.
  Raw rawHandle() const { return reinterpret_cast<Raw>(handleAddress()); }

protected:
  TypedObject() : Object(K) {}
};

/// All handles of the process. They lie in one reserved range of addresses. So Weft can find out safely, for any
/// pointer value, whether it is a handle.
class HandleTable {
public:
  static HandleTable &instance();

  /// Set the loader's dispatch table, and its data for cl_khr_icd 2. Both are written to each handle. They are set
  /// before the first handle is created. The data may be set later, and are then also written to the existing handles
  /// of the platform and devices.
  void setDispatch(const void *dispatch);
  void setDispatchData(void *data);

  /// The object behind a live handle of this kind, or null. `raw` may be any pointer value.
  Object *find(const void *raw, ObjectKind kind) const noexcept;

  Handle *allocate(Object &object, ObjectKind kind);
  void free(Handle *handle) noexcept;

private:
  HandleTable();
  class Impl;
  Impl *impl_; // never destroyed: handles may be used during exit
};

const char *kindName(ObjectKind kind);
/// The error for a value that isn't a live handle of this kind.
Error invalidHandle(const void *raw, ObjectKind kind, int code);

/// The error for a live handle of the right kind whose object is of another class than `wanted`. (Several classes may
/// share one kind of handle, such as buffers and images.)
Error wrongObject(const void *raw, ObjectKind kind, const char *wanted, int code);

/// Turns the application's handle into a reference to the object. Every entry point must use it. The application's own
/// reference isn't enough, because another thread may release the handle while the call goes on. For example, it may
/// release the handle once a command that the call has enqueued has ended, or in a callback that the call has
/// registered. If several classes share a kind of handle, T::isInstance says whether an object is a T, and T::name is
/// the name of the class.
template <typename T> Result<RefPtr<T>> resolve(typename T::Raw raw) {
  Object *object = HandleTable::instance().find(raw, T::kind);
  if (!object) [[unlikely]]
    return std::unexpected(invalidHandle(raw, T::kind, T::invalidCode));
  if constexpr (requires { typename T::HandleBase; }) {
    if (!T::isInstance(static_cast<const typename T::HandleBase &>(*object)))
      return std::unexpected(wrongObject(raw, T::kind, T::name, T::invalidCode));
  }
  return RefPtr<T>(static_cast<T *>(object));
}

} // namespace weft::core

#endif
