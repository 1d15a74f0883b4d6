// Functions of mathematics that LLVM writes as others, where the C library has them: exp2 of an integer, powers of small
// constants, squares under roots, sine and cosine of one number, remainders.
kernel void math_rewrites(global const T *in, global const int *exponents, global T *out) {
  const size_t id = get_global_id(0);
  const T x = in[id];
  const int n = exponents[id];
  global T *result = out + id * 12;
  result[0] = exp2((T)n);
  result[1] = pow((T)2, (T)n);
  result[2] = pow(x, (T)0.5);
  result[3] = pow(x, (T)2);
  result[4] = pown(x, n);
  result[5] = sqrt(x * x);
  result[6] = sin(x) + cos(x);
  result[7] = fmod(x, (T)0.75);
  result[8] = exp(log(x));
  result[9] = ldexp((T)1, n) * exp10((T)n);
  result[10] = fmin(x, (T)n) + fmax(x, (T)n) + fabs((T)n);
  result[11] = floor(x) + ceil(x) + trunc(x) + rint(x) + round(x);
}
