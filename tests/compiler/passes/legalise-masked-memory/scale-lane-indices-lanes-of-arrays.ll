; Lanes that are indices of 64 bytes become indices of 8 bytes, the whole vector at once: where no bit is lost, for enough of them,
; and on x86.
; RUN: weft-opt -weft-passes="legalise-masked-memory<scale-lane-indices>" %s | FileCheck %s
; RUN: sed 's/x86_64-unknown-linux-gnu/aarch64-unknown-linux-gnu/' %s | weft-opt -weft-passes="legalise-masked-memory<scale-lane-indices>" \
; RUN:   | FileCheck %s --check-prefix=OTHER
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @bytes(
; CHECK: %[[SCALED:.*]] = shl nuw <4 x i8> %x, splat (i8 3)
; CHECK: %[[LANE:.*]] = extractelement <4 x i8> %[[SCALED]], i64 0
; CHECK: %[[INDEX:.*]] = zext i8 %[[LANE]] to i64
; CHECK: getelementptr inbounds i64, ptr %array, i64 %[[INDEX]]
; CHECK: extractelement <4 x i8> %[[SCALED]], i64 3
; OTHER-NOT: shl
define void @bytes(<4 x i8> %v, ptr %array) {
  %x = and <4 x i8> %v, splat (i8 15)
  %i0 = extractelement <4 x i8> %x, i64 0
  %j0 = zext nneg i8 %i0 to i64
  %p0 = getelementptr inbounds [16 x i32], ptr %array, i64 %j0
  store i32 0, ptr %p0, align 4
  %i1 = extractelement <4 x i8> %x, i64 1
  %j1 = zext nneg i8 %i1 to i64
  %p1 = getelementptr inbounds [16 x i32], ptr %array, i64 %j1
  store i32 1, ptr %p1, align 4
  %i2 = extractelement <4 x i8> %x, i64 2
  %j2 = zext nneg i8 %i2 to i64
  %p2 = getelementptr inbounds [16 x i32], ptr %array, i64 %j2
  store i32 2, ptr %p2, align 4
  %i3 = extractelement <4 x i8> %x, i64 3
  %j3 = zext nneg i8 %i3 to i64
  %p3 = getelementptr inbounds [16 x i32], ptr %array, i64 %j3
  store i32 3, ptr %p3, align 4
  ret void
}

; Bytes up to 63 times 8 don't fit in bytes.
; CHECK-LABEL: define void @too_long(
; CHECK-NOT: shl
; CHECK: ret void
define void @too_long(<4 x i8> %v, ptr %array) {
  %x = and <4 x i8> %v, splat (i8 63)
  %i0 = extractelement <4 x i8> %x, i64 0
  %j0 = zext nneg i8 %i0 to i64
  %p0 = getelementptr inbounds [16 x i32], ptr %array, i64 %j0
  store i32 0, ptr %p0, align 4
  %i1 = extractelement <4 x i8> %x, i64 1
  %j1 = zext nneg i8 %i1 to i64
  %p1 = getelementptr inbounds [16 x i32], ptr %array, i64 %j1
  store i32 1, ptr %p1, align 4
  %i2 = extractelement <4 x i8> %x, i64 2
  %j2 = zext nneg i8 %i2 to i64
  %p2 = getelementptr inbounds [16 x i32], ptr %array, i64 %j2
  store i32 2, ptr %p2, align 4
  %i3 = extractelement <4 x i8> %x, i64 3
  %j3 = zext nneg i8 %i3 to i64
  %p3 = getelementptr inbounds [16 x i32], ptr %array, i64 %j3
  store i32 3, ptr %p3, align 4
  ret void
}

; Indices themselves lose bits as addresses do. A lane that is used otherwise, too, stays.
; CHECK-LABEL: define i64 @numbers(
; CHECK: %[[SCALED:.*]] = shl <8 x i64> %w, splat (i64 1)
; CHECK: %i4 = extractelement <8 x i64> %w, i64 4
; CHECK: getelementptr <2 x i64>, ptr %array, i64 %i4
; CHECK: extractelement <8 x i64> %[[SCALED]], i64 3
define i64 @numbers(<8 x i64> %v, ptr %array) {
  %w = add <8 x i64> %v, splat (i64 5)
  %i4 = extractelement <8 x i64> %w, i64 4
  %p4 = getelementptr <2 x i64>, ptr %array, i64 %i4
  store i32 4, ptr %p4, align 4
  %i0 = extractelement <8 x i64> %w, i64 0
  %p0 = getelementptr <2 x i64>, ptr %array, i64 %i0
  store i32 0, ptr %p0, align 4
  %i1 = extractelement <8 x i64> %w, i64 1
  %p1 = getelementptr <2 x i64>, ptr %array, i64 %i1
  store i32 1, ptr %p1, align 4
  %i2 = extractelement <8 x i64> %w, i64 2
  %p2 = getelementptr <2 x i64>, ptr %array, i64 %i2
  store i32 2, ptr %p2, align 4
  %i3 = extractelement <8 x i64> %w, i64 3
  %p3 = getelementptr <2 x i64>, ptr %array, i64 %i3
  store i32 3, ptr %p3, align 4
  ret i64 %i4
}
