; The kernel takes a WeftItem: ids are read from it, a barrier calls its function.
; RUN: weft-opt -weft-passes="work-item-fibers" %s | FileCheck %s

declare i32 @weft.local.id.1()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(ptr %launch, ptr %group, ptr {{.*}}dereferenceable(64) %item)
; CHECK: %[[ID_SLOT:.*]] = getelementptr inbounds i8, ptr %item, i64 8
; CHECK: %[[WIDE:.*]] = load i64, ptr %[[ID_SLOT]]
; CHECK: %[[ID:.*]] = trunc i64 %[[WIDE]] to i32
; CHECK: %[[FUNCTION_SLOT:.*]] = getelementptr inbounds i8, ptr %item, i64 32
; CHECK: %[[FUNCTION:.*]] = load ptr, ptr %[[FUNCTION_SLOT]]
; CHECK: call void %[[FUNCTION]](ptr %item)
; CHECK: store i32 %[[ID]], ptr %group
define void @k(ptr %launch, ptr %group) #0 {
  %id = call i32 @weft.local.id.1()
  call void @weft.barrier()
  store i32 %id, ptr %group
  ret void
}

attributes #0 = { "weft-kernel" }
