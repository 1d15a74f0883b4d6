// One work-item finds packets in the order in which they were written, and says how many are left each time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void pipe_packets_in_order(write_only pipe int to, read_only pipe int from, global int *out) {
  if (get_global_linear_id() != 0)
    return;
  int next = 0;
  int sum = 0;
  int packet;
  while (read_pipe(from, &packet) == 0) {
    out[next] = packet;
    sum += (int)get_pipe_num_packets(from);
    ++next;
    write_pipe(to, &packet);
  }
  out[next] = sum;
}
