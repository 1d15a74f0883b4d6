; Behind a barrier marked weft-single the first work-item runs alone, without a loop, unless others' values are made there.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
; RUN: sed "s/other(i32 %whole)/other(i32 %own)/" %s | weft-opt -weft-passes="work-item-loops" - | FileCheck --check-prefix=LOOP %s
declare i32 @weft.local.id.0()
declare void @weft.barrier()
declare i32 @other(i32)

; CHECK-LABEL: define void @k(
; CHECK: region.1.once:
; CHECK: br label
; CHECK: region.1.once.done:
; CHECK-NOT: region.1.x
; CHECK: region.2.x:
; LOOP-LABEL: define void @k(
; LOOP-NOT: region.1.once
; LOOP: region.1.x:
define void @k(ptr %launch, ptr %group, ptr addrspace(3) %p) #0 {
  %id = call i32 @weft.local.id.0()
  %slot = getelementptr i32, ptr addrspace(3) %p, i32 %id
  store i32 %id, ptr addrspace(3) %slot
  call void @weft.barrier() "weft-single"
  %first = icmp eq i32 %id, 0
  %own = load i32, ptr addrspace(3) %slot
  %whole = load i32, ptr addrspace(3) %p
  br i1 %first, label %once, label %end
once:
  store i32 %whole, ptr addrspace(3) %p
  br label %end
end:
  call void @weft.barrier()
  %use = call i32 @other(i32 %whole)
  ret void
}
attributes #0 = { "weft-kernel" }
