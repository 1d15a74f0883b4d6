// A work-item that has seen another's time reads none before it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void clock_across_work_items(global ulong *latest, global int *out) {
  int backwards = 0;
  for (int turn = 0; turn < 50; ++turn) {
    ulong seen = atom_max(latest, 0ul);
    ulong now = clock_read_device();
    backwards += now < seen;
    atom_max(latest, now);
  }
  out[get_global_id(0)] = backwards;
}
