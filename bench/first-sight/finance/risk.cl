// Risk of a portfolio over scenarios.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The value of many calls in each scenario; the shocks of a factor stand together.
kernel void scenario_values(global const float *restrict shock, global const int *restrict factor,
                            global const float *restrict notional, global const float *restrict strike,
                            global float *restrict value, int positions) {
  const int scenario = get_global_id(0), scenarios = get_global_size(0);
  float sum = 0.0f;
  for (int p = 0; p < positions; ++p) {
    float level = 100.0f * (1.0f + shock[factor[p] * scenarios + scenario]);
    sum += notional[p] * fmax(level - strike[p], 0.0f);
  }
  value[scenario] = sum;
}

// Trades of a netting set are offset against each other and the collateral before the exposure counts.
kernel void netted_exposure(global const double *values, global const int *setBegin, global const double *collateral,
                            global double *exposure, int scenarios, int sets) {
  int scenario = get_global_id(0);
  int set = get_global_id(1);
  if (scenario >= scenarios || set >= sets)
    return;
  double sum = -collateral[set];
  for (int trade = setBegin[set]; trade < setBegin[set + 1]; trade++)
    sum += values[trade * scenarios + scenario];
  exposure[set * scenarios + scenario] = fmax(sum, 0.0);
}
