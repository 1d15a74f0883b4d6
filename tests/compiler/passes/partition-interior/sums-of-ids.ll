; A guard of a number that two dimensions make is asked for the group's last work-item in both. A number that may wrap
; counts where it is no less for the last work-item than for the first, with sign or without as it is compared.
; RUN: weft-opt -weft-passes="partition-interior" %s | FileCheck %s
; RUN: sed 's/icmp slt i32 %%at/icmp ult i32 %%at/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=UNSIGNED
; RUN: sed 's/%%at = trunc i64 %%number to i32/%%low = trunc i64 %%number to i16\n  %%at = zext i16 %%low to i32/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %inside = icmp slt
; CHECK: %[[FIRST:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[LASTY:.*]] = zext nneg i32 7 to i64
; CHECK: %[[ROW:.*]] = mul nuw nsw i64 %[[LASTY]], 480
; CHECK: %[[LASTX:.*]] = zext nneg i32 15 to i64
; CHECK: %[[NUMBER:.*]] = add nuw nsw i64 %[[ROW]], %[[LASTX]]
; CHECK: %[[SHIFTED:.*]] = add i64 %[[NUMBER]], %base
; CHECK: %[[LAST:.*]] = trunc i64 %[[SHIFTED]] to i32
; CHECK: %[[INSIDE:.*]] = icmp slt i32 %[[LAST]], %count
; CHECK: %[[GROWS:.*]] = icmp sle i32 %[[FIRST]], %[[LAST]]
; CHECK: %[[ALL:.*]] = and i1 %[[GROWS]], %[[INSIDE]]
; CHECK: br i1 %[[ALL]], label %inner.groups, label %other.groups
; UNSIGNED: %inside = icmp
; UNSIGNED: icmp ult i32 %[[LAST:.*]], %count
; UNSIGNED: icmp ule i32 %{{.*}}, %[[LAST]]
; STAYS-NOT: inner.groups
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %base, i32 %count) #0 {
entry:
  %l0 = call i32 @weft.local.id.0()
  %l1 = call i32 @weft.local.id.1()
  %x = zext nneg i32 %l0 to i64
  %y = zext nneg i32 %l1 to i64
  %row = mul nuw nsw i64 %y, 480
  %sum = add nuw nsw i64 %row, %x
  %number = add i64 %sum, %base
  %at = trunc i64 %number to i32
  %inside = icmp slt i32 %at, %count
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %all = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr addrspace(1) %in, i32 %k
  %value = load float, ptr addrspace(1) %p
  %more = fadd float %all, %value
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %loop, label %done

done:
  %q = getelementptr float, ptr addrspace(1) %out, i32 %at
  store float %more, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="16,8,1" }
