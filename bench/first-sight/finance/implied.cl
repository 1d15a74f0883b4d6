// Volatilities that give calls their prices, by the method of Newton.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

float normalBelow(float x) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
  const float tail = 0.39894228f * exp(-0.5f * x * x) *
                     (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return x > 0.0f ? 1.0f - tail : tail;
}

// Ends when the price is near enough.
kernel void implied_volatility_until(global const float *strikes, global const float *times, global const float *prices,
                                     global float *volatility, float spot, float rate, int count) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  float strike = strikes[i], time = times[i], price = prices[i];
  float root = sqrt(time), present = strike * exp(-rate * time);
  float logMoney = log(spot / present);
  float sigma = price / (0.4f * spot * root);
  for (int k = 0; k < 20; k++) {
    float d1 = logMoney / (sigma * root) + 0.5f * sigma * root;
    float d2 = d1 - sigma * root;
    float off = spot * normalBelow(d1) - present * normalBelow(d2) - price;
    if (fabs(off) < 1e-4f)
      break;
    float vega = spot * root * 0.39894228f * exp(-0.5f * d1 * d1);
    sigma = fmax(sigma - off / vega, 0.01f);
  }
  volatility[i] = sigma;
}

// A quote is spot, strike, time, and the price in ticks; eight steps for each.
kernel void implied_volatility_steps(global const double4 *restrict quotes, global double *restrict volatility,
                                     double rate, double tick) {
  const size_t i = get_global_id(0);
  const double4 quote = quotes[i];
  const double spot = quote.x, present = quote.y * exp(-rate * quote.z), root = sqrt(quote.z);
  const double price = quote.w * tick, logMoney = log(spot / present);
  double sigma = price / (0.4 * spot * root);
  for (int k = 0; k < 8; ++k) {
    const double d1 = logMoney / (sigma * root) + 0.5 * sigma * root;
    const double d2 = d1 - sigma * root;
    const double value = 0.5 * (spot * erfc(-d1 * M_SQRT1_2) - present * erfc(-d2 * M_SQRT1_2));
    const double vega = spot * root * 0.3989422804014327 * exp(-0.5 * d1 * d1);
    sigma -= (value - price) / vega;
  }
  volatility[i] = sigma;
}
