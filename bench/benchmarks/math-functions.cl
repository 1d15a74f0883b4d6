// Each function of mathematics by itself, on floats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define OF_ONE(function)                                                                                               \
  __kernel void apply_##function(__global const float *a, __global const float *b, __global float *out) {             \
    const size_t i = get_global_id(0);                                                                                 \
    out[i] = function(a[i]);                                                                                           \
  }
#define OF_TWO(function)                                                                                               \
  __kernel void apply_##function(__global const float *a, __global const float *b, __global float *out) {             \
    const size_t i = get_global_id(0);                                                                                 \
    out[i] = function(a[i], b[i]);                                                                                     \
  }

OF_ONE(sin)
OF_ONE(cos)
OF_ONE(tan)
OF_ONE(asin)
OF_ONE(acos)
OF_ONE(atan)
OF_ONE(sinh)
OF_ONE(tanh)
OF_ONE(exp)
OF_ONE(exp2)
OF_ONE(exp10)
OF_ONE(expm1)
OF_ONE(log)
OF_ONE(log2)
OF_ONE(log10)
OF_ONE(log1p)
OF_ONE(sqrt)
OF_ONE(rsqrt)
OF_ONE(cbrt)
OF_ONE(erf)
OF_TWO(atan2)
OF_TWO(pow)
OF_TWO(hypot)
