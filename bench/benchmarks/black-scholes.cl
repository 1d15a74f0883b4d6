// Prices of European options by Black and Scholes; the normal distribution is approximated by a polynomial
// (Abramowitz and Stegun, 26.2.17).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
float normalDistribution(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  const float polynomial =
      k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * exp(-0.5f * d * d) * polynomial;
  return d > 0.0f ? 1.0f - tail : tail;
}

__kernel void price(__global const float *spot, __global const float *strike, __global const float *years,
                    __global float *call, __global float *put, float rate, float volatility) {
  const size_t i = get_global_id(0);
  const float root = volatility * sqrt(years[i]);
  const float d1 = (log(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / root;
  const float d2 = d1 - root;
  const float discounted = strike[i] * exp(-rate * years[i]);
  const float n1 = normalDistribution(d1);
  const float n2 = normalDistribution(d2);
  call[i] = spot[i] * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - spot[i] * (1.0f - n1);
}
