// The context: what objects of one application belong together, and whom to tell of errors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CONTEXT_H
#define WEFT_RUNTIME_CORE_OBJECTS_CONTEXT_H

#include <atomic>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "Mutex.h"
#include "core/objects/CallbackGate.h"
#include "core/objects/Object.h"
#include "core/objects/Services.h"
#include "core/objects/SharedMemory.h"

namespace weft::core {

class ContextMember;
class Device;
class Queue;
using Devices = std::vector<RefPtr<Device>>;

/// What a context is made with.
struct ContextRequest {
  /// As given, the terminating 0 included, or empty where nothing was given.
  std::vector<cl_context_properties> list;
  bool zeroLocalMemory = false;   ///< CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR
  bool zeroPrivateMemory = false; ///< CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR
  bool terminable = false;        ///< CL_CONTEXT_TERMINATE_KHR
};

class Context final : public TypedObject<ObjectKind::context, cl_context, CL_INVALID_CONTEXT> {
public:
  using Notify = void(CL_CALLBACK *)(const char *message, const void *data, size_t size, void *userData);
  using DestructorCallback = void(CL_CALLBACK *)(cl_context context, void *userData);

  /// `devices` are the devices, at least one and each once.
  Context(Devices devices, ContextRequest request, Notify notify, void *userData);

  const Devices &devices() const { return devices_; }
  bool has(const Device &device) const;
  const Services &services() const { return services_; }
  const std::vector<cl_context_properties> &properties() const { return request_.list; }
  /// cl_khr_initialize_memory: kernels find zeros in memory that they have not written yet.
  bool zeroesLocalMemory() const { return request_.zeroLocalMemory; }
  bool zeroesPrivateMemory() const { return request_.zeroPrivateMemory; }

  /// cl_khr_terminate_context: whether `terminate` may be called, and has been.
  bool terminable() const { return request_.terminable; }
  bool terminated() const { return terminated_.load(std::memory_order_acquire); }
  /// Lets every command end with CL_CONTEXT_TERMINATED_KHR: those that have not begun at once, the others when the
  /// work-groups that are running have ended. False where another call has done so before.
  bool terminate() WEFT_EXCLUDES(mutex_);

  /// What clSVMAlloc has given out.
  SharedMemory &sharedMemory() { return sharedMemory_; }
  /// SharedMemory::allocate.
  void *allocateShared(SharedAllocation request, size_t alignment) {
    noteObject(request.bytes);
    return sharedMemory_.allocate(std::move(request), alignment);
  }

  /// Two elements of a smaller object are never so far apart that a 32-bit index wraps from one to the other within
  /// the work-items of a packet.
  static constexpr uint64_t largeObjectBytes = (uint64_t{1} << 32) - (uint64_t{1} << 16);
  /// Where in its page the next large memory object is to begin, in bytes: a multiple of limits::memoryAlignment.
  size_t nextPlaceInPage() { return placed_.fetch_add(1, std::memory_order_relaxed) % 8 * 512; }
  /// An object that kernels can access has been made.
  void noteObject(uint64_t bytes) {
    if (bytes >= largeObjectBytes)
      hasLargeObjects_.store(true, std::memory_order_relaxed);
  }
  /// Whether there ever was one as large.
  bool hasLargeObjects() const { return hasLargeObjects_.load(std::memory_order_relaxed); }

  /// Returns when all commands enqueued so far in any of its queues are done.
  void finish() WEFT_EXCLUDES(mutex_);

  /// The default queue on a device: null where there is none.
  RefPtr<Queue> defaultQueue(const Device &device) WEFT_EXCLUDES(mutex_);
  /// In the place of another, if there is one. The context holds no reference.
  void setDefaultQueue(const Device &device, Queue &queue) WEFT_EXCLUDES(mutex_);
  /// Unless there is another. The default queue from now on.
  RefPtr<Queue> offerDefaultQueue(const Device &device, Queue &queue) WEFT_EXCLUDES(mutex_);
  /// By a queue on a device that the application knows no longer.
  void forgetDefaultQueue(const Queue &queue) noexcept WEFT_EXCLUDES(mutex_);
  /// False where there are `most` queues on devices already.
  bool countDeviceQueue(unsigned most) noexcept;
  void discountDeviceQueue() noexcept { deviceQueues_.fetch_sub(1, std::memory_order_relaxed); }

  /// By a member's constructor and destructor.
  void attach(ContextMember &member) WEFT_EXCLUDES(mutex_);
  void detach(ContextMember &member) noexcept WEFT_EXCLUDES(mutex_);

  /// Tells the application of an error in a sentence, in a call of its own. Called with no lock held.
  void notify(std::string_view message) const;
  /// The same at any other time: as long as the application has a reference to the context. Once it has none it may
  /// free what the callback uses.
  void notifyLate(std::string_view message);

  /// The callbacks run when the context goes, the last registered one first.
  void addDestructorCallback(DestructorCallback callback, void *userData) WEFT_EXCLUDES(mutex_);

private:
  /// A member that is kept alive.
  struct Held {
    RefPtr<Object> object;
    ContextMember *member;
  };

  ~Context() override;
  void handleDropped() noexcept override { lateNotices_.close(); }
  std::vector<Held> members() WEFT_EXCLUDES(mutex_);
  RefPtr<Queue> findDefaultQueue(const Device &device) WEFT_REQUIRES(mutex_);

  struct Destructor {
    DestructorCallback callback;
    void *userData;
  };

  const Devices devices_;
  const Services &services_;
  const ContextRequest request_;
  std::atomic<bool> terminated_{false};
  const Notify notify_;
  void *const userData_;
  CallbackGate lateNotices_;
  SharedMemory sharedMemory_;
  std::atomic<bool> hasLargeObjects_{false};
  std::atomic<size_t> placed_{0}; ///< large memory objects made
  Mutex mutex_;
  std::set<ContextMember *> members_ WEFT_GUARDED_BY(mutex_); ///< all that exist, also those about to go
  std::vector<Destructor> destructors_ WEFT_GUARDED_BY(mutex_);
  std::map<const Device *, Queue *> defaultQueues_ WEFT_GUARDED_BY(mutex_);
  std::atomic<unsigned> deviceQueues_{0};
};

} // namespace weft::core

#endif
