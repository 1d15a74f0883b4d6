// Converts OpenCL C's opaque pipes and reservations to their representations (PipeAbi.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PIPES_H
#define WEFT_PIPES_H

#include "PipeAbi.h"

// LowerImagesPass replaces each call by its argument.
global WeftPipe *__weft_read_pipe(read_only pipe int p) __attribute__((const));
global WeftPipe *__weft_write_pipe(write_only pipe int p) __attribute__((const));
ulong __weft_reservation_number(reserve_id_t id) __attribute__((const));
reserve_id_t __weft_reservation(ulong number) __attribute__((const));

// These are the functions that Clang calls. The sizes are those of the type that the program uses for packets.
reserve_id_t __reserve_read_pipe(read_only pipe int p, uint count, uint bytes, uint alignment);
reserve_id_t __reserve_write_pipe(write_only pipe int p, uint count, uint bytes, uint alignment);
void __commit_read_pipe(read_only pipe int p, reserve_id_t id, uint bytes, uint alignment);
void __commit_write_pipe(write_only pipe int p, reserve_id_t id, uint bytes, uint alignment);

#endif
