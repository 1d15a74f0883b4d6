// The calls that notify AddressSanitizer and ThreadSanitizer of fibers; the functions do nothing in other builds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_BASE_SANITIZERS_H
#define WEFT_DEVICE_CPU_BASE_SANITIZERS_H

#include <cstddef>

#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#endif

namespace weft::cpu::sanitizer {

/// Whether the build has a sanitizer. Sanitizers have signal handlers of their own.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
inline constexpr bool present = true;
#else
inline constexpr bool present = false;
#endif

#if __has_feature(address_sanitizer)
/// Unpoisons a stack before a new fiber uses it. Earlier fibers on this stack have left memory poisoned, because their
/// outermost frames never return.
inline void prepareStack(void *bottom, size_t bytes) { __asan_unpoison_memory_region(bottom, bytes); }
/// To be called before a switch to another stack, on the stack that is left. `fakeStack` is nullptr if the stack that
/// is left never runs again.
inline void leaveStack(void **fakeStack, const void *nextBottom, size_t nextBytes) {
  __sanitizer_start_switch_fiber(fakeStack, nextBottom, nextBytes);
}
/// To be called after a switch, on the stack that runs now. Stores the bounds of the stack that was left in
/// `leftBottom` and `leftBytes`.
inline void enterStack(void *fakeStack, const void **leftBottom, size_t *leftBytes) {
  __sanitizer_finish_switch_fiber(fakeStack, leftBottom, leftBytes);
}
#else
inline void prepareStack(void *, size_t) {}
inline void leaveStack(void **, const void *, size_t) {}
inline void enterStack(void *, const void **, size_t *) {}
#endif

#if __has_feature(thread_sanitizer)
inline void *createFiber() { return __tsan_create_fiber(0); }
inline void destroyFiber(void *fiber) { __tsan_destroy_fiber(fiber); }
inline void *currentFiber() { return __tsan_get_current_fiber(); }
inline void switchToFiber(void *fiber) { __tsan_switch_to_fiber(fiber, 0); }
#else
inline void *createFiber() { return nullptr; }
inline void destroyFiber(void *) {}
inline void *currentFiber() { return nullptr; }
inline void switchToFiber(void *) {}
#endif

} // namespace weft::cpu::sanitizer

#endif
