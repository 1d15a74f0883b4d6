; A kernel that calls a function for sub-groups, or requires a size, works on packets that are sub-groups.
; RUN: weft-opt -weft-passes="choose-sub-groups<16>" %s | FileCheck %s
; RUN: sed 's/;REQUIRED//' %s | sed 's/call i64 @__weft/;/' | weft-opt -weft-passes="choose-sub-groups<16>" - | FileCheck --check-prefix=REQUIRED %s
; RUN: sed 's/call i64 @__weft/;/' %s | weft-opt -weft-passes="choose-sub-groups<16>" - | FileCheck --check-prefix=NEITHER %s
; RUN: sed 's/;REQUIRED//; s/i32 8/i32 7/' %s | not weft-opt -weft-passes="choose-sub-groups<16>" - 2>&1 | FileCheck --check-prefix=SEVEN %s

declare i64 @__weft_sub_group_ballot(i1)

; CHECK: define void @k() #[[K:[0-9]+]]
; CHECK: attributes #[[K]] = {{.*}}"weft-sub-group-size"="16" "weft-sub-groups"
; REQUIRED: define void @k() #[[K:[0-9]+]]
; REQUIRED: attributes #[[K]] = {{.*}}"weft-sub-group-size"="8" "weft-sub-groups"
; NEITHER: define void @k() #[[K:[0-9]+]]
; NEITHER: attributes #[[K]] = { "weft-kernel" "weft-sub-group-size"="16" }
; SEVEN: kernel 'k' requires sub-groups of 7 work-items
define void @k() "weft-kernel"
;REQUIRED !intel_reqd_sub_group_size !0
{
  call i64 @__weft_sub_group_ballot(i1 true)
  ret void
}
!0 = !{i32 8}
