; A group's builtins: a marked barrier and a test for the first work-item, memory in the group's scratch.
; RUN: weft-opt -weft-passes="lower-work-item-functions" %s | FileCheck %s

declare spir_func zeroext i1 @__weft_begin_once()
declare spir_func ptr addrspace(3) @__weft_group_values(i32)
declare spir_func ptr addrspace(3) @__weft_group_result()

; CHECK-LABEL: define void @k(
; CHECK: %[[ROUNDED:.*]] = and i64 %{{.*}}, -16
; CHECK: %[[BEFORE:.*]] = mul nuw nsw i64 %[[ROUNDED]], 8
; CHECK: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 %[[BEFORE]]
; CHECK: %[[VALUES:.*]] = addrspacecast ptr %[[SLOT]] to ptr addrspace(3)
; CHECK: mul nuw nsw i64 %{{.*}}, 14
; CHECK: store i32 7, ptr addrspace(3) %[[VALUES]]
; CHECK: call void @weft.barrier() #[[ONCE:[0-9]+]]
; CHECK: %[[FIRST:.*]] = icmp eq i32 %{{.*}}, 0
; CHECK: br i1 %[[FIRST]], label %once, label %end
; CHECK-DAG: "weft-scratch-bytes"="15"
; CHECK-DAG: attributes #[[ONCE]] = { "weft-single" }
define void @k(ptr %launch, ptr %group) #0 {
  %values = call spir_func ptr addrspace(3) @__weft_group_values(i32 4)
  %result = call spir_func ptr addrspace(3) @__weft_group_result()
  store i32 7, ptr addrspace(3) %values
  %first = call spir_func zeroext i1 @__weft_begin_once()
  br i1 %first, label %once, label %end
once:
  store i32 8, ptr addrspace(3) %result
  br label %end
end:
  ret void
}

attributes #0 = { "weft-kernel" }
