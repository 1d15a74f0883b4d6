// A sub-group reserves as many packets as it has work-items, and each work-item writes its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void pipe_sub_group_reservations(read_only pipe uint from, write_only pipe uint2 to) {
  const uint items = get_sub_group_size();
  const uint lane = get_sub_group_local_id();
  const reserve_id_t source = sub_group_reserve_read_pipe(from, items);
  const reserve_id_t target = sub_group_reserve_write_pipe(to, items);
  if (!is_valid_reserve_id(source) || !is_valid_reserve_id(target))
    return;
  uint packet;
  read_pipe(from, source, items - 1 - lane, &packet);
  const uint2 result = (uint2)(packet, items << 16 | lane);
  write_pipe(to, target, lane, &result);
  sub_group_commit_read_pipe(from, source);
  sub_group_commit_write_pipe(to, target);
}
