// The machine's greatest throughput, as measured. A report compares kernels with it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MACHINE_LIMITS_H
#define WEFT_DEVICE_CPU_MACHINE_LIMITS_H

namespace weft::cpu {

/// The greatest throughput of the machine per second, of all threads together.
struct MachineLimits {
  double memoryBytes = 0; ///< bytes read and written by a sum of two vectors that fit no cache
  double cacheBytes = 0;  ///< as memoryBytes, with vectors that fit the second-level cache
  double floatFlops = 0;  ///< operations of multiply-adds of `float` in registers: two for each multiply-add
  double doubleFlops = 0; ///< as floatFlops, with `double`
};

/// Keeps `threads` threads busy for some tenths of a second, and takes up to 128 MiB for them. If some threads or
/// memory can't be had, the measurement does without them. The result is an estimate: other programs on the machine
/// lower it.
MachineLimits measureMachine(unsigned threads);

} // namespace weft::cpu

#endif
