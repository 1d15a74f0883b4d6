// Hints to the optimiser change no result (cl_khr_expect_assume).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#if !defined(cl_khr_expect_assume) || !__has_builtin(__builtin_expect) || !__has_builtin(__builtin_assume)
#error "cl_khr_expect_assume is not there."
#endif
kernel void expect_and_assume(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  __builtin_assume(in[i] > 0);
  int x = in[i];
  if (__builtin_expect(x % 3 == 0, 0))
    out[i] = x / 3;
  else
    out[i] = __builtin_expect(x, 7) % 4;
}
