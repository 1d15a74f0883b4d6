; A global id is a base that the group shares, made in the entry block, plus the local id, in 31 bits that don't wrap.
; RUN: weft-opt -weft-passes="lower-work-item-functions" %s | FileCheck %s

declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: define i64 @k(
; CHECK: entry:
; CHECK-DAG: %[[GROUP:.*]] = load i64, ptr %group, {{.*}}!invariant.load
; CHECK-DAG: %[[SIZE_SLOT:.*]] = getelementptr inbounds i8, ptr %launch, i64 56
; CHECK-DAG: %[[SIZE:.*]] = load i64, ptr %[[SIZE_SLOT]]
; CHECK: %[[FIRST:.*]] = mul nuw nsw i64 %[[GROUP]], %[[SIZE]]
; CHECK: %[[OFFSET_SLOT:.*]] = getelementptr inbounds i8, ptr %launch, i64 8
; CHECK: %[[OFFSET:.*]] = load i64, ptr %[[OFFSET_SLOT]]
; CHECK: %[[WIDE:.*]] = add nuw nsw i64 %[[FIRST]], %[[OFFSET]]
; CHECK: %[[BASE:.*]] = trunc i64 %[[WIDE]] to i32
; CHECK: later:
; CHECK: %[[LOCAL:.*]] = call i32 @weft.local.id.0()
; CHECK: %[[ID:.*]] = add nuw nsw i32 %[[BASE]], %[[LOCAL]]
; CHECK: %[[RESULT:.*]] = zext nneg i32 %[[ID]] to i64
; CHECK: ret i64 %[[RESULT]]
define i64 @k(ptr %launch, ptr %group) #0 {
entry:
  br label %later
later:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  ret i64 %id
}

attributes #0 = { "weft-kernel" }
; CHECK-NOT: weft-observes-groups
