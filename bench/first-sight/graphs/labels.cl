// Propagation of labels: the least label around, or the most frequent one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

kernel void labels_least(global const int *rowBegin, global const int *neighbour, global const int *label,
                         global int *next, global int *changed, int vertices) {
  int v = get_global_id(0);
  if (v >= vertices)
    return;
  int own = label[v], least = own;
  for (int e = rowBegin[v]; e < rowBegin[v + 1]; e++)
    least = min(least, label[neighbour[e]]);
  next[v] = least;
  if (least < own)
    *changed = 1;
}

#define LABELS 16
#define DEGREE 24

// The k-th neighbours of all vertices stand together; of equally frequent labels the least wins.
kernel void labels_majority(global const uint *restrict neighbour, global const uchar *restrict label,
                            global uchar *restrict next) {
  const uint v = get_global_id(0), vertices = get_global_size(0);
  uchar votes[LABELS];
  for (int l = 0; l < LABELS; ++l)
    votes[l] = 0;
  for (int k = 0; k < DEGREE; ++k)
    votes[label[neighbour[k * vertices + v]]]++;
  uchar best = 0;
  for (int l = 1; l < LABELS; ++l)
    if (votes[l] > votes[best])
      best = l;
  next[v] = best;
}
