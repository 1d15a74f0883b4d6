// What the machine can do at most, measured: what a report holds kernels against.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MACHINE_LIMITS_H
#define WEFT_DEVICE_CPU_MACHINE_LIMITS_H

namespace weft::cpu {

/// Per second, of all threads together.
struct MachineLimits {
  double memoryBytes = 0; ///< read and written by a sum of two vectors that fit no cache
  double cacheBytes = 0;  ///< the same of vectors that fit the second-level cache
  double floatFlops = 0;  ///< of multiply-adds of `float` in registers, two for each
  double doubleFlops = 0; ///< the same of `double`
};

/// Keeps this many threads busy for some tenths of a second, and takes up to 128 MiB for them. What can't be had
/// (threads, memory) is left out of the measurement. An estimate: other programs on the machine make it lower.
MachineLimits measureMachine(unsigned threads);

} // namespace weft::cpu

#endif
