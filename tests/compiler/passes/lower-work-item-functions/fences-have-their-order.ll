; A fence is as strong as its order asks for; a barrier is one as well where other groups must see it.
; RUN: weft-opt -weft-passes="lower-work-item-functions" %s | FileCheck %s

declare void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32, i32, i32)
declare void @_Z9mem_fencej(i32)
declare void @_Z18work_group_barrierj12memory_scope(i32, i32)

; CHECK-LABEL: define void @k(
define void @k(ptr %launch, ptr %group, i32 %order) #0 {
entry:
; CHECK: store i32 0
; CHECK-NEXT: store i32 1
; CHECK-NEXT: fence acquire
; CHECK-NEXT: fence release
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: call void @weft.barrier()
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: call void @weft.barrier()
  store i32 0, ptr %group
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 0, i32 2)
  store i32 1, ptr %group
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 2, i32 2)
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 3, i32 2)
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 4, i32 2)
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 5, i32 2)
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 %order, i32 2)
  call void @_Z9mem_fencej(i32 2)
  call void @_Z18work_group_barrierj12memory_scope(i32 2, i32 1)
  call void @_Z18work_group_barrierj12memory_scope(i32 2, i32 2)
  ret void
}

attributes #0 = { "weft-kernel" }
