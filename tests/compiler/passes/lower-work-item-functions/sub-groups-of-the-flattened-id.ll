; Sub-groups are consecutive in the flattened local id, which weft.local.id.0 is; the last has what is left.
; RUN: weft-opt -weft-passes="lower-work-item-functions" %s | FileCheck %s

declare spir_func i32 @_Z18get_sub_group_sizev()
declare spir_func i32 @_Z22get_max_sub_group_sizev()
declare spir_func i32 @_Z18get_num_sub_groupsv()
declare spir_func i32 @_Z16get_sub_group_idv()
declare spir_func i32 @_Z22get_sub_group_local_idv()
declare spir_func void @_Z17sub_group_barrierj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)

; CHECK-LABEL: define void @k(
; CHECK: %[[UP:.*]] = add nuw nsw i32 %{{.*}}, 7
; CHECK: %num.sub.groups = lshr i32 %[[UP]], 3
; CHECK: %[[ID:.*]] = call i32 @weft.sub.group.id()
; CHECK: %[[BEFORE:.*]] = mul nuw nsw i32 %[[ID]], 8
; CHECK: %[[LEFT:.*]] = sub nuw nsw i32 %items, %[[BEFORE]]
; CHECK: %[[SIZE:.*]] = call i32 @llvm.umin.i32(i32 %[[LEFT]], i32 8)
; CHECK: store i32 %[[SIZE]], ptr addrspace(1) %p
; CHECK: store i32 8, ptr addrspace(1) %p
; CHECK: store i32 %num.sub.groups, ptr addrspace(1) %p
; CHECK: %[[GROUP:.*]] = call i32 @weft.sub.group.id()
; CHECK: store i32 %[[GROUP]], ptr addrspace(1) %p
; CHECK: %[[LANE:.*]] = call i32 @weft.lane.id()
; CHECK: store i32 %[[LANE]], ptr addrspace(1) %p
; CHECK: call void @weft.sub.group.barrier()
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p) #0 {
  %size = call spir_func i32 @_Z18get_sub_group_sizev()
  store i32 %size, ptr addrspace(1) %p
  %max = call spir_func i32 @_Z22get_max_sub_group_sizev()
  store i32 %max, ptr addrspace(1) %p
  %count = call spir_func i32 @_Z18get_num_sub_groupsv()
  store i32 %count, ptr addrspace(1) %p
  %id = call spir_func i32 @_Z16get_sub_group_idv()
  store i32 %id, ptr addrspace(1) %p
  %local = call spir_func i32 @_Z22get_sub_group_local_idv()
  store i32 %local, ptr addrspace(1) %p
  call spir_func void @_Z17sub_group_barrierj(i32 1)
  ret void
}

attributes #0 = { "weft-kernel" "weft-sub-groups" "weft-sub-group-size"="8" }
