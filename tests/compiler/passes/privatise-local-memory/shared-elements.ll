; Arrays stay where two work-items can have the same element, one has two, or the address goes elsewhere.
; RUN: weft-opt -weft-passes="privatise-local-memory" %s | FileCheck %s

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare void @f(ptr addrspace(3))

; CHECK-LABEL: define void @k(
; CHECK-COUNT-9: store {{.*}}, ptr addrspace(3) %
; CHECK-NEXT: %word = load i32, ptr addrspace(3) %p7
; CHECK-NOT: {{load|store}} {{.*}}ptr addrspace(3)
; CHECK: store float %v, ptr %launch
; CHECK-NOT: {{load|store}}
; CHECK: ret void
define void @k(ptr %launch, ptr %group, ptr %memory, float %v) #0 {
  %x = call i32 @weft.local.id.0()
  %wide = zext i32 %x to i64
  %array0 = addrspacecast ptr %memory to ptr addrspace(3)
  %m1 = getelementptr i8, ptr %memory, i64 256
  %array1 = addrspacecast ptr %m1 to ptr addrspace(3)
  %m2 = getelementptr i8, ptr %memory, i64 512
  %array2 = addrspacecast ptr %m2 to ptr addrspace(3)
  %m3 = getelementptr i8, ptr %memory, i64 768
  %array3 = addrspacecast ptr %m3 to ptr addrspace(3)
  %m4 = getelementptr i8, ptr %memory, i64 1024
  %array4 = addrspacecast ptr %m4 to ptr addrspace(3)
  %m5 = getelementptr i8, ptr %memory, i64 1280
  %array5 = addrspacecast ptr %m5 to ptr addrspace(3)

; the neighbour's
  %own = getelementptr float, ptr addrspace(3) %array0, i64 %wide
  store float %v, ptr addrspace(3) %own
  %next = getelementptr float, ptr addrspace(3) %own, i64 1
  store float %v, ptr addrspace(3) %next

; dimension 1 has the same
  %p1 = getelementptr float, ptr addrspace(3) %array1, i64 %wide
  store float %v, ptr addrspace(3) %p1

; one for all
  store float %v, ptr addrspace(3) %array2

; overlapping
  %p3 = getelementptr i16, ptr addrspace(3) %array3, i64 %wide
  store float %v, ptr addrspace(3) %p3

; an index that wraps: work-item 4 has that of work-item 0
  %far = shl i32 %x, 30
  %index = zext i32 %far to i64
  %p4 = getelementptr float, ptr addrspace(3) %array4, i64 %index
  store float %v, ptr addrspace(3) %p4

; known elsewhere
  %p5 = getelementptr float, ptr addrspace(3) %array5, i64 %wide
  store float %v, ptr addrspace(3) %p5
  call void @f(ptr addrspace(3) %array5)

; two of its own, and one that is volatile
  %m6 = getelementptr i8, ptr %memory, i64 1536
  %array6 = addrspacecast ptr %m6 to ptr addrspace(3)
  %p6 = getelementptr float, ptr addrspace(3) %array6, i64 %wide
  store volatile float %v, ptr addrspace(3) %p6
  %m7 = getelementptr i8, ptr %memory, i64 1792
  %array7 = addrspacecast ptr %m7 to ptr addrspace(3)
  %p7 = getelementptr float, ptr addrspace(3) %array7, i64 %wide
  store float %v, ptr addrspace(3) %p7
  %word = load i32, ptr addrspace(3) %p7

; none of all that: this does not stay
  %m8 = getelementptr i8, ptr %memory, i64 2048
  %array8 = addrspacecast ptr %m8 to ptr addrspace(3)
  %y = call i32 @weft.local.id.1()
  %row = mul i32 %y, 16
  %both = add i32 %row, %x
  %both.wide = zext i32 %both to i64
  %p8 = getelementptr float, ptr addrspace(3) %array8, i64 %both.wide
  store float %v, ptr addrspace(3) %p8
  %value = load float, ptr addrspace(3) %p8
  store float %value, ptr %launch
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="16,2,1" }
