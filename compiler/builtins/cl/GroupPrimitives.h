// The primitives for builtins that work on a whole group. The pass lower-work-item-functions generates their code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_GROUP_PRIMITIVES_H
#define WEFT_GROUP_PRIMITIVES_H

#define WEFT_OVERLOAD __attribute__((overloadable))

// A barrier that returns true only to the group's first work-item. All other work-items must do nothing up to the next
// barrier, so that the code between the two barriers runs once and not in a loop.
bool __weft_begin_once(void) __attribute__((convergent, noduplicate));
// Ends the code that __weft_begin_once began.
#define WEFT_END_ONCE() barrier(CLK_LOCAL_MEM_FENCE)

// Memory of the group. The first function returns an array with an element of 2, 4 or 8 bytes for each work-item. There
// is one array for each size. Except between __weft_begin_once and WEFT_END_ONCE, a work-item may access only its own
// element. So a builtin need not wait until all work-items have read the results of the previous builtin. The second
// function returns the address of eight bytes, which are written only between these two barriers.
local void *__weft_group_values(uint bytes) __attribute__((const));
local void *__weft_group_result(void) __attribute__((const));

static size_t weftItem(void) { return get_local_linear_id(); }
static size_t weftItems(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }

#endif
