// A short pause for a thread that checks a condition again and again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_PAUSE_H
#define WEFT_DEVICE_CPU_PAUSE_H

namespace weft {

/// Makes the calling thread pause for some tens of nanoseconds, in which the core's other hardware thread can use the
/// whole core.
inline void pauseBriefly() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb"); // "yield" does nothing on most cores; "isb" takes about as long as x86's pause
#endif
}

} // namespace weft

#endif
