// More packets than there is room for, and more takers than packets: as many succeed as can, and all others are told.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void pipe_full_and_empty(read_only pipe int from, write_only pipe int to, global int *results, global int *counts) {
  const size_t item = get_global_linear_id();
  int packet = (int)item;
  const int written = write_pipe(to, &packet);
  packet = -1;
  const int read = read_pipe(from, &packet);
  results[item] = packet;
  if (written == 0)
    atomic_inc(counts);
  if (read == 0)
    atomic_inc(counts + 1);
  if (item == 0) {
    counts[2] = (int)get_pipe_max_packets(from);
    counts[3] = (int)get_pipe_max_packets(to);
  }
}
