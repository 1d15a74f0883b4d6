; Code for any local size asks the group for its size, and has code for inner groups where packets gain most by it:
; rows whose guard asks for dimension 1, and packets that go down columns in a loop.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="partition-interior" %t/two-dimensions.ll | FileCheck %t/two-dimensions.ll
; RUN: weft-opt -weft-passes="partition-interior" %t/one-dimension.ll | FileCheck %t/one-dimension.ll
; RUN: weft-opt -weft-passes="partition-interior" %t/columns.ll | FileCheck %t/columns.ll
; RUN: weft-opt -weft-passes="partition-interior" %t/packet-dimension-1.ll | FileCheck %t/packet-dimension-1.ll

;--- two-dimensions.ll
; The last work-item of a group along dimension 0 is its size less one.
; CHECK-LABEL: define void @asks_for_both_sizes(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %group, i64 24
; CHECK: %[[SIZE64:.*]] = load i64, ptr %[[PLACE]], align 8
; CHECK: %[[SIZE:.*]] = trunc i64 %[[SIZE64]] to i32
; CHECK: %[[LAST:.*]] = sub i32 %[[SIZE]], 1
; CHECK: %[[LASTX:.*]] = add nuw nsw i32 %[[LAST]], %base
; CHECK: icmp slt i32 %[[LASTX]], %width
; CHECK: icmp slt i32 %{{.*}}, %height
; CHECK: br i1 %{{.*}}, label %inner.groups, label %other.groups
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)
define void @asks_for_both_sizes(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %top, i32 %width, i32 %height) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %id, %base
  %id1 = call i32 @weft.local.id.1()
  %y = add nuw nsw i32 %id1, %top
  %in.x = icmp slt i32 %x, %width
  %in.y = icmp slt i32 %y, %height
  %inside = select i1 %in.x, i1 %in.y, i1 false
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nuw nsw i32 %k, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %out
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}

;--- one-dimension.ll
; A guard of dimension 0 alone isn't worth more code where work-items go along their rows in the loop.
; CHECK-LABEL: define void @stays_for_dimension_0(
; CHECK-NOT: inner.groups
; CHECK: br i1 %inside, label %loop, label %end
; CHECK-NOT: weft.barrier()
; CHECK: ret void
; CHECK-NOT: inner.groups
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_dimension_0(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %width) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %id, %base
  %inside = icmp slt i32 %x, %width
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nuw nsw i32 %k, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %out
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}

;--- columns.ll
; It is worth it where each trip of the loop reads other cache lines, as that goes down a column.
; CHECK-LABEL: define void @columns_gain_by_dimension_0(
; CHECK: br i1 %{{.*}}, label %inner.groups, label %other.groups
declare i32 @weft.local.id.0() memory(none)
define void @columns_gain_by_dimension_0(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %width) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %id, %base
  %inside = icmp slt i32 %x, %width
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul nuw nsw i32 %k, %width
  %index = add nuw nsw i32 %row, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %out
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}

;--- packet-dimension-1.ll
; Where interchange-dimensions has made dimension 1 the first one, the last id is the size in dimension 1 less one.
; CHECK-LABEL: define void @packets_along_dimension_1(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %group, i64 32
; CHECK: %[[SIZE64:.*]] = load i64, ptr %[[PLACE]], align 8
; CHECK: %[[SIZE:.*]] = trunc i64 %[[SIZE64]] to i32
; CHECK: %[[LAST:.*]] = sub i32 %[[SIZE]], 1
; CHECK: %[[LASTX:.*]] = add nuw nsw i32 %[[LAST]], %base
; CHECK: icmp slt i32 %[[LASTX]], %width
; CHECK: icmp slt i32 %{{.*}}, %height
; CHECK: br i1 %{{.*}}, label %inner.groups, label %other.groups
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)
define void @packets_along_dimension_1(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %top, i32 %width, i32 %height) "weft-kernel" "weft-packet-dimension"="1" {
entry:
  %id = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %id, %base
  %id1 = call i32 @weft.local.id.1()
  %y = add nuw nsw i32 %id1, %top
  %in.x = icmp slt i32 %x, %width
  %in.y = icmp slt i32 %y, %height
  %inside = select i1 %in.x, i1 %in.y, i1 false
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nuw nsw i32 %k, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %out
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}
