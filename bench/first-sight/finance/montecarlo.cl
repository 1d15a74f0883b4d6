// Monte Carlo pricing: with random numbers made by each work-item, and along paths of given normal numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

uint nextRandom(uint *state) {
  uint x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  *state = x;
  return x;
}

// A European call; each pair of uniform numbers makes two normal ones.
kernel void monte_carlo_european(global float *sum, uint seed, float spot, float strike, float drift, float deviation,
                                 int pairs) {
  uint i = get_global_id(0);
  uint state = (i + seed) * 2654435769u | 1;
  float total = 0.0f;
  for (int k = 0; k < pairs; k++) {
    float u = ((nextRandom(&state) >> 8) + 1) * 0x1p-24f;
    float v = (nextRandom(&state) >> 8) * 0x1p-24f;
    float radius = sqrt(-2.0f * log(u));
    float angle = 2.0f * M_PI_F * v;
    float first = spot * exp(drift + deviation * radius * cos(angle));
    float second = spot * exp(drift + deviation * radius * sin(angle));
    total += fmax(first - strike, 0.0f) + fmax(second - strike, 0.0f);
  }
  sum[i] = total;
}

// The payoff of an Asian call; the normal numbers of a step stand together.
kernel void monte_carlo_asian(global const double *normal, global double *payoff, int paths, int steps, double spot,
                              double strike, double drift, double deviation) {
  int path = get_global_id(0);
  if (path >= paths)
    return;
  double price = spot, sum = 0.0;
  for (int step = 0; step < steps; step++) {
    price *= exp(drift + deviation * normal[step * paths + path]);
    sum += price;
  }
  payoff[path] = fmax(sum / steps - strike, 0.0);
}
