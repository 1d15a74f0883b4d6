; Dot products of lanes are one of vectors; those of what all lanes share stay one.
; RUN: weft-opt -weft-passes="packetise<16>" %s | FileCheck %s
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.dot.8.us(i32, i32) nounwind willreturn nosync nofree speculatable memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[SHARED:.*]] = call i32 @weft.dot.8.us(i32 %n, i32 %n)
; CHECK: call <16 x i32> @weft.dot.8.us.v16(<16 x i32> %{{.*}}, <16 x i32> %{{.*}})
; CHECK: ret void
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %x = load i32, ptr addrspace(1) %p
  %shared = call i32 @weft.dot.8.us(i32 %n, i32 %n)
  %dot = call i32 @weft.dot.8.us(i32 %x, i32 %shared)
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %dot, ptr addrspace(1) %q
  ret void
}
