; Where lane 0 may not run an access, a consecutive one begins where its first lane says.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @above(
; CHECK: %[[GOES:.*]] = select <8 x i1>
; CHECK: br i1
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[GOES]] to i8
; CHECK: %[[FIRST:.*]] = call i8 @llvm.cttz.i8(i8 %[[BITS]], i1 true)
; CHECK: %[[LANE:.*]] = zext i8 %[[FIRST]] to i64
; CHECK: %[[BACK:.*]] = mul i64 %[[LANE]], -4
; CHECK: %[[BEGIN:.*]] = getelementptr i8, ptr addrspace(1) %{{.*}}, i64 %[[BACK]]
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 %[[BEGIN]], <8 x i1> %[[GOES]]
define void @above(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %enough = icmp uge i32 %id, %n
  br i1 %enough, label %then, label %done
then:
  %less = sub i32 %id, %n
  %index = zext i32 %less to i64
  %from = getelementptr i32, ptr addrspace(1) %a, i64 %index
  %v = load i32, ptr addrspace(1) %from
  %place = zext nneg i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %b, i64 %place
  store i32 %v, ptr addrspace(1) %to
  br label %done
done:
  ret void
}
