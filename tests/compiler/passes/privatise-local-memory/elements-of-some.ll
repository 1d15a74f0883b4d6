; An array that only some work-items come to may have elements for them alone: it stays where it might be read before it
; is written, and is not read where each load has a store before it.
; RUN: weft-opt -weft-passes="privatise-local-memory" %s | FileCheck %s

declare i32 @weft.local.id.0() #1
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK-NOT: load float, ptr addrspace(3)
; CHECK: write:
; CHECK-NEXT: store float %v, ptr addrspace(3) %p
; CHECK-NEXT: br label %wait
; CHECK: read:
; CHECK-NEXT: load float, ptr addrspace(3) %p
; CHECK-NEXT: store float
; CHECK-NEXT: store float %v, ptr %out
define void @k(ptr %launch, ptr %group, ptr %memory, ptr %out, float %v) #0 {
  %array = addrspacecast ptr %memory to ptr addrspace(3)
  %x = call i32 @weft.local.id.0()
  %wide = zext i32 %x to i64
  %p = getelementptr float, ptr addrspace(3) %array, i64 %wide
  %next = getelementptr i8, ptr %memory, i64 32
  %second = addrspacecast ptr %next to ptr addrspace(3)
  %q = getelementptr float, ptr addrspace(3) %second, i64 %wide
  %few = icmp ult i32 %x, 8
  br i1 %few, label %write, label %wait
write:
  store float %v, ptr addrspace(3) %p
  br label %wait
wait:
  call void @weft.barrier()
  br i1 %few, label %read, label %end
read:
  %a = load float, ptr addrspace(3) %p
  store float %a, ptr %out
  store float %v, ptr addrspace(3) %q
  %b = load float, ptr addrspace(3) %q
  store float %b, ptr %out
  br label %end
end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="64,1,1" }
attributes #1 = { nounwind willreturn memory(none) }
