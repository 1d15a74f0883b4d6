; Dimension 0 numbers the rows of a matrix and dimension 1 its columns: the two change places. dimensions-that-stay.ll
; has kernels in which they don't, groups-of-any-size.ll code for any local size.
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()

; CHECK: define void @k.original(
; CHECK: call i32 @weft.local.id.0()
; CHECK-NEXT: call i32 @weft.local.id.1()
; CHECK: define void @k(
; CHECK: %x = call i32 @weft.local.id.1()
; CHECK-NEXT: %y = call i32 @weft.local.id.0()
; CHECK-DAG: attributes #{{.*}} = {{{.*}}"weft-local-size"="64,8,1" "weft-packet-dimension"="1"
; CHECK-DAG: attributes #{{.*}} = {{{.*}}"weft-local-size"="8,64,1" "weft-original"
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %width) #0 {
entry:
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %first = mul i32 %x, %width
  %index = add i32 %first, %y
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %more = add i32 %value, 1
  store i32 %more, ptr addrspace(1) %at
  ret void
}
attributes #0 = { "weft-kernel" "weft-local-size"="8,64,1" }
