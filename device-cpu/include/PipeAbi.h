// What a kernel's pipe argument is: a struct shared by the host side and generated code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_PIPE_ABI_H
#define WEFT_DEVICE_CPU_PIPE_ABI_H

// The builtins, written in OpenCL C, include this too; their device has no stdint.h.
#ifdef __OPENCL_C_VERSION__
typedef uint weftUint32;
typedef ulong weftUint64;
#define WEFT_PIPE_TURNS global uint *
#define WEFT_PIPE_PACKETS global uchar *
#else
#include <stdint.h>
typedef uint32_t weftUint32;
typedef uint64_t weftUint64;
#define WEFT_PIPE_TURNS uint32_t *
#define WEFT_PIPE_PACKETS void *
#ifdef __cplusplus
extern "C" {
#endif
#endif

/// A pipe as kernels see it: a ring with a place for each packet. An argument of pipe type is the address of one (8
/// bytes in the argument block). The builtins (compiler/builtins/cl/flat/Pipes.cl) change it with atomic instructions,
/// from any number of launches at once; the host only makes it, and with zeros it is empty.
///
/// Positions count packets since the pipe was made. Position p has the place p % maxPackets, and comes there in round
/// p / maxPackets. A place has a turn: 2 * round while it is free or reserved for the writer of that round, one more
/// once that packet has been committed, and so on. So reservations can be committed in any order, while packets are
/// read in the order in which they were reserved.
typedef struct WeftPipe {
  weftUint64 written;    ///< positions below are reserved for writing, or further
  weftUint64 padding[7]; ///< writers and readers have cache lines of their own
  weftUint64 read;       ///< positions below are reserved for reading, or further
  weftUint64 padding2[7];
  weftUint64 available; ///< packets that have been committed and not yet reserved for reading
  weftUint32 packetBytes;
  weftUint32 maxPackets;     ///< 1 at least
  WEFT_PIPE_TURNS turns;     ///< maxPackets numbers
  WEFT_PIPE_PACKETS packets; ///< maxPackets times packetBytes
} WeftPipe;

/// A reservation is a number of 64 bits: its first place, and above that how many packets it has, 1 at least. It is
/// what OpenCL C calls reserve_id_t.
#define WEFT_RESERVATION(place, count) ((weftUint64)(count) << 32 | (weftUint64)(place))
#define WEFT_RESERVATION_PLACE(reservation) ((weftUint32)(reservation))
#define WEFT_RESERVATION_COUNT(reservation) ((weftUint32)((reservation) >> 32))
/// CLK_NULL_RESERVE_ID: there was no room, or there were not as many packets.
#define WEFT_NO_RESERVATION (~(weftUint64)0)

#if !defined(__OPENCL_C_VERSION__) && defined(__cplusplus)
}
#endif

#endif
