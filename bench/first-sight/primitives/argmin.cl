// The places of least elements: one for each work-group, and one for each row of a matrix.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define GROUP 256

kernel void argmin_groups(global const float *in, global float *least, global int *place, int n) {
  local float values[GROUP];
  local int places[GROUP];
  int id = get_local_id(0);
  float best = FLT_MAX;
  int where = INT_MAX;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    float value = in[i];
    if (value < best) {
      best = value;
      where = i;
    }
  }
  values[id] = best;
  places[id] = where;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_ = GROUP / 2; half_ > 0; half_ >>= 1) {
    if (id < half_) {
      float other = values[id + half_];
      if (other < values[id] || (other == values[id] && places[id + half_] < places[id])) {
        values[id] = other;
        places[id] = places[id + half_];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0) {
    least[get_group_id(0)] = values[0];
    place[get_group_id(0)] = places[0];
  }
}

kernel void argmin_rows(global const double *restrict distance, global uchar *restrict nearest, int columns) {
  const size_t row = get_global_id(0);
  global const double *at = distance + row * columns;
  double best = at[0];
  uchar where = 0;
  for (int k = 1; k < columns; ++k)
    if (at[k] < best) {
      best = at[k];
      where = k;
    }
  nearest[row] = where;
}
