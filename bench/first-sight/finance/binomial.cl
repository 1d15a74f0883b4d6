// Binomial trees: American puts by a work-group each, European calls by a work-item each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define STEPS 255

kernel __attribute__((reqd_work_group_size(STEPS + 1, 1, 1))) void
binomial_american_groups(global const float *spots, global const float *strikes, global const float *times,
                         global float *prices, float rate, float volatility) {
  local float values[STEPS + 2];
  const int id = get_local_id(0), option = get_group_id(0);
  const float strike = strikes[option], step = times[option] / STEPS;
  const float up = exp(volatility * sqrt(step)), down = 1.0f / up;
  const float discount = exp(-rate * step), growth = exp(rate * step);
  const float weightUp = discount * (growth - down) / (up - down);
  const float weightDown = discount - weightUp;
  float spot = spots[option] * exp(volatility * sqrt(step) * (2 * id - STEPS));
  values[id] = fmax(strike - spot, 0.0f);
  for (int i = STEPS - 1; i >= 0; --i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    float held = weightUp * values[id + 1] + weightDown * values[id];
    barrier(CLK_LOCAL_MEM_FENCE);
    spot *= up;
    if (id <= i)
      values[id] = fmax(held, strike - spot);
  }
  if (id == 0)
    prices[option] = values[0];
}

#define LEVELS 64

kernel void binomial_european_items(global const double *spot, global const double *strike, global const double *time,
                                    global double *price, double rate, double volatility, int options) {
  int option = get_global_id(0);
  if (option >= options)
    return;
  double step = time[option] / LEVELS;
  double up = exp(volatility * sqrt(step)), down = 1.0 / up;
  double chance = (exp(rate * step) - down) / (up - down);
  double discount = exp(-rate * step);
  double values[LEVELS + 1];
  double leaf = spot[option] * exp(-volatility * sqrt(step) * LEVELS);
  for (int j = 0; j <= LEVELS; j++) {
    values[j] = fmax(leaf - strike[option], 0.0);
    leaf *= up * up;
  }
  for (int i = LEVELS - 1; i >= 0; i--)
    for (int j = 0; j <= i; j++)
      values[j] = discount * (chance * values[j + 1] + (1.0 - chance) * values[j]);
  price[option] = values[0];
}
