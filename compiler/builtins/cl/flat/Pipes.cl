// Pipes (OpenCL C 3.0, section 6.15.13) as ring buffers that any number of work-items write and read at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Pipes.h"

#define WEFT_OVERLOAD __attribute__((overloadable))

// Reserves `count` packets from the position in `next` on, if each packet's sequence number is in `state` (0: free, 1:
// committed) for its round of the ring. Once a packet is in that state, only the work-item that advances `next` changes
// it. So each packet is checked only once.
static ulong weftReserve(global WeftPipe *p, global ulong *next, uint count, uint state) {
  const uint most = p->maxPackets;
  if (count == 0 || count > most)
    return WEFT_NO_RESERVATION;
  ulong position = __atomic_load_n(next, __ATOMIC_RELAXED);
  for (;;) {
    const uint first = (uint)(position % most);
    uint turn = 2 * (uint)(position / most) + state;
    uint place = first;
    uint i = 0;
    for (; i < count && __atomic_load_n(&p->sequences[place], __ATOMIC_ACQUIRE) == turn; ++i)
      if (++place == most) {
        place = 0;
        turn += 2;
      }
    if (i == count) {
      if (__atomic_compare_exchange_n(next, &position, position + count, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return WEFT_RESERVATION(first, count);
      continue;
    }
    // Either another work-item has reserved the packets, so the loop tries again, or the packets are not ready yet.
    const ulong now = __atomic_load_n(next, __ATOMIC_RELAXED);
    if (now == position)
      return WEFT_NO_RESERVATION;
    position = now;
  }
}

static ulong weftReserveRead(global WeftPipe *p, uint count) {
  const ulong reservation = weftReserve(p, &p->read, count, 1);
  if (reservation != WEFT_NO_RESERVATION)
    __atomic_fetch_sub(&p->available, (ulong)count, __ATOMIC_RELAXED);
  return reservation;
}
static ulong weftReserveWrite(global WeftPipe *p, uint count) { return weftReserve(p, &p->written, count, 0); }

// Whether the reservation belongs to this pipe, even if the program has changed the number.
static bool weftIsOf(const global WeftPipe *p, ulong reservation) {
  return WEFT_RESERVATION_FIRST(reservation) < p->maxPackets && WEFT_RESERVATION_COUNT(reservation) <= p->maxPackets;
}

static void weftCommit(global WeftPipe *p, ulong reservation) {
  uint place = WEFT_RESERVATION_FIRST(reservation);
  for (uint i = 0; i < WEFT_RESERVATION_COUNT(reservation); ++i) {
    // No other work-item changes the sequence number meanwhile.
    __atomic_store_n(&p->sequences[place], __atomic_load_n(&p->sequences[place], __ATOMIC_RELAXED) + 1, __ATOMIC_RELEASE);
    if (++place == p->maxPackets)
      place = 0;
  }
}
static void weftCommitWrite(global WeftPipe *p, ulong reservation) {
  // The count is raised before the packets can be read, so that it is never below 0.
  __atomic_fetch_add(&p->available, (ulong)WEFT_RESERVATION_COUNT(reservation), __ATOMIC_RELAXED);
  weftCommit(p, reservation);
}

// Returns the address of a packet in a reservation; null where there is no such packet.
static global uchar *weftPacket(global WeftPipe *p, ulong reservation, uint index) {
  if (!weftIsOf(p, reservation) || index >= WEFT_RESERVATION_COUNT(reservation))
    return 0;
  const ulong place = ((ulong)WEFT_RESERVATION_FIRST(reservation) + index) % p->maxPackets;
  return p->packets + place * p->packetBytes;
}

reserve_id_t __reserve_read_pipe(read_only pipe int p, uint count, uint bytes, uint alignment) {
  return __weft_reservation(weftReserveRead(__weft_read_pipe(p), count));
}
reserve_id_t __reserve_write_pipe(write_only pipe int p, uint count, uint bytes, uint alignment) {
  return __weft_reservation(weftReserveWrite(__weft_write_pipe(p), count));
}

void __commit_read_pipe(read_only pipe int p, reserve_id_t id, uint bytes, uint alignment) {
  const ulong reservation = __weft_reservation_number(id);
  if (weftIsOf(__weft_read_pipe(p), reservation))
    weftCommit(__weft_read_pipe(p), reservation);
}
void __commit_write_pipe(write_only pipe int p, reserve_id_t id, uint bytes, uint alignment) {
  const ulong reservation = __weft_reservation_number(id);
  if (weftIsOf(__weft_write_pipe(p), reservation))
    weftCommitWrite(__weft_write_pipe(p), reservation);
}

// If the program's packets have another size than the pipe's, nothing is read or written.
int __read_pipe_2(read_only pipe int p, generic void *packet, uint bytes, uint alignment) {
  global WeftPipe *ring = __weft_read_pipe(p);
  const ulong reservation = bytes == ring->packetBytes ? weftReserveRead(ring, 1) : WEFT_NO_RESERVATION;
  if (reservation == WEFT_NO_RESERVATION)
    return -1;
  __builtin_memcpy(packet, ring->packets + (ulong)WEFT_RESERVATION_FIRST(reservation) * bytes, bytes);
  weftCommit(ring, reservation);
  return 0;
}
int __write_pipe_2(write_only pipe int p, const generic void *packet, uint bytes, uint alignment) {
  global WeftPipe *ring = __weft_write_pipe(p);
  const ulong reservation = bytes == ring->packetBytes ? weftReserveWrite(ring, 1) : WEFT_NO_RESERVATION;
  if (reservation == WEFT_NO_RESERVATION)
    return -1;
  __builtin_memcpy(ring->packets + (ulong)WEFT_RESERVATION_FIRST(reservation) * bytes, packet, bytes);
  weftCommitWrite(ring, reservation);
  return 0;
}

int __read_pipe_4(read_only pipe int p, reserve_id_t id, uint index, generic void *packet, uint bytes,
                  uint alignment) {
  global WeftPipe *ring = __weft_read_pipe(p);
  const global uchar *from = weftPacket(ring, __weft_reservation_number(id), index);
  if (!from || bytes != ring->packetBytes)
    return -1;
  __builtin_memcpy(packet, from, bytes);
  return 0;
}
int __write_pipe_4(write_only pipe int p, reserve_id_t id, uint index, const generic void *packet, uint bytes,
                   uint alignment) {
  global WeftPipe *ring = __weft_write_pipe(p);
  global uchar *to = weftPacket(ring, __weft_reservation_number(id), index);
  if (!to || bytes != ring->packetBytes)
    return -1;
  __builtin_memcpy(to, packet, bytes);
  return 0;
}

bool WEFT_OVERLOAD is_valid_reserve_id(reserve_id_t id) {
  return __weft_reservation_number(id) != WEFT_NO_RESERVATION;
}
// CLK_NULL_RESERVE_ID (frontend/opencl-extensions.h).
reserve_id_t __weft_null_reservation(void) { return __weft_reservation(WEFT_NO_RESERVATION); }

static uint weftPackets(const global WeftPipe *p) {
  return (uint)__atomic_load_n(&p->available, __ATOMIC_RELAXED);
}
uint __get_pipe_num_packets_ro(read_only pipe int p, uint bytes, uint alignment) {
  return weftPackets(__weft_read_pipe(p));
}
uint __get_pipe_num_packets_wo(write_only pipe int p, uint bytes, uint alignment) {
  return weftPackets(__weft_write_pipe(p));
}
uint __get_pipe_max_packets_ro(read_only pipe int p, uint bytes, uint alignment) {
  return __weft_read_pipe(p)->maxPackets;
}
uint __get_pipe_max_packets_wo(write_only pipe int p, uint bytes, uint alignment) {
  return __weft_write_pipe(p)->maxPackets;
}
