// Every second work-item takes packets of one pipe to another, until its pipe is empty.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void pipe_copy(read_only pipe int from, write_only pipe int to, global int *failures) {
  int packet;
  if (get_global_linear_id() % 2 == 0)
    while (read_pipe(from, &packet) == 0) {
      packet = 3 * packet + 1;
      if (write_pipe(to, &packet) != 0)
        atomic_inc(failures);
    }
}
