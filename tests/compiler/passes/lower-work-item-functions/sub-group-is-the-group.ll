; A sub-group is a work-group: one of it, as large as the group, numbered by the linear local id.
; RUN: weft-opt -weft-passes="lower-work-item-functions" %s | FileCheck %s

declare spir_func i32 @_Z18get_sub_group_sizev()
declare spir_func i32 @_Z18get_num_sub_groupsv()
declare spir_func i32 @_Z16get_sub_group_idv()
declare spir_func i32 @_Z22get_sub_group_local_idv()

; CHECK-LABEL: define void @k(
; CHECK-DAG: %local.size.0 = load i64
; CHECK-DAG: %local.size.1 = load i64
; CHECK-DAG: %local.size.2 = load i64
; CHECK: %[[PLANE:.*]] = mul nuw nsw i64 %local.size.0, %local.size.1
; CHECK: %[[ITEMS:.*]] = mul nuw nsw i64 %[[PLANE]], %local.size.2
; CHECK: %[[SIZE:.*]] = trunc i64 %[[ITEMS]] to i32
; CHECK: store i32 %[[SIZE]], ptr addrspace(1) %p
; CHECK: store i32 1, ptr addrspace(1) %p
; CHECK: store i32 0, ptr addrspace(1) %p
; CHECK-DAG: call i32 @weft.local.id.2()
; CHECK-DAG: call i32 @weft.local.id.1()
; CHECK-DAG: call i32 @weft.local.id.0()
; CHECK: %[[LINEAR:.*]] = trunc i64 %{{.*}} to i32
; CHECK: store i32 %[[LINEAR]], ptr addrspace(1) %p
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p) #0 {
  %size = call spir_func i32 @_Z18get_sub_group_sizev()
  store i32 %size, ptr addrspace(1) %p
  %count = call spir_func i32 @_Z18get_num_sub_groupsv()
  store i32 %count, ptr addrspace(1) %p
  %id = call spir_func i32 @_Z16get_sub_group_idv()
  store i32 %id, ptr addrspace(1) %p
  %local = call spir_func i32 @_Z22get_sub_group_local_idv()
  store i32 %local, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" }
