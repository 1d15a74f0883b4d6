; The kernel divides its local id into rows of 27, of which packets gather elements: rows are formed, and what was
; dimension 1 is dimension 2. kernels-that-stay.ll has kernels without such rows.
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %s | FileCheck %s
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %s | FileCheck %s --check-prefix=LEFT
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids,describe-kernel" %s | FileCheck %s --check-prefix=INFO
; Divisions with a sign are alike, as ids have none; and rows may lie one behind the other in memory.
; RUN: sed 's/udiv/sdiv/; s/urem/srem/' %s | weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" | FileCheck %s
; RUN: sed 's/mul i32 %row, 81/mul i32 %row, 27/' %s | weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" \
; RUN:   | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare i32 @weft.local.id.2()

; CHECK: define void @k.original(
; CHECK: {{[us]}}rem i32 %id, 27
; CHECK: define void @k(
; CHECK-DAG: [[COLUMN:%.*]] = call i32 @weft.local.id.0()
; CHECK-DAG: [[ROW:%.*]] = call i32 @weft.local.id.1()
; CHECK: [[START:%.*]] = mul nuw nsw i32 [[ROW]], 27
; CHECK: [[ID:%.*]] = add nuw nsw i32 [[START]], [[COLUMN]]
; CHECK: %y = call i32 @weft.local.id.2()
; CHECK: %first = mul nuw nsw i32 [[ROW]],
; CHECK: %index = add nuw nsw i32 %first, [[COLUMN]]
; CHECK: %sum = add i32 %value, [[ID]]
; CHECK-NOT: call i32 @weft.local.id.2()
; CHECK: mul {{.*}}i32 0, 1000
; CHECK-DAG: attributes #{{.*}} "weft-delinearised"{{.*}}"weft-local-size"="27,9,2"
; CHECK-DAG: attributes #{{.*}} "weft-local-size"="243,2,1" "weft-original"
; LEFT: define void @k(
; LEFT-NOT: {{udiv|urem}}
; INFO: @weftKernelInfo = {{.*}}[3 x i64] [i64 243, i64 2, i64 1]
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a) #0 {
entry:
  %id = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %row = udiv i32 %id, 27
  %column = urem i32 %id, 27
  %first = mul i32 %row, 81
  %index = add i32 %first, %column
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %sum = add i32 %value, %id
  %z = call i32 @weft.local.id.2()
  %depth = mul i32 %z, 1000
  %both = add i32 %sum, %depth
  %all = add i32 %both, %y
  store i32 %all, ptr addrspace(1) %at
  ret void
}
attributes #0 = { "weft-kernel" "weft-local-size"="243,2,1" }
