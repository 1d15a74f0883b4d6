// Measures the machine's greatest throughput, with which the report of a trace compares kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MACHINE_LIMITS_H
#define WEFT_DEVICE_CPU_MACHINE_LIMITS_H

namespace weft::cpu {

/// The greatest throughput of the machine per second, of all threads together.
struct MachineLimits {
  double memoryBytes = 0; ///< bytes that are read and written when two vectors are added that are too large for the
                          ///< caches
  double cacheBytes = 0;  ///< the same for vectors that fit the second-level cache
  double floatFlops = 0;  ///< floating-point operations of multiply-adds of `float` values in registers; each counts as
                          ///< two operations
  double doubleFlops = 0; ///< the same for `double` values
};

/// Measures with `threads` threads, for some tenths of a second, and uses up to 128 MiB of memory. If the system
/// doesn't provide some of the threads or the memory, the measurement uses fewer. The result is an estimate: other
/// programs on the machine lower it.
MachineLimits measureMachine(unsigned threads);

} // namespace weft::cpu

#endif
