// cl_khr_kernel_clock (OpenCL C 3.0, section 6.15.21): reads the CPU's time stamp counter, which all cores share. The
// stage order-clock-reads keeps reads in order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define WEFT_CLOCK(scope)                                                                                              \
  ulong __attribute__((overloadable)) clock_read_##scope(void) { return (ulong)__builtin_readcyclecounter(); }         \
  uint2 __attribute__((overloadable)) clock_read_hilo_##scope(void) { return as_uint2(clock_read_##scope()); }

WEFT_CLOCK(device)
WEFT_CLOCK(work_group)
WEFT_CLOCK(sub_group)
