; Work-items bring their values to a meeting, each collective at a place of its own, and combine those of the lanes that
; came.
; RUN: weft-opt -weft-passes="work-item-fibers" %s | FileCheck %s

declare i32 @weft.local.id.0()
declare void @weft.sub.group.barrier()
declare i64 @__weft_sub_group_ballot(i1)
declare i32 @__weft_sub_group_shuffle_uint(i32, i32)

; CHECK-LABEL: define void @k(ptr %launch, ptr %group, ptr {{.*}}%item)
; CHECK-NOT: __weft
; CHECK: %[[VALUE:.*]] = zext i1 %odd to i64
; CHECK: %meeting = call ptr %{{.*}}(ptr %item, i64 0, i64 %[[VALUE]])
; CHECK: %lanes = load i64, ptr %{{.*}}
; CHECK: %{{ballot.*}} = and i64 %{{.*}}, %lanes
; CHECK: call ptr %{{.*}}(ptr %item, i64 1, i64 0)
; CHECK: call ptr %{{.*}}(ptr %item, i64 2, i64
; CHECK: ret void
define void @k(ptr %launch, ptr %group) #0 {
  %x = call i32 @weft.local.id.0()
  %odd = trunc i32 %x to i1
  %ballot = call i64 @__weft_sub_group_ballot(i1 %odd)
  store i64 %ballot, ptr %group
  call void @weft.sub.group.barrier()
  %other = call i32 @__weft_sub_group_shuffle_uint(i32 %x, i32 3)
  store i32 %other, ptr %group
  ret void
}

attributes #0 = { "weft-kernel" "weft-sub-groups" "weft-sub-group-size"="4" }
