; Each region becomes a function; a variable of one region moves there, one of several regions is handed over.
; RUN: weft-opt -weft-passes="outline-long-code<1;2000>" %s | FileCheck %s

; CHECK-LABEL: define void @k(ptr %launch, ptr %group)
; CHECK: %kept = alloca i32
; CHECK-NOT: %own = alloca
; CHECK: call void @k.region.0({{.*}}ptr %kept{{.*}})
; CHECK: %[[AGAIN:.*]] = call i1 @k.region.1({{.*}}ptr %kept{{.*}})
; CHECK: br i1 %[[AGAIN]]
; CHECK: ret void
define void @k(ptr %launch, ptr %group) "weft-kernel" {
entry:
  %kept = alloca i32
  %own = alloca [4 x i32]
  %size = load i32, ptr %group
  br label %region.0

region.0:
  br label %first, !weft.region.start !0

first:
  %i = phi i32 [ 0, %region.0 ], [ %i.next, %first ]
  %place = getelementptr i32, ptr %own, i32 %i
  store i32 %i, ptr %place
  store i32 %i, ptr %kept
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, %size
  br i1 %i.more, label %first, label %region.1

region.1:
  br label %second, !weft.region.start !0

second:
  %j = phi i32 [ 0, %region.1 ], [ %j.next, %second ]
  %value = load i32, ptr %kept
  %j.next = add i32 %j, %value
  %j.more = icmp ult i32 %j.next, %size
  br i1 %j.more, label %second, label %second.end

second.end:
  %again = icmp eq i32 %j.next, 7
  br i1 %again, label %region.0, label %end

end:
  ret void
}

; CHECK-LABEL: define internal void @k.region.0(
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]]
; CHECK: %[[OWN:.*]] = alloca [4 x i32]
; CHECK: getelementptr i32, ptr %[[OWN]]
; CHECK-LABEL: define internal i1 @k.region.1(
; CHECK: attributes #[[ATTRIBUTES]] = {{.*}}noinline

!0 = !{}
