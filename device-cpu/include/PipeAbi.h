// A kernel's pipe argument: a struct that the host side and generated code share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_PIPE_ABI_H
#define WEFT_DEVICE_CPU_PIPE_ABI_H

// The builtins, written in OpenCL C, include this header too; their device has no stdint.h.
#ifdef __OPENCL_C_VERSION__
typedef uint weftUint32;
typedef ulong weftUint64;
#define WEFT_PIPE_SEQUENCES global uint *
#define WEFT_PIPE_PACKETS global uchar *
#else
#include <stdint.h>
typedef uint32_t weftUint32;
typedef uint64_t weftUint64;
#define WEFT_PIPE_SEQUENCES uint32_t *
#define WEFT_PIPE_PACKETS void *
#ifdef __cplusplus
extern "C" {
#endif
#endif

/// A pipe as kernels see it: a ring buffer with a slot for each of OpenCL's packets. An argument of pipe type is the
/// address of a WeftPipe (8 bytes in the argument block). The builtins (compiler/builtins/cl/flat/Pipes.cl) change it
/// with atomic instructions, from any number of launches at once. The host only makes the pipe; a pipe whose counters
/// and turns are zeros is empty.
///
/// Positions count packets since the pipe was made. Position p uses slot p % maxPackets in round p / maxPackets. Each
/// slot has a number, its turn. While the slot is free or reserved for the writer of round r, its turn is 2 * r. When
/// the packet of round r has been committed, the turn is 2 * r + 1. When that packet has been read, the turn is
/// 2 * r + 2, and so on. So reservations can be committed in any order, but packets are read in the order in which they
/// were reserved.
typedef struct WeftPipe {
  weftUint64 written;    ///< all positions below this have been reserved for writing
  weftUint64 padding[7]; ///< puts writers and readers on different cache lines
  weftUint64 read;       ///< all positions below this have been reserved for reading
  weftUint64 padding2[7];
  weftUint64 available; ///< the number of packets that are committed and not yet reserved for reading
  weftUint32 packetBytes;
  weftUint32 maxPackets;         ///< at least 1
  WEFT_PIPE_SEQUENCES sequences; ///< the turns of the maxPackets slots
  WEFT_PIPE_PACKETS packets;     ///< maxPackets times packetBytes bytes
} WeftPipe;

/// A reservation is a number of 64 bits, which OpenCL C calls reserve_id_t. The low 32 bits are its first slot. The
/// high 32 bits are the number of its packets, at least 1.
#define WEFT_RESERVATION(place, count) ((weftUint64)(count) << 32 | (weftUint64)(place))
#define WEFT_RESERVATION_FIRST(reservation) ((weftUint32)(reservation))
#define WEFT_RESERVATION_COUNT(reservation) ((weftUint32)((reservation) >> 32))
/// CLK_NULL_RESERVE_ID: the pipe had not enough room for a write, or not enough packets for a read.
#define WEFT_NO_RESERVATION (~(weftUint64)0)

#if !defined(__OPENCL_C_VERSION__) && defined(__cplusplus)
}
#endif

#endif
