; Where ids may need more than 31 bits, the sum is made in 64.
; RUN: weft-opt -weft-passes="lower-work-item-functions" %s | FileCheck %s

declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: define i64 @k(
; CHECK: %[[BASE:.*]] = add nuw i64
; CHECK: %[[LOCAL:.*]] = call i32 @weft.local.id.1()
; CHECK: %[[WIDE:.*]] = zext nneg i32 %[[LOCAL]] to i64
; CHECK: %[[ID:.*]] = add nuw i64 %[[BASE]], %[[WIDE]]
; CHECK: ret i64 %[[ID]]
define i64 @k(ptr %launch, ptr %group) #0 {
  %id = call spir_func i64 @_Z13get_global_idj(i32 1)
  ret i64 %id
}

attributes #0 = { "weft-kernel" "weft-wide-indices" }
