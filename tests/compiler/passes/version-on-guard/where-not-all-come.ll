; A guard that only some work-items ask stays: what the last one of the group would ask may have overflown.
; RUN: weft-opt -cpu=x86-64-v3 -weft-passes=version-on-guard %s | FileCheck %s
; RUN: sed 's/br i1 %few, label %inner, label %end/br label %inner/' %s | weft-opt -cpu=x86-64-v3 -weft-passes=version-on-guard | FileCheck %s --check-prefix=ALL
target triple = "spir64"
declare i32 @weft.local.id.0() memory(none)
declare void @weft.barrier() convergent noduplicate

; CHECK-LABEL: define void @k(
; CHECK: br i1 %inside, label %store, label %end
; CHECK-NOT: .all
; CHECK: ret void
; ALL: label %store.all, label %in.doubt
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %out, i32 %base, i32 %count) #0 {
entry:
  %l = call i32 @weft.local.id.0()
  call void @weft.barrier()
  %few = icmp ult i32 %l, 10
  br i1 %few, label %inner, label %end

inner:
  %x = mul nuw nsw i32 %l, 100000000
  %inside = icmp slt i32 %x, %count
  br i1 %inside, label %store, label %end

store:
  %q = getelementptr float, ptr addrspace(1) %out, i32 %l
  store float 1.0, ptr addrspace(1) %q
  br label %end

end:
  ret void
}
attributes #0 = { nounwind "weft-kernel" "weft-local-size"="64,1,1" "weft-schedule"="width=8" }
