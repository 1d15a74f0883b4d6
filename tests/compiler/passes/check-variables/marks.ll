; A variable that may be read before it is written has marks, which the read looks at; one that is written first, or
; whose address is kept, has none. Copies take marks along, and what puts elements into a vector.
; RUN: weft-opt -weft-passes="check-variables" %s | FileCheck %s
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK-NOT: %first.marks
; CHECK-NOT: %kept.marks
; CHECK: %x.marks = alloca i32, align 4, !weft.marks
; CHECK: %pair.marks = alloca [8 x i8], align 4, !weft.marks
; CHECK: %copy.marks = alloca [8 x i8], align 4, !weft.marks
; CHECK: %vector.marks = alloca <2 x i32>, align 8, !weft.marks
; CHECK: body:
; CHECK-DAG: store i32 0, ptr %x.marks
; CHECK-DAG: memset{{.*}}(ptr align 4 %pair.marks, i8 0, i64 8
; CHECK: left:
; CHECK-NEXT: store i32 7, ptr %x
; CHECK-NEXT: store i32 -1, ptr %x.marks
; CHECK: right:
; CHECK: %[[X:marks.*]] = load i32, ptr %x.marks
; CHECK: %read = load i32, ptr %x
; CHECK: %[[BAD:.*]] = icmp ne i32 %[[X]], -1
; CHECK: br i1 %[[BAD]]
; CHECK: call void @weft.check.report(ptr @{{.*}}, i64 0, i64 0)
; CHECK: memcpy{{.*}}(ptr %copy, ptr %pair, i64 8
; CHECK: memmove{{.*}}(ptr align 1 %copy.marks, ptr align 1 %pair.marks, i64 8
; CHECK: %[[V:marks.*]] = load <2 x i32>, ptr %vector.marks
; CHECK: %[[PUT:.*]] = insertelement <2 x i32> %[[V]], i32 -1, i32 0
; CHECK: store <2 x i32> %[[PUT]], ptr %vector.marks
define void @k(ptr %launch, ptr %group, i1 %condition) "weft-kernel" "weft-checks"="values" {
entry:
  %first = alloca i32, align 4
  %kept = alloca i32, align 4
  %keeper = alloca ptr, align 8
  %x = alloca i32, align 4
  %pair = alloca { i8, i32 }, align 4
  %copy = alloca { i8, i32 }, align 4
  %vector = alloca <2 x i32>, align 8
  br label %body

body:
  store i32 1, ptr %first, align 4
  store ptr %kept, ptr %keeper, align 8
  br i1 %condition, label %left, label %right

left:
  store i32 7, ptr %x, align 4
  br label %right

right:
  %a = load i32, ptr %first, align 4
  %b = load i32, ptr %kept, align 4
  %read = load i32, ptr %x, align 4
  %sum = add i32 %read, 1
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %pair, i64 8, i1 false)
  %part = load i8, ptr %copy, align 4
  %more = add i8 %part, 1
  %both = load <2 x i32>, ptr %vector, align 8
  %put = insertelement <2 x i32> %both, i32 1, i32 0
  store <2 x i32> %put, ptr %vector, align 8
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
