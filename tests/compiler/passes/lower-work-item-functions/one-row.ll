; A kernel that asks for dimension 0 alone, and can't tell how the range was cut into groups, is for groups of one row.
; RUN: weft-opt -weft-passes="lower-work-item-functions" %s | FileCheck %s
; RUN: sed 's/(i32 0)/(i32 1)/' %s | weft-opt -weft-passes="lower-work-item-functions" | FileCheck %s --check-prefix=ANY
; RUN: sed 's/_Z13get_global_idj/_Z12get_local_idj/' %s | weft-opt -weft-passes="lower-work-item-functions" | FileCheck %s --check-prefix=ANY
; RUN: sed 's/_Z13get_global_idj/_Z20get_global_linear_idv/; s/(i32)/()/; s/(i32 0)/()/' %s | weft-opt -weft-passes="lower-work-item-functions" | FileCheck %s --check-prefix=ANY
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-checks"="memory"/' %s | weft-opt -weft-passes="lower-work-item-functions" | FileCheck %s --check-prefix=ANY

; CHECK: attributes #0 = {{.*}}"weft-local-size"="0,1,1"
; ANY-NOT: weft-local-size
define i64 @k(ptr %launch, ptr %group) #0 {
entry:
  br label %later
later:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  ret i64 %id
}

declare spir_func i64 @_Z13get_global_idj(i32)

attributes #0 = { "weft-kernel" }
