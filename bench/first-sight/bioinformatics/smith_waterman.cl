// Local alignment by Smith and Waterman: antidiagonals of a work-group with affine gaps, and a pair for each work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define QUERY 64
#define TARGET 96

kernel void sw_antidiagonals_local(global const uchar *queries, global const uchar *targets, global int *scores, int match,
                                   int mismatch, int open, int extend) {
  local int h[3][QUERY + 1], f[2][QUERY + 1], best[QUERY];
  local uchar target[TARGET];
  int row = get_local_id(0), pair = get_group_id(0);
  uchar base = queries[pair * QUERY + row];
  for (int k = row; k < TARGET; k += QUERY)
    target[k] = targets[pair * TARGET + k];
  for (int k = row; k <= QUERY; k += QUERY) {
    h[0][k] = h[1][k] = h[2][k] = 0;
    f[0][k] = f[1][k] = -open;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int left = 0, e = -open, highest = 0;
  for (int d = 0; d < QUERY + TARGET - 1; ++d) {
    int column = d - row;
    if (column >= 0 && column < TARGET) {
      e = max(e - extend, left - open);
      int down = max(f[(d + 1) & 1][row] - extend, h[(d + 2) % 3][row] - open);
      int diagonal = h[(d + 1) % 3][row] + (base == target[column] ? match : -mismatch);
      left = max(max(diagonal, 0), max(e, down));
      h[d % 3][row + 1] = left;
      f[d & 1][row + 1] = down;
      highest = max(highest, left);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  best[row] = highest;
  for (int step = QUERY / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row < step)
      best[row] = max(best[row], best[row + step]);
  }
  if (row == 0)
    scores[pair] = best[0];
}

#define SHORT_QUERY 48
#define SHORT_TARGET 64

// The sequences of the pairs are interleaved by base.
kernel void sw_pair_per_item(global const char *queries, global const char *targets, global short *scores, short match,
                             short mismatch, short gap, int pairs) {
  int pair = get_global_id(0);
  if (pair >= pairs)
    return;
  short above[SHORT_QUERY + 1];
  char query[SHORT_QUERY];
  for (int i = 0; i < SHORT_QUERY; ++i) {
    query[i] = queries[i * pairs + pair];
    above[i + 1] = 0;
  }
  above[0] = 0;
  short best = 0;
  for (int j = 0; j < SHORT_TARGET; ++j) {
    char base = targets[j * pairs + pair];
    short diagonal = 0, left = 0;
    for (int i = 1; i <= SHORT_QUERY; ++i) {
      short score = diagonal + (query[i - 1] == base ? match : (short)-mismatch);
      score = max(score, (short)(max(above[i], left) - gap));
      score = max(score, (short)0);
      diagonal = above[i];
      above[i] = left = score;
      best = max(best, score);
    }
  }
  scores[pair] = best;
}
