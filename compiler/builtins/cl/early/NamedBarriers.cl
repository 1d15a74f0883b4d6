// Barriers for some of a work-group's sub-groups (OpNamedBarrierInitialize and OpMemoryNamedBarrier of SPIR-V).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../GroupPrimitives.h"

uint WEFT_OVERLOAD get_sub_group_local_id(void) __attribute__((const));
void WEFT_OVERLOAD sub_group_barrier(cl_mem_fence_flags flags) __attribute__((convergent));

// The representation of a barrier in local memory. frontend/spirv/Groups.cpp creates variables of this size.
typedef struct {
  uint size;          // the number of sub-groups that take part
  atomic_uint came;   // how many of these have arrived since all had arrived last
  atomic_uint phases; // how often all have arrived
} WeftNamedBarrier;

// All work-items of the group call this function, so no work-item still waits at a barrier that the variable was
// before.
void __weft_named_barrier_initialize(local WeftNamedBarrier *named, uint size) {
  if (__weft_begin_once()) {
    named->size = size;
    atomic_init(&named->came, 0);
    atomic_init(&named->phases, 0);
  }
  WEFT_END_ONCE();
}

// All work-items of a sub-group call this function, and the first of them waits for the other sub-groups. The waiting
// loop makes the kernel run on fibers, where other sub-groups proceed meanwhile (docs/sub-groups.md).
void __attribute__((convergent)) __weft_named_barrier_wait(local WeftNamedBarrier *named) {
  const cl_mem_fence_flags all = CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE;
  // The memory accesses of each work-item come before the atomic operations of the first work-item.
  atomic_work_item_fence(all, memory_order_release, memory_scope_all_svm_devices);
  sub_group_barrier(all);
  if (get_sub_group_local_id() == 0) {
    const uint phase = atomic_load(&named->phases);
    if (atomic_fetch_add(&named->came, 1) + 1 == named->size) {
      atomic_store(&named->came, 0);
      atomic_store(&named->phases, phase + 1);
    } else {
      while (atomic_load(&named->phases) == phase) {
      }
    }
  }
  sub_group_barrier(all);
  atomic_work_item_fence(all, memory_order_acquire, memory_scope_all_svm_devices);
}
