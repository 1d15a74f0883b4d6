; An array's elements have a place for each lane beside each other: for scalars, vectors, fields of structs, what is
; filled and what is copied. A number counts as elements of whatever type has its size.
; RUN: weft-opt -weft-passes=interleave-private-arrays %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@table = internal addrspace(2) constant [2 x i32] [i32 3, i32 5], align 4

; CHECK-LABEL: define void @kernel(
; CHECK-DAG: %[[ARRAY:array.*]] = alloca [6 x [8 x i32]], align 32, !weft.lane.array
; CHECK-DAG: %[[STRUCTS:structs.*]] = alloca [6 x [8 x i32]], align 32, !weft.lane.array
; CHECK-DAG: %[[VECTORS:vectors.*]] = alloca [8 x [8 x i32]], align 32, !weft.lane.array
; CHECK: %[[LANE:.*]] = call i32 @weft.lane.id()
; CHECK: call void @llvm.lifetime.start.p0(ptr %[[ARRAY]])
define void @kernel(i64 %i, i32 %j, ptr addrspace(1) %out) "weft-kernel" "weft-schedule"="width=8" {
  %array = alloca [6 x i32], align 4
  %structs = alloca [3 x { i32, float }], align 4
  %vectors = alloca [2 x <4 x float>], align 16
  call void @llvm.lifetime.start.p0(ptr %array)

  ; CHECK: store i32 0, ptr %[[FILLED:.*]], align 4
  ; CHECK: %[[P1:.*]] = getelementptr inbounds [8 x i32], ptr %[[ARRAY]], i64 1, i32 %[[LANE]]
  ; CHECK: store i32 0, ptr %[[P1]], align 4
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 8, i1 false)
  ; CHECK: %[[FROM:.*]] = load i32, ptr addrspace(2) getelementptr inbounds {{.*}}i64 4), align 4
  ; CHECK: %[[P5:.*]] = getelementptr inbounds [8 x i32], ptr %[[ARRAY]], i64 5, i32 %[[LANE]]
  ; CHECK: store i32 %[[FROM]], ptr %[[P5]], align 4
  %fourth = getelementptr i8, ptr %array, i64 16
  call void @llvm.memcpy.p0.p2.i64(ptr %fourth, ptr addrspace(2) align 4 @table, i64 8, i1 false)

  ; CHECK: %[[WIDE:.*]] = sext i32 %j to i64
  ; CHECK: %[[SUM:.*]] = add i64 %i, %[[WIDE]]
  ; CHECK: %[[P:.*]] = getelementptr inbounds [8 x i32], ptr %[[ARRAY]], i64 %[[SUM]], i32 %[[LANE]]
  ; CHECK: load float, ptr %[[P]], align 4
  %p = getelementptr i32, ptr %array, i64 %i
  %q = getelementptr float, ptr %p, i32 %j
  %x = load float, ptr %q, align 4

  ; CHECK: %[[TWICE:.*]] = mul i64 %i, 2
  ; CHECK: %[[FIELD:.*]] = add i64 %[[TWICE]], 1
  ; CHECK: getelementptr inbounds [8 x i32], ptr %[[STRUCTS]], i64 %[[FIELD]], i32 %[[LANE]]
  %field = getelementptr { i32, float }, ptr %structs, i64 %i, i32 1
  store float %x, ptr %field, align 4

  ; CHECK: %[[FOUR:.*]] = mul i64 %i, 4
  ; CHECK: %[[V0:.*]] = getelementptr inbounds [8 x i32], ptr %[[VECTORS]], i64 %[[FOUR]], i32 %[[LANE]]
  ; CHECK: load float, ptr %[[V0]], align 4
  ; CHECK: %[[THIRD:.*]] = add i64 %[[FOUR]], 3
  ; CHECK: %[[V3:.*]] = getelementptr inbounds [8 x i32], ptr %[[VECTORS]], i64 %[[THIRD]], i32 %[[LANE]]
  ; CHECK: %[[E3:.*]] = load float, ptr %[[V3]], align 4
  ; CHECK: insertelement <4 x float> %{{.*}}, float %[[E3]], i64 3
  %v = getelementptr <4 x float>, ptr %vectors, i64 %i
  %vector = load <4 x float>, ptr %v, align 16
  store <4 x float> %vector, ptr addrspace(1) %out
  ret void
}
