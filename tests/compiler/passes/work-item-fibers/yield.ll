; What gives way calls the work-item's function for it.
; RUN: weft-opt -weft-passes="work-item-fibers" %s | FileCheck %s

declare void @weft.yield()

; CHECK-LABEL: define void @k(ptr %launch, ptr %group, ptr {{.*}}%item)
; CHECK: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %item, i64 48
; CHECK: %[[FUNCTION:.*]] = load ptr, ptr %[[SLOT]]
; CHECK: call void %[[FUNCTION]](ptr %item)
; CHECK-NEXT: ret void
; CHECK-NOT: weft-observes-groups
define void @k(ptr %launch, ptr %group) #0 {
  call void @weft.yield()
  ret void
}

attributes #0 = { "weft-kernel" "weft-needs-fibers" }
