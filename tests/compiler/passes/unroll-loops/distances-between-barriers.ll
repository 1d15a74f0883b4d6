; A loop of barriers whose counter is a distance that doubles is unrolled: what the distance is decides how work-items'
; elements lie, whether it calls functions of mathematics or not. One that counts steps stays a loop, and so does one in
; which they meet otherwise.
; RUN: weft-opt -weft-passes="unroll-loops<8000>" %s | FileCheck %s
; RUN: sed 's/shl nuw nsw i64 %distance, 1/add nuw nsw i64 %distance, 2/' %s | weft-opt -weft-passes="unroll-loops<8000>" - | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/call void @weft.barrier/call void @weft.meeting/' %s | weft-opt -weft-passes="unroll-loops<8000>" - | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/^  call void @weft.barrier()/  call i32 @_Z5ilogbf(float 1.0)\n&/' %s | weft-opt -weft-passes="unroll-loops<8000>" - | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: getelementptr i32, ptr addrspace(3) %tile, i64 1
; CHECK: call void @weft.barrier()
; CHECK: getelementptr i32, ptr addrspace(3) %tile, i64 2
; CHECK: call void @weft.barrier()
; CHECK: getelementptr i32, ptr addrspace(3) %tile, i64 4
; CHECK: call void @weft.barrier()
; CHECK: getelementptr i32, ptr addrspace(3) %tile, i64 8
; CHECK: call void @weft.barrier()
; CHECK-NOT: call void @weft.barrier()
; CHECK: ret void
; Other passes still may not copy them.
; CHECK: attributes #{{.*}} = { convergent noduplicate }
; STAYS-LABEL: define void @k(
; STAYS: %distance = phi
; STAYS: call void @weft.{{barrier|meeting}}()
; STAYS-NOT: call void @weft
; STAYS: ret void
declare void @weft.barrier() convergent noduplicate
declare void @weft.meeting() convergent
declare i32 @_Z5ilogbf(float)

define void @k(ptr %launch, ptr %group, ptr addrspace(3) %tile) "weft-kernel" {
entry:
  br label %steps

steps:
  %distance = phi i64 [ 1, %entry ], [ %next, %steps ]
  %place = getelementptr i32, ptr addrspace(3) %tile, i64 %distance
  %old = load i32, ptr addrspace(3) %place
  store i32 %old, ptr addrspace(3) %tile
  call void @weft.barrier()
  %next = shl nuw nsw i64 %distance, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %steps, label %end

end:
  ret void
}
