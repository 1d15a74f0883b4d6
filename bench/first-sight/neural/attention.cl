// Attention: softmax of scores with one work-group for each query, and causal attention with one work-item for each query.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// queries, keys: [head][token][dim]; probabilities: [head][query][key]
kernel void attention_softmax_groups(global const float *queries, global const float *keys,
                                     global float *probabilities, local float *query, local float *reduced, int tokens,
                                     int dim, float scale) {
  int head = get_group_id(1), q = get_group_id(0);
  int item = get_local_id(0), items = get_local_size(0);
  global float *row = probabilities + (head * tokens + q) * tokens;
  for (int d = item; d < dim; d += items)
    query[d] = queries[(head * tokens + q) * dim + d] * scale;
  barrier(CLK_LOCAL_MEM_FENCE);

  float most = -INFINITY;
  for (int k = item; k < tokens; k += items) {
    global const float *key = keys + (head * tokens + k) * dim;
    float score = 0.0f;
    for (int d = 0; d < dim; d++)
      score += query[d] * key[d];
    row[k] = score;
    most = fmax(most, score);
  }
  reduced[item] = most;
  for (int step = items / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step)
      reduced[item] = fmax(reduced[item], reduced[item + step]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  most = reduced[0];
  barrier(CLK_LOCAL_MEM_FENCE);

  float sum = 0.0f;
  for (int k = item; k < tokens; k += items) {
    float e = exp(row[k] - most);
    row[k] = e;
    sum += e;
  }
  reduced[item] = sum;
  for (int step = items / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step)
      reduced[item] += reduced[item + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float inverse = 1.0f / reduced[0];
  for (int k = item; k < tokens; k += items)
    row[k] *= inverse;
}

#define DIM 32

// queries, keys, values, output: [token][head][dim]
kernel void attention_causal_items(global const float *restrict queries, global const float *restrict keys,
                                   global const float *restrict values, global float *restrict output, int tokens,
                                   int heads) {
  int q = get_global_id(0);
  int head = get_global_id(1);
  if (q >= tokens)
    return;
  float query[DIM], sum[DIM];
  for (int d = 0; d < DIM; d++) {
    query[d] = queries[(q * heads + head) * DIM + d] * 0.17677669f;
    sum[d] = 0.0f;
  }
  float most = -1e30f, weights = 0.0f;
  for (int k = 0; k <= q; k++) {
    global const float *key = keys + (k * heads + head) * DIM;
    global const float *value = values + (k * heads + head) * DIM;
    float score = 0.0f;
    for (int d = 0; d < DIM; d++)
      score += query[d] * key[d];
    float larger = fmax(most, score);
    float shrink = exp(most - larger), weight = exp(score - larger);
    for (int d = 0; d < DIM; d++)
      sum[d] = sum[d] * shrink + weight * value[d];
    weights = weights * shrink + weight;
    most = larger;
  }
  for (int d = 0; d < DIM; d++)
    output[(q * heads + head) * DIM + d] = sum[d] / weights;
}
