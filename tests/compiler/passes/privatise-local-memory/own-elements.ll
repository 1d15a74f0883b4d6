; An array of which each work-item has one element becomes a value; what is read before it is written comes from memory.
; RUN: weft-opt -weft-passes="privatise-local-memory" %s | FileCheck %s

declare i32 @weft.local.id.0() #1
declare i32 @weft.local.id.1() #1
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK-NEXT: %second = getelementptr
; CHECK-NEXT: %counts = addrspacecast
; CHECK: %[[X:.*]] = call i32 @weft.local.id.0()
; CHECK: %[[WIDE_X:.*]] = zext i32 %[[X]] to i64
; CHECK: %[[OFFSET_X:.*]] = mul i64 %[[WIDE_X]], 4
; CHECK: %[[ROW:.*]] = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 %[[OFFSET_X]]
; CHECK: %[[Y:.*]] = call i32 @weft.local.id.1()
; CHECK: %[[WIDE_Y:.*]] = zext i32 %[[Y]] to i64
; CHECK: %[[OFFSET_Y:.*]] = mul i64 %[[WIDE_Y]], 32
; CHECK: %[[ADDRESS:.*]] = getelementptr inbounds i8, ptr addrspace(3) %[[ROW]], i64 %[[OFFSET_Y]]
; CHECK: %[[FIRST:.*]] = load i32, ptr addrspace(3) %[[ADDRESS]]
; CHECK-NOT: addrspace(3)
; CHECK: call void @weft.barrier()
; CHECK-NEXT: store float %a, ptr %out
; CHECK-NEXT: store i32 %[[FIRST]], ptr %group
; CHECK-NEXT: ret void
define void @k(ptr %launch, ptr %group, ptr %memory, i64 %other, ptr %out) #0 {
  %tile = addrspacecast ptr %memory to ptr addrspace(3)
  %second = getelementptr i8, ptr %memory, i64 %other
  %counts = addrspacecast ptr %second to ptr addrspace(3)
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %row = mul i32 %y, 8
  %index = add i32 %row, %x
  %wide = zext i32 %index to i64
  %p = getelementptr float, ptr addrspace(3) %tile, i64 %wide
  %a = load float, ptr %out
  store float %a, ptr addrspace(3) %p
  %x.wide = sext i32 %x to i64
  %y.wide = sext i32 %y to i64
  %line = getelementptr [8 x i32], ptr addrspace(3) %counts, i64 %y.wide
  %q = getelementptr i32, ptr addrspace(3) %line, i64 %x.wide
  %c = load i32, ptr addrspace(3) %q
  call void @weft.barrier()
  %again = getelementptr [8 x float], ptr addrspace(3) %tile, i64 %y.wide
  %r = getelementptr float, ptr addrspace(3) %again, i64 %x.wide
  %b = load float, ptr addrspace(3) %r
  store float %b, ptr %out
  store i32 %c, ptr %group
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="8,4,1" }
attributes #1 = { nounwind willreturn memory(none) }
