// cl_khr_extended_async_copies and cl_khr_async_work_group_copy_fence (OpenCL C 3.0, section 6.15.11).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../GroupPrimitives.h"

// The copy is done immediately, as in AsyncCopies.cl. Each work-item copies whole lines, so that memory is accessed in
// order.
#define WEFT_EXTENDED_COPIES(to_space, from_space)                                                                     \
  static void WEFT_OVERLOAD weftCopyLines(to_space char *to, const from_space char *from, size_t bytes, size_t lines,  \
                                          size_t planes, size_t from_line, size_t from_plane, size_t to_line,          \
                                          size_t to_plane) {                                                           \
    const size_t items = weftItems();                                                                                  \
    for (size_t plane = 0; plane < planes; ++plane)                                                                    \
      for (size_t line = weftItem(); line < lines; line += items)                                                      \
        for (size_t i = 0; i < bytes; ++i)                                                                             \
          to[plane * to_plane + line * to_line + i] = from[plane * from_plane + line * from_line + i];                 \
  }                                                                                                                    \
  event_t WEFT_OVERLOAD async_work_group_copy_2D2D(to_space void *to, size_t to_offset, const from_space void *from,   \
                                                   size_t from_offset, size_t bytes, size_t elements, size_t lines,    \
                                                   size_t from_line, size_t to_line, event_t event) {                  \
    weftCopyLines((to_space char *)to + to_offset * bytes, (const from_space char *)from + from_offset * bytes,        \
                  elements * bytes, lines, 1, from_line * bytes, 0, to_line * bytes, 0);                               \
    return event;                                                                                                      \
  }                                                                                                                    \
  event_t WEFT_OVERLOAD async_work_group_copy_3D3D(to_space void *to, size_t to_offset, const from_space void *from,   \
                                                   size_t from_offset, size_t bytes, size_t elements, size_t lines,    \
                                                   size_t planes, size_t from_line, size_t from_plane, size_t to_line, \
                                                   size_t to_plane, event_t event) {                                   \
    weftCopyLines((to_space char *)to + to_offset * bytes, (const from_space char *)from + from_offset * bytes,        \
                  elements * bytes, lines, planes, from_line * bytes, from_plane * bytes, to_line * bytes,             \
                  to_plane * bytes);                                                                                   \
    return event;                                                                                                      \
  }

WEFT_EXTENDED_COPIES(local, global)
WEFT_EXTENDED_COPIES(global, local)

void WEFT_OVERLOAD async_work_group_copy_fence(cl_mem_fence_flags flags) { barrier(flags); }
