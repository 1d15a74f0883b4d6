; Dimensions above 2 give 0 for ids and 1 for sizes, whether known at compile time or only at run time.
; RUN: weft-opt -weft-passes="lower-work-item-functions" %s | FileCheck %s

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)

; CHECK-LABEL: define void @k(
; CHECK: store i64 0, ptr addrspace(1) %p
; CHECK: store i64 1, ptr addrspace(1) %p
; CHECK: %[[X:.*]] = load i64, {{.*}}
; CHECK-COUNT-3: icmp eq i32 %d
; CHECK-NOT: icmp
; CHECK: ret void
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p, i32 %d) #0 {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 3)
  store i64 %id, ptr addrspace(1) %p
  %size = call spir_func i64 @_Z14get_local_sizej(i32 7)
  store i64 %size, ptr addrspace(1) %p
  %loaded = load i64, ptr addrspace(1) %p
  %sized = call spir_func i64 @_Z14get_local_sizej(i32 %d)
  store i64 %sized, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" }
; CHECK: "weft-observes-groups"
