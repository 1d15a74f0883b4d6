// Automata that look their rule up in a table: many steps of a line of cells in local memory, and cells of eight states.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define STEPS 32

// A group computes its cells for many steps; its tile loses one valid cell on each side in each step.
kernel void rule_line_local(global const uchar *cells, global uchar *next, constant uchar *rule, local uchar *a,
                            local uchar *b, int count) {
  int item = get_local_id(0), items = get_local_size(0);
  int tile = items + 2 * STEPS, first = get_group_id(0) * items - STEPS;
  for (int i = item; i < tile; i += items) {
    int at = (first + i) % count;
    a[i] = cells[at < 0 ? at + count : at];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < STEPS; step++) {
    for (int i = item + 1 + step; i < tile - 1 - step; i += items)
      b[i] = rule[a[i - 1] * 4 + a[i] * 2 + a[i + 1]];
    barrier(CLK_LOCAL_MEM_FENCE);
    local uchar *t = a;
    a = b;
    b = t;
  }
  int at = get_global_id(0);
  if (at < count)
    next[at] = a[item + STEPS];
}

// The next state depends on the state (0 to 7) and on the sum of the states of the four neighbours (0 to 28).
kernel void rule_states_table(global const int *cells, global int *next, global const int *rule) {
  int x = get_global_id(0), y = get_global_id(1);
  int width = get_global_size(0), height = get_global_size(1);
  int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
  int above = y == 0 ? height - 1 : y - 1, below = y == height - 1 ? 0 : y + 1;
  int sum = cells[y * width + left] + cells[y * width + right] + cells[above * width + x] + cells[below * width + x];
  next[y * width + x] = rule[cells[y * width + x] * 32 + sum];
}
