; Lanes that find their elements of local memory ascending within two packets' widths reach them by two accesses and a
; permutation. Whether they do is asked where they aren't one behind the other.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
; RUN: sed 's/addrspace(3)/addrspace(1)/g' %s | weft-opt -weft-passes="packetise<8>" - | FileCheck %s --check-prefix=GLOBAL
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @exchange(
; CHECK: %[[REST:.*]] = and <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>,
; CHECK: sub <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>, %[[REST]]
; CHECK: %[[NEXT:.*]] = shufflevector <8 x i32> %[[INDICES:.*]], <8 x i32> poison, <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 7>
; CHECK: icmp ult <8 x i32> %[[INDICES]], %[[NEXT]]
; CHECK: icmp ult i32 %{{.*}}, 16
; CHECK: %[[FITS:.*]] = and i1 %{{.*}}, %in.window
; CHECK: br i1 %[[FITS]],
; CHECK: %[[BITS:.*]] = call i32 @llvm.vector.reduce.or.v8i32
; CHECK: %[[LOW:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p3(
; CHECK: bitcast <8 x i32> %[[LOW]] to <8 x float>
; The second vector ends with the last lane's element.
; CHECK: %[[LAST:.*]] = extractelement <8 x i32> %{{.*}}, i64 7
; CHECK: %[[START:.*]] = call i32 @llvm.usub.sat.i32(i32 %[[LAST]], i32 7)
; CHECK: %[[AFTER:.*]] = zext i32 %[[START]] to i64
; CHECK: %[[SECOND:.*]] = getelementptr i32, ptr addrspace(3) %{{.*}}, i64 %[[AFTER]]
; CHECK: %[[BEHIND:.*]] = and i32 %{{.*}}, -256
; CHECK: lshr i32 %[[BEHIND]], %{{.*}}
; CHECK: %[[HIGH:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p3(ptr addrspace(3) align 4 %[[SECOND]],
; CHECK: bitcast <8 x i32> %[[HIGH]] to <8 x float>
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p3
; CHECK: call void @llvm.masked.store.v8i32.p3(
; CHECK: call void @llvm.masked.store.v8i32.p3(
; CHECK: call void @llvm.masked.store.v8i32.p3(
; CHECK: call void @llvm.masked.scatter.v8i32.v8p3
; GLOBAL-LABEL: define void @exchange(
; GLOBAL-NOT: reduce.or
; GLOBAL: call <8 x i32> @llvm.masked.gather.v8i32.v8p1
; GLOBAL-NOT: reduce.or
; GLOBAL: call void @llvm.masked.scatter.v8i32.v8p1
; GLOBAL-NOT: reduce.or
; GLOBAL: ret void
define void @exchange(ptr addrspace(3) %block, i32 %distance) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %twice = shl i32 %id, 1
  %less = add i32 %distance, -1
  %rest = and i32 %id, %less
  %low = sub i32 %twice, %rest
  %index = zext i32 %low to i64
  %place = getelementptr i32, ptr addrspace(3) %block, i64 %index
  %v = load i32, ptr addrspace(3) %place
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(3) %place
  ret void
}
