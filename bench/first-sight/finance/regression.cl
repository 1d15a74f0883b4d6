// Steps of pricing by regression for an American put: sums for the regression, and the decision to exercise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define GROUP 128
#define PER_ITEM 32

// Each work-group sums over 4096 paths; a path out of the money counts for nothing.
kernel void regression_sums(global const float *spot, global const float *cash, global float *sums, float strike) {
  local float partial[8][GROUP];
  const int id = get_local_id(0), group = get_group_id(0);
  float s[8] = {0.0f};
  for (int k = 0; k < PER_ITEM; ++k) {
    int path = (group * PER_ITEM + k) * GROUP + id;
    float x = spot[path] / strike, y = cash[path] / strike;
    if (x < 1.0f) {
      float x2 = x * x;
      s[0] += 1.0f;
      s[1] += x;
      s[2] += x2;
      s[3] += x2 * x;
      s[4] += x2 * x2;
      s[5] += y;
      s[6] += x * y;
      s[7] += x2 * y;
    }
  }
  for (int j = 0; j < 8; ++j)
    partial[j][id] = s[j];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_ = GROUP / 2; half_ > 0; half_ /= 2) {
    if (id < half_)
      for (int j = 0; j < 8; ++j)
        partial[j][id] += partial[j][id + half_];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id < 8)
    sums[group * 8 + id] = partial[id][0];
}

kernel void exercise_decision(global const double *spot, global double *cash, global uchar *exercised, double strike,
                              double discount, double c0, double c1, double c2, uchar step, int paths) {
  int i = get_global_id(0);
  if (i >= paths)
    return;
  double x = spot[i];
  double payoff = strike - x;
  double held = cash[i] * discount;
  if (payoff > 0.0) {
    double expected = c0 + c1 * x + c2 * x * x;
    if (payoff > expected) {
      held = payoff;
      exercised[i] = step;
    }
  }
  cash[i] = held;
}
