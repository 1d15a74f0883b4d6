; Lanes below a bound begin with lane 0, so that it answers whether there are any, and says where they access memory.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @below(
; CHECK: %[[MASK:.*]] = call <8 x i1> @weft.packet.mask.8()
; CHECK: %[[LANES:.*]] = icmp ult <8 x i32>
; CHECK: %[[LANE0:.*]] = icmp ult i32 %id, %n
; CHECK: %[[GOES:.*]] = select <8 x i1> %[[MASK]], <8 x i1> %[[LANES]], <8 x i1> zeroinitializer
; CHECK-NOT: reduce
; CHECK: br i1 %[[LANE0]], label %then, label %done
; CHECK-NOT: cttz
; CHECK: %[[MORE:.*]] = add i32 %id, %n
; CHECK: %[[PLACE:.*]] = zext i32 %[[MORE]] to i64
; CHECK: %[[TO:.*]] = getelementptr i32, ptr addrspace(1) %b, i64 %[[PLACE]]
; CHECK-NOT: cttz
; CHECK: call void @llvm.masked.store.v8i32.p1({{.*}}, ptr addrspace(1) align 4 %[[TO]], <8 x i1> %[[GOES]])
; CHECK-NOT: cttz
; CHECK: ret void
define void @below(ptr addrspace(1) %b, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %enough = icmp ult i32 %id, %n
  br i1 %enough, label %then, label %done
then:
  %more = add i32 %id, %n
  %place = zext i32 %more to i64
  %to = getelementptr i32, ptr addrspace(1) %b, i64 %place
  store i32 %n, ptr addrspace(1) %to
  br label %done
done:
  ret void
}
