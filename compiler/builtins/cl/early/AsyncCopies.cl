// Copies between global and local memory by all work-items of a group (OpenCL C 3.0, section 6.15.11).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// The copy is done immediately, and each work-item copies every n-th element. So events carry no information. The
// barrier in wait_group_events makes the whole copy visible to every work-item.
static size_t weftItem(void) { return get_local_linear_id(); }
static size_t weftItems(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }

#define WEFT_ASYNC_COPY(type)                                                                                          \
  event_t __attribute__((overloadable)) async_work_group_copy(local type *to, const global type *from, size_t count,   \
                                                              event_t event) {                                         \
    for (size_t i = weftItem(); i < count; i += weftItems())                                                           \
      to[i] = from[i];                                                                                                 \
    return event;                                                                                                      \
  }                                                                                                                    \
  event_t __attribute__((overloadable)) async_work_group_copy(global type *to, const local type *from, size_t count,   \
                                                              event_t event) {                                         \
    for (size_t i = weftItem(); i < count; i += weftItems())                                                           \
      to[i] = from[i];                                                                                                 \
    return event;                                                                                                      \
  }                                                                                                                    \
  event_t __attribute__((overloadable)) async_work_group_strided_copy(                                                 \
      local type *to, const global type *from, size_t count, size_t stride, event_t event) {                           \
    for (size_t i = weftItem(); i < count; i += weftItems())                                                           \
      to[i] = from[i * stride];                                                                                        \
    return event;                                                                                                      \
  }                                                                                                                    \
  event_t __attribute__((overloadable)) async_work_group_strided_copy(                                                 \
      global type *to, const local type *from, size_t count, size_t stride, event_t event) {                           \
    for (size_t i = weftItem(); i < count; i += weftItems())                                                           \
      to[i * stride] = from[i];                                                                                        \
    return event;                                                                                                      \
  }                                                                                                                    \
  void __attribute__((overloadable)) prefetch(const global type *from, size_t count) {}

#define WEFT_ASYNC_COPIES(type)                                                                                        \
  WEFT_ASYNC_COPY(type)                                                                                                \
  WEFT_ASYNC_COPY(type##2)                                                                                             \
  WEFT_ASYNC_COPY(type##3)                                                                                             \
  WEFT_ASYNC_COPY(type##4)                                                                                             \
  WEFT_ASYNC_COPY(type##8)                                                                                             \
  WEFT_ASYNC_COPY(type##16)

WEFT_ASYNC_COPIES(char)
WEFT_ASYNC_COPIES(uchar)
WEFT_ASYNC_COPIES(short)
WEFT_ASYNC_COPIES(ushort)
WEFT_ASYNC_COPIES(int)
WEFT_ASYNC_COPIES(uint)
WEFT_ASYNC_COPIES(long)
WEFT_ASYNC_COPIES(ulong)
WEFT_ASYNC_COPIES(half)
WEFT_ASYNC_COPIES(float)
WEFT_ASYNC_COPIES(double)

// Clang declares the events' pointer in the generic address space from OpenCL C 2.0 on, and in the private one before.
void __attribute__((overloadable)) wait_group_events(int count, private event_t *events) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
void __attribute__((overloadable)) wait_group_events(int count, generic event_t *events) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
