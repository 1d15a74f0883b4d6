// Defines log, log2, log10 and log1p for the type F, which is float or a vector of floats (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Splits a positive finite x into x = 2^n (1 + f) with f from -1/3 to 1/3. Denormal numbers are scaled first. The
// result is exact.
static F WEFT_OVERLOAD weftSplitPower(F x, F *n) {
  F scaled = x < 0x1p-126f ? x * 0x1p25f : x;
  I bits = __builtin_astype(scaled, I) - 0x3f2aaaab; // 2/3
  F scale = x < 0x1p-126f ? (F)25.0f : (F)0.0f;
  *n = WEFT_TO_F(bits >> 23) - scale;
  return __builtin_astype((bits & 0x7fffff) + 0x3f2aaaab, F) - 1.0f;
}

// Returns log(1 + f) - f. The polynomial is the minimax one for the relative error of the logarithm, which is below
// 2^-27.
static F WEFT_OVERLOAD weftLogRest(F f) {
  F p = -0x1.0931e4p-3f;
  p = p * f + 0x1.1ed142p-3f;
  p = p * f - 0x1.f25dd8p-4f;
  p = p * f + 0x1.1ebe68p-3f;
  p = p * f - 0x1.55a754p-3f;
  p = p * f + 0x1.99d1f2p-3f;
  p = p * f - 0x1.fffe84p-3f;
  p = p * f + 0x1.555502p-2f;
  p = p * f - 0.5f;
  return f * f * p;
}

// Returns the logarithm for all x. `result` is the logarithm if x is finite and positive.
static F WEFT_OVERLOAD weftLogOfAll(F x, F result) {
  result = x < INFINITY ? result : x; // NaN stays NaN as well
  result = x == 0.0f ? (F)-INFINITY : result;
  return x < 0.0f ? (F)NAN : result;
}

F WEFT_OVERLOAD log(F x) {
  F n, f = weftSplitPower(x, &n);
  // ln 2 is the sum of two numbers. The first has 15 bits, so its product is exact.
  F low = weftLogRest(f) + n * 0x1.7f7d1cp-20f;
  return weftLogOfAll(x, n * 0x1.62e4p-1f + (f + low));
}

F WEFT_OVERLOAD log2(F x) {
  F n, f = weftSplitPower(x, &n);
  // 1 / ln 2 is the sum of two numbers. Near 1, where n is 0, the smaller one matters as well.
  F rest = weftLogRest(f);
  F low = f * 0x1.d94ae0p-18f + rest * 0x1.715476p+0f;
  return weftLogOfAll(x, n + (f * 0x1.7154p+0f + low));
}

F WEFT_OVERLOAD log10(F x) {
  F n, f = weftSplitPower(x, &n);
  // 1 / ln 10 and log10(2) are sums of two numbers each. The first number of log10(2) has 15 bits.
  F rest = weftLogRest(f);
  F low = f * -0x1.3ab646p-20f + rest * 0x1.bcb7b2p-2f + n * 0x1.3509f8p-18f;
  return weftLogOfAll(x, n * 0x1.344p-2f + (f * 0x1.bcb8p-2f + low));
}

// Returns log(1 + x). The sum 1 + x is rounded to u. The amount that the rounding lost gives a correction of lost / u.
// For a small x, f is x itself.
F WEFT_OVERLOAD log1p(F x) {
  F u = 1.0f + x;
  F n, f = weftSplitPower(u, &n);
  F lost = x - (u - 1.0f);
  F correction = u < 0x1p24f ? lost / u : (F)0.0f;
  F result = n * 0x1.62e4p-1f + (f + (weftLogRest(f) + (n * 0x1.7f7d1cp-20f + correction)));
  F direct = x + weftLogRest(x);
  result = fabs(x) < 0.25f ? direct : result;
  result = weftLogOfAll(u, result);
  return x == 0.0f ? x : result;
}
