// A kernel without arguments or statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void empty_kernel(void) {}
