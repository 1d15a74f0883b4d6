// Allocates all handles from one reserved range of addresses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/mman.h>

#include <new>

#include "Mutex.h"
#include "core/objects/Object.h"

namespace weft::core {

namespace {

/// The address space to reserve, enough for 16 million handles. It is less if the process's limit (ulimit -v) does
/// not allow that.
constexpr size_t largestReservation = size_t(1) << 30;
constexpr size_t smallestReservation = size_t(1) << 22;
/// Whenever more handles are needed, this many further bytes are made accessible.
constexpr size_t growth = size_t(1) << 18;
/// A released handle is reused only after this many other handles have been released. Until then, its use by the
/// application is noticed as an error.
constexpr size_t quarantine = 256;

} // namespace

class HandleTable::Impl {
public:
  Impl() {
    for (size_t size = largestReservation; size >= smallestReservation; size /= 2) {
      void *memory = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory != MAP_FAILED) {
        base_ = static_cast<char *>(memory);
        reserved_ = size;
        return;
      }
    }
  }

  /// The handle at an address, perhaps with the kind `none`. Null for addresses at which no handle has ever been
  /// allocated.
  Handle *slot(const void *raw) const noexcept {
    size_t offset = static_cast<size_t>(static_cast<const char *>(raw) - base_);
    if (offset >= used_.load(std::memory_order_acquire) || offset % sizeof(Handle) != 0)
      return nullptr;
    return reinterpret_cast<Handle *>(base_ + offset);
  }

  Handle *allocate(Object &object, ObjectKind kind) {
    Lock lock(mutex_);
    Handle *handle = freeCount_ > quarantine ? popFree() : extend();
    handle->dispatch = dispatch_;
    handle->dispatchData = dispatchData_;
    handle->object = &object;
    handle->state.store(HandleState::ofKind(kind), std::memory_order_release);
    return handle;
  }

  void free(Handle *handle) noexcept {
    Lock lock(mutex_);
    handle->state.store(HandleState::ofKind(ObjectKind::none), std::memory_order_relaxed);
    handle->object = nullptr;
    handle->nextFree = nullptr;
    (freeTail_ ? freeTail_->nextFree : freeHead_) = handle;
    freeTail_ = handle;
    ++freeCount_;
  }

  void setDispatch(const void *dispatch) {
    Lock lock(mutex_);
    dispatch_ = dispatch;
  }

  void setDispatchData(void *data) {
    Lock lock(mutex_);
    dispatchData_ = data;
    for (size_t offset = 0; offset < used_.load(std::memory_order_relaxed); offset += sizeof(Handle))
      reinterpret_cast<Handle *>(base_ + offset)->dispatchData = data;
  }

private:
  Handle *popFree() WEFT_REQUIRES(mutex_) {
    Handle *handle = freeHead_;
    freeHead_ = handle->nextFree;
    if (!freeHead_)
      freeTail_ = nullptr;
    --freeCount_;
    return handle;
  }

  Handle *extend() WEFT_REQUIRES(mutex_) {
    size_t used = used_.load(std::memory_order_relaxed);
    if (used == accessible_) {
      if (accessible_ + growth > reserved_ || mprotect(base_ + accessible_, growth, PROT_READ | PROT_WRITE) != 0) {
        if (freeCount_ != 0)
          return popFree();
        throw std::bad_alloc();
      }
      accessible_ += growth;
    }
    Handle *handle = new (base_ + used) Handle;
    used_.store(used + sizeof(Handle), std::memory_order_release);
    return handle;
  }

  char *base_ = nullptr;
  size_t reserved_ = 0;
  std::atomic<size_t> used_{0};
  Mutex mutex_;
  size_t accessible_ WEFT_GUARDED_BY(mutex_) = 0;
  Handle *freeHead_ WEFT_GUARDED_BY(mutex_) = nullptr;
  Handle *freeTail_ WEFT_GUARDED_BY(mutex_) = nullptr;
  size_t freeCount_ WEFT_GUARDED_BY(mutex_) = 0;
  const void *dispatch_ WEFT_GUARDED_BY(mutex_) = nullptr;
  void *dispatchData_ WEFT_GUARDED_BY(mutex_) = nullptr;
};

HandleTable &HandleTable::instance() {
  static HandleTable &table = *new HandleTable;
  return table;
}

HandleTable::HandleTable() : impl_(new Impl) {}

void HandleTable::setDispatch(const void *dispatch) { impl_->setDispatch(dispatch); }
void HandleTable::setDispatchData(void *data) { impl_->setDispatchData(data); }

Object *HandleTable::find(const void *raw, ObjectKind kind) const noexcept {
  Handle *handle = impl_->slot(raw);
  if (!handle || HandleState::kind(handle->state.load(std::memory_order_acquire)) != kind)
    return nullptr;
  return handle->object;
}

Handle *HandleTable::allocate(Object &object, ObjectKind kind) { return impl_->allocate(object, kind); }
void HandleTable::free(Handle *handle) noexcept { impl_->free(handle); }

} // namespace weft::core
