// A kernel that is nothing but a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_alone(global int *untouched) { barrier(CLK_LOCAL_MEM_FENCE); }
