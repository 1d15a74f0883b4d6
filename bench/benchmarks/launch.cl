// A kernel that does nothing, to time what a launch costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void nothing(__global int *unused) {}
