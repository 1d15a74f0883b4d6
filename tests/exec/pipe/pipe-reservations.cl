// Reservations of two packets, whose packets are written out of order; a struct in each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
  char small;
  int large;
  short3 vector;
} Packet;

kernel void pipe_reservations(read_only pipe Packet from, write_only pipe Packet to) {
  reserve_id_t source = reserve_read_pipe(from, 2);
  reserve_id_t target = CLK_NULL_RESERVE_ID;
  if (is_valid_reserve_id(target) || !is_valid_reserve_id(source))
    return;
  target = reserve_write_pipe(to, 2);
  if (!is_valid_reserve_id(target))
    return;
  for (uint i = 2; i-- > 0;) {
    Packet packet;
    if (read_pipe(from, source, i, &packet) != 0)
      return;
    packet.large -= packet.small;
    packet.vector = packet.vector.zyx;
    write_pipe(to, target, i, &packet);
  }
  commit_read_pipe(from, source);
  commit_write_pipe(to, target);
}
