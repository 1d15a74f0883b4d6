// The context, which says which objects of one application belong together, and whom to notify of errors.
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

/// The properties that the application requests for a context.
struct ContextRequest {
  /// The list of properties as given, with the terminating 0, or empty if none was given.
  std::vector<cl_context_properties> list;
  bool zeroLocalMemory = false;   ///< CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR
  bool zeroPrivateMemory = false; ///< CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR
  bool terminable = false;        ///< CL_CONTEXT_TERMINATE_KHR
};

class Context final : public TypedObject<ObjectKind::context, cl_context, CL_INVALID_CONTEXT> {
public:
  using Notify = void(CL_CALLBACK *)(const char *message, const void *data, size_t size, void *userData);
  using DestructorCallback = void(CL_CALLBACK *)(cl_context context, void *userData);

  /// `devices` has at least one device, and each device once.
  Context(Devices devices, ContextRequest request, Notify notify, void *userData);

  const Devices &devices() const { return devices_; }
  bool has(const Device &device) const;
  const Services &services() const { return services_; }
  const std::vector<cl_context_properties> &properties() const { return request_.list; }
  /// cl_khr_initialize_memory: whether kernels find zeros in memory that they have not written yet.
  bool zeroesLocalMemory() const { return request_.zeroLocalMemory; }
  bool zeroesPrivateMemory() const { return request_.zeroPrivateMemory; }

  /// cl_khr_terminate_context: whether `terminate` may be called, and whether it has been called.
  bool terminable() const { return request_.terminable; }
  bool terminated() const { return terminated_.load(std::memory_order_acquire); }
  /// Makes every command of the context that is not done end with CL_CONTEXT_TERMINATED_KHR. Commands that don't run
  /// yet end at once. Running commands end when their running work-groups have ended; their other work-groups never
  /// run. Returns false if an earlier call has already terminated the context.
  bool terminate() WEFT_EXCLUDES(mutex_);

  /// The allocations of clSVMAlloc and related functions.
  SharedMemory &sharedMemory() { return sharedMemory_; }
  /// Allocates shared memory (SharedMemory::allocate) and records that the object exists (noteObject).
  void *allocateShared(SharedAllocation request, size_t alignment) {
    noteObject(request.bytes);
    return sharedMemory_.allocate(std::move(request), alignment);
  }

  /// An object with at least this many bytes is large. In a smaller object, code with 32-bit indices is right: if an
  /// index wrapped around between two lanes of a vector, their addresses would be 4 GiB apart and couldn't both lie in
  /// the object.
  static constexpr uint64_t largeObjectBytes = (uint64_t{1} << 32) - (uint64_t{1} << 16);
  /// Large memory objects begin at different offsets of their pages (allocateMemoryObject says why). Returns the offset
  /// in bytes for the next object. It is a multiple of limits::memoryAlignment.
  size_t nextPageOffset() { return staggeredObjects_.fetch_add(1, std::memory_order_relaxed) % 8 * 512; }
  /// Records that a memory object or an allocation of this size has been created, which kernels can access.
  void noteObject(uint64_t bytes) {
    if (bytes >= largeObjectBytes)
      hasLargeObjects_.store(true, std::memory_order_relaxed);
  }
  /// Whether the context has ever had an object with at least largeObjectBytes bytes.
  bool hasLargeObjects() const { return hasLargeObjects_.load(std::memory_order_relaxed); }

  /// Returns when all commands enqueued so far in any of the context's queues are done.
  void finish() WEFT_EXCLUDES(mutex_);

  /// The default queue on a device: null if the device has none.
  RefPtr<Queue> defaultQueue(const Device &device) WEFT_EXCLUDES(mutex_);
  /// Makes `queue` the default queue, in place of another if there is one. The context holds no reference to it.
  void setDefaultQueue(const Device &device, Queue &queue) WEFT_EXCLUDES(mutex_);
  /// Makes `queue` the default queue unless the device has one already. Returns the default queue.
  RefPtr<Queue> offerDefaultQueue(const Device &device, Queue &queue) WEFT_EXCLUDES(mutex_);
  /// Called by a queue on a device when the application has released the queue. If it was the default queue, the device
  /// has none after that.
  void forgetDefaultQueue(const Queue &queue) noexcept WEFT_EXCLUDES(mutex_);
  /// Counts a new queue on a device. Returns false if the context already has `most` queues on devices.
  bool countDeviceQueue(unsigned most) noexcept;
  void discountDeviceQueue() noexcept { deviceQueues_.fetch_sub(1, std::memory_order_relaxed); }

  /// Called by a member's constructor and destructor.
  void attach(ContextMember &member) WEFT_EXCLUDES(mutex_);
  void detach(ContextMember &member) noexcept WEFT_EXCLUDES(mutex_);

  /// Reports an error to the application as a sentence. Called only on a thread that is inside one of the application's
  /// calls to Weft, with no lock held.
  void notify(std::string_view message) const;
  /// Reports an error on any thread at any time, but only while the application holds a reference to the context.
  /// Without a reference, the application may have freed the data that the callback uses.
  void notifyLate(std::string_view message);

  /// Registers a callback that is called when the context is destroyed. The callback that was registered last is called
  /// first.
  void addDestructorCallback(DestructorCallback callback, void *userData) WEFT_EXCLUDES(mutex_);

private:
  /// A member (a queue or a user event), with a reference that keeps it alive.
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
  std::atomic<size_t> staggeredObjects_{0}; ///< the number of calls of nextPageOffset so far
  Mutex mutex_;
  std::set<ContextMember *> members_ WEFT_GUARDED_BY(mutex_); ///< all members, also those that have lost their last
                                                              ///< reference but are not destroyed yet
  std::vector<Destructor> destructors_ WEFT_GUARDED_BY(mutex_);
  std::map<const Device *, Queue *> defaultQueues_ WEFT_GUARDED_BY(mutex_);
  std::atomic<unsigned> deviceQueues_{0};
};

} // namespace weft::core

#endif
