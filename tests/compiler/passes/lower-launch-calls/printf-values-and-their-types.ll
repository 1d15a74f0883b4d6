; Arguments go into one variable for all calls; tables say what they are; the launch has the printer.
; RUN: weft-opt -weft-passes="lower-launch-calls" %s | FileCheck %s

; CHECK-DAG: @[[TABLE:weft.print.arguments.*]] = private unnamed_addr constant [4 x { i32, i8, i8, i8, i8 }] [{ i32, i8, i8, i8, i8 } { i32 0, i8 0, i8 4, i8 1, i8 0 }, { i32, i8, i8, i8, i8 } { i32 4, i8 1, i8 4, i8 3, i8 0 }, { i32, i8, i8, i8, i8 } { i32 16, i8 1, i8 8, i8 1, i8 0 }, { i32, i8, i8, i8, i8 } { i32 24, i8 2, i8 8, i8 1, i8 0 }], align 4
; CHECK-DAG: @[[BYTES:weft.print.arguments.*]] = private unnamed_addr constant [2 x { i32, i8, i8, i8, i8 }] [{ i32, i8, i8, i8, i8 } { i32 0, i8 0, i8 1, i8 16, i8 0 }, { i32, i8, i8, i8, i8 } { i32 16, i8 1, i8 2, i8 2, i8 0 }], align 4

@many = internal constant [4 x i8] c"%d\0A\00"
@none = internal constant [3 x i8] c"ok\00"

; CHECK-LABEL: define void @k(ptr %launch, ptr %group)
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]]
; CHECK: %[[VALUES:.*]] = alloca [32 x i8], align 8
; CHECK: %[[PRINT:.*]] = load ptr, ptr {{.*}}, !invariant.load
; CHECK: %[[PRINTER:.*]] = load ptr, ptr {{.*}}, !invariant.load
define void @k(ptr %launch, ptr %group) "weft-kernel" {
  br label %loop

; CHECK: loop:
; CHECK: %[[FIRST:.*]] = getelementptr inbounds i8, ptr %[[VALUES]], i64 0
; CHECK: store i32 %i, ptr %[[FIRST]], align 4
; CHECK: %[[SECOND:.*]] = getelementptr inbounds i8, ptr %[[VALUES]], i64 4
; CHECK: store <3 x float> splat (float 1.000000e+00), ptr %[[SECOND]], align 4
; CHECK: %[[THIRD:.*]] = getelementptr inbounds i8, ptr %[[VALUES]], i64 16
; CHECK: store double 2.000000e+00, ptr %[[THIRD]], align 8
; CHECK: %[[FOURTH:.*]] = getelementptr inbounds i8, ptr %[[VALUES]], i64 24
; CHECK: store ptr %launch, ptr %[[FOURTH]], align 8
; CHECK: %[[RESULT:.*]] = call i32 %[[PRINT]](ptr %[[PRINTER]], ptr @many, ptr @[[TABLE]], i32 4, ptr %[[VALUES]])
; CHECK: store <16 x i8> zeroinitializer, ptr {{.*}}, align 1
; CHECK: store <2 x half> zeroinitializer, ptr {{.*}}, align 2
; CHECK: call i32 %[[PRINT]](ptr %[[PRINTER]], ptr @many, ptr @[[BYTES]], i32 2, ptr %[[VALUES]])
; CHECK: call i32 %[[PRINT]](ptr %[[PRINTER]], ptr @none, ptr null, i32 0, ptr null)
; CHECK: add i32 %i, %[[RESULT]]
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %r = call i32 (ptr, ...) @printf(ptr @many, i32 %i, <3 x float> splat (float 1.0), double 2.0, ptr %launch)
  call i32 (ptr, ...) @printf(ptr @many, <16 x i8> zeroinitializer, <2 x half> zeroinitializer)
  call i32 (ptr, ...) @printf(ptr @none)
  %next = add i32 %i, %r
  %more = icmp slt i32 %next, 10
  br i1 %more, label %loop, label %end

end:
  ret void
}

; CHECK-NOT: @printf
declare i32 @printf(ptr, ...)

; CHECK: attributes #[[ATTRIBUTES]] = {{.*}}"weft-prints"
