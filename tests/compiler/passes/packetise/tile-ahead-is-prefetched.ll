; What a group copies into local memory, and where it writes, is asked for as the group two further will: its last lane's, once
; for each packet. Not where this group itself comes back for more, nor what stays the same from group to group.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
; RUN: sed 's/"weft-local-size"="8,8,1"/"weft-local-size"="64,1,1"/' %s | weft-opt -weft-passes="packetise<8>" --cpu=x86-64-v4 - | FileCheck %s --check-prefix=NONE

; NONE-LABEL: define void @k(
; NONE-NOT: llvm.prefetch
; NONE: call <8 x float> @llvm.masked.load.v8f32.p1(
; NONE-NOT: llvm.prefetch
; NONE: ret void
; NONE-NOT: llvm.prefetch

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK: %[[NEXT:.*]] = add i64 %group.id.0, 2
; CHECK: %{{.*}} = shl i64 %[[NEXT]], 3
; CHECK: call void @llvm.prefetch.p1(ptr addrspace(1) %{{.*}}, i32 0, i32 2, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: end:
; CHECK: %[[AGAIN:.*]] = add i64 %group.id.0, 2
; CHECK: call void @llvm.prefetch.p1(ptr addrspace(1) %{{.*}}, i32 0, i32 2, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret void
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(3) %tile, i64 %n) #0 {
entry:
  %group.id.0 = load i64, ptr %group, align 8, !invariant.load !0
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %x.wide = zext i32 %x to i64
  %y.wide = zext i32 %y to i64
  %first = shl nuw nsw i64 %group.id.0, 3
  %column = add nuw nsw i64 %first, %x.wide
  %row = mul nuw nsw i64 %y.wide, %n
  %index = add nuw nsw i64 %row, %column
  %p = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %a = load float, ptr addrspace(1) %p
  %line = getelementptr [8 x float], ptr addrspace(3) %tile, i64 %y.wide
  %own = getelementptr float, ptr addrspace(3) %line, i64 %x.wide
  store float %a, ptr addrspace(3) %own
  %same = getelementptr float, ptr addrspace(1) %in, i64 %row
  %b = load float, ptr addrspace(1) %same
  store float %b, ptr addrspace(3) %own
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %shifted = add i64 %index, %i
  %q = getelementptr float, ptr addrspace(1) %in, i64 %shifted
  %c = load float, ptr addrspace(1) %q
  store float %c, ptr addrspace(3) %own
  call void @weft.barrier()
  %i.next = add i64 %i, 8
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  %out = getelementptr inbounds float, ptr addrspace(1) %in, i64 %column
  store float 0.0, ptr addrspace(1) %out
  ret void
}

!0 = !{}
attributes #0 = { "weft-kernel" "weft-local-size"="8,8,1" }
