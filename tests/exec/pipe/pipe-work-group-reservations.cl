// A group reserves as many packets as it has work-items, and each work-item writes its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void pipe_work_group_reservations(read_only pipe uint from, write_only pipe ulong to, global uint *counts) {
  local reserve_id_t source;
  const uint items = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  const uint item = (uint)get_local_linear_id();
  source = work_group_reserve_read_pipe(from, items);
  const reserve_id_t target = work_group_reserve_write_pipe(to, items);
  if (!is_valid_reserve_id(source) || !is_valid_reserve_id(target))
    return;
  uint packet;
  read_pipe(from, source, item, &packet);
  const ulong result = (ulong)packet << 32 | item;
  write_pipe(to, target, item, &result);
  work_group_commit_read_pipe(from, source);
  work_group_commit_write_pipe(to, target);
  // A second round finds nothing and no room.
  const bool none = !is_valid_reserve_id(work_group_reserve_read_pipe(from, get_pipe_max_packets(from) + 1));
  if (none)
    atomic_inc(counts + (item == 0));
}
