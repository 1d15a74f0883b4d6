; A load from one of two places, by a condition that varies between lanes, becomes a load in each way of a branch. Not
; where all lanes choose alike, where the places behind an address aren't evenly apart, nor of bytes, which x86-64-v3 has
; no masked loads of.
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes=speculate-selects %s | FileCheck %s
; RUN: sed 's/icmp sgt i32 %v, 0/icmp sgt i32 %n, 0/' %s | weft-opt --cpu=x86-64-v3 -weft-passes=speculate-selects | FileCheck %s --check-prefix=AS-IT-WAS
; RUN: sed 's/%from, i32 %id/%from, i32 %v/' %s | weft-opt --cpu=x86-64-v3 -weft-passes=speculate-selects | FileCheck %s --check-prefix=AS-IT-WAS
; RUN: sed 's/float/i8/g' %s | weft-opt --cpu=x86-64-v3 -weft-passes=speculate-selects | FileCheck %s --check-prefix=AS-IT-WAS
target triple = "spir64"
declare i32 @weft.local.id.0() memory(none)

; CHECK-LABEL: define void @k(
; CHECK: br i1 %c, label %[[FIRST:.*]], label %[[SECOND:.*]]
; CHECK: [[FIRST]]:
; CHECK: %[[AT:.*]] = getelementptr float, ptr addrspace(1) %a, i32 %id
; CHECK: %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %[[AT]], i64 4
; CHECK: %[[X:.*]] = load float, ptr addrspace(1) %[[NEXT]], align 4, !tbaa
; CHECK: [[SECOND]]:
; CHECK: getelementptr float, ptr addrspace(1) %b, i32 %id
; CHECK: %[[Y:.*]] = load float, ptr addrspace(1)
; CHECK: phi float [ %[[X]], %[[FIRST]] ], [ %[[Y]], %[[SECOND]] ]
; CHECK-NOT: load float
; AS-IT-WAS-LABEL: define void @k(
; AS-IT-WAS-NOT: br
; AS-IT-WAS: ret void
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %m, ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i32 %n) "weft-kernel" "weft-schedule"="width=8" {
  %id = call i32 @weft.local.id.0()
  %at = getelementptr i32, ptr addrspace(1) %m, i32 %id
  %v = load i32, ptr addrspace(1) %at
  %c = icmp sgt i32 %v, 0
  %from = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
  %place = getelementptr float, ptr addrspace(1) %from, i32 %id
  %next = getelementptr i8, ptr addrspace(1) %place, i64 4
  %x = load float, ptr addrspace(1) %next, align 4, !tbaa !0
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %x, ptr addrspace(1) %to
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"float", !2, i64 0}
!2 = !{!"all"}
