// What the kernel pipeline gives to builtins that work on a whole group; lower-work-item-functions makes their code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_GROUP_PRIMITIVES_H
#define WEFT_GROUP_PRIMITIVES_H

#define WEFT_OVERLOAD __attribute__((overloadable))

// A barrier that returns true to the group's first work-item. Up to the next barrier the others must do nothing, so
// that the code between can be run once and not in a loop.
bool __weft_begin_once(void) __attribute__((convergent, noduplicate));
// Ends what __weft_begin_once began.
#define WEFT_END_ONCE() barrier(CLK_LOCAL_MEM_FENCE)

// Memory of the group. The first is an array with an element of 2, 4 or 8 bytes for each work-item, one array for each
// size: outside of a "once", a work-item may touch its own element only, so that a builtin need not wait until all have
// read what the one before left them. The second has eight bytes; it is written within a "once" only.
local void *__weft_group_values(uint bytes) __attribute__((const));
local void *__weft_group_result(void) __attribute__((const));

static size_t weftItem(void) { return get_local_linear_id(); }
static size_t weftItems(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }

#endif
