// A step of PageRank, where each vertex gathers from its predecessors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The shares, which are ranks divided by degrees, were made before.
kernel void pagerank_shares(global const int *rowBegin, global const int *from, global const float *share,
                            global float *rank, float damping, int vertices) {
  int v = get_global_id(0);
  if (v < vertices) {
    float sum = 0;
    for (int e = rowBegin[v]; e < rowBegin[v + 1]; e++)
      sum += share[from[e]];
    rank[v] = (1.0f - damping) / vertices + damping * sum;
  }
}

#define GROUP 128

// The change of each work-group is summed as well, for the test of convergence.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
pagerank_change(global const uint *restrict rowBegin, global const uint *restrict from,
                global const double *restrict rank, global const ushort *restrict degree, global double *restrict next,
                global double *restrict change, double damping) {
  local double changes[GROUP];
  const size_t v = get_global_id(0), vertices = get_global_size(0), id = get_local_id(0);
  double sum = 0.0;
  for (uint e = rowBegin[v]; e < rowBegin[v + 1]; ++e) {
    uint u = from[e];
    sum += rank[u] / degree[u];
  }
  const double result = (1.0 - damping) / vertices + damping * sum;
  next[v] = result;
  changes[id] = fabs(result - rank[v]);
  for (size_t half_ = GROUP / 2; half_ > 0; half_ /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < half_)
      changes[id] += changes[id + half_];
  }
  if (id == 0)
    change[get_group_id(0)] = changes[0];
}
