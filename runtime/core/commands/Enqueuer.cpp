// The functions that kernels call in order to enqueue kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <RuntimeCall.h>

#include <new>

#include "core/commands/NestedLaunch.h"
#include "core/commands/UserEvent.h"

namespace weft::core {

namespace {

/// Runs `work` for a function that a kernel has called. No exception may reach the kernel: if `work` throws
/// std::bad_alloc, returns `otherwise`.
template <typename Work, typename Answer> Answer onBehalf(Work work, Answer otherwise) {
  const cpu::RuntimeCall call;
  try {
    return work();
  } catch (const std::bad_alloc &) {
    return otherwise;
  }
}

} // namespace

/// The functions of WeftEnqueuer. Each gets the WeftEnqueuer as its first argument.
struct NestedLaunch::Functions {
  static NestedLaunch &launch(const WeftEnqueuer *enqueuer) { return static_cast<const Enqueuer *>(enqueuer)->launch; }
  static LaunchTree &tree(const WeftEnqueuer *enqueuer) { return launch(enqueuer).tree(); }

  static int32_t enqueue(const WeftEnqueuer *enqueuer, const WeftGroup *group, const WeftEnqueueRequest *request) {
    return onBehalf([&] { return launch(enqueuer).enqueue(*group, *request); }, int32_t{WEFT_ENQUEUE_OUT_OF_RESOURCES});
  }

  static int32_t enqueueMarker(const WeftEnqueuer *enqueuer, WeftQueueId queue, uint32_t waitCount,
                               const WeftEventId *waitList, WeftEventId *event) {
    return onBehalf([&] { return launch(enqueuer).enqueueMarker(queue, {waitList, waitList ? waitCount : 0}, event); },
                    int32_t{WEFT_ENQUEUE_OUT_OF_RESOURCES});
  }

  static WeftEventId createUserEvent(const WeftEnqueuer *enqueuer) {
    return onBehalf([&] { return tree(enqueuer).events().add(makeRef<UserEvent>(launch(enqueuer).context())); },
                    DeviceEvents::none);
  }

  static void setUserEventStatus(const WeftEnqueuer *enqueuer, WeftEventId number, int32_t status) {
    const cpu::RuntimeCall call;
    // The status must be CL_COMPLETE or an error. For other values the specification leaves the behaviour open.
    if (status <= CL_COMPLETE)
      tree(enqueuer).events().setStatus(number, status);
  }

  static void retainEvent(const WeftEnqueuer *enqueuer, WeftEventId number) {
    const cpu::RuntimeCall call;
    tree(enqueuer).events().retain(number);
  }

  static void releaseEvent(const WeftEnqueuer *enqueuer, WeftEventId number) {
    const cpu::RuntimeCall call;
    tree(enqueuer).events().release(number);
  }

  static uint32_t isValidEvent(const WeftEnqueuer *enqueuer, WeftEventId number) {
    const cpu::RuntimeCall call;
    return tree(enqueuer).events().find(number) ? 1 : 0;
  }

  static void captureProfiling(const WeftEnqueuer *enqueuer, WeftEventId number, uint32_t, void *value) {
    onBehalf(
        [&] {
          const RefPtr<Event> event = tree(enqueuer).events().find(number);
          if (auto *captured = dynamic_cast<NestedLaunch *>(event.get()))
            captured->capture(value);
          return true;
        },
        false);
  }

  static WeftQueueId defaultQueue(const WeftEnqueuer *enqueuer) { return tree(enqueuer).defaultQueue(); }

  static uint32_t queryKernel(const WeftEnqueuer *enqueuer, uint32_t query, const WeftNdRange *range,
                              const char *kernel) {
    return onBehalf([&] { return tree(enqueuer).query(query, range, kernel); }, uint32_t{0});
  }

  static void groupEnded(const WeftEnqueuer *enqueuer, const WeftGroup *group) {
    const cpu::RuntimeCall call;
    launch(enqueuer).groupEnded(*group);
  }
};

NestedLaunch::Enqueuer::Enqueuer(NestedLaunch &itsLaunch)
    : WeftEnqueuer{.enqueue = Functions::enqueue,
                   .enqueueMarker = Functions::enqueueMarker,
                   .createUserEvent = Functions::createUserEvent,
                   .setUserEventStatus = Functions::setUserEventStatus,
                   .retainEvent = Functions::retainEvent,
                   .releaseEvent = Functions::releaseEvent,
                   .isValidEvent = Functions::isValidEvent,
                   .captureProfiling = Functions::captureProfiling,
                   .defaultQueue = Functions::defaultQueue,
                   .queryKernel = Functions::queryKernel,
                   .groupEnded = Functions::groupEnded},
      launch(itsLaunch) {}

} // namespace weft::core
