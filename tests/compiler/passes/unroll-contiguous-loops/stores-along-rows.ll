; A loop that stores along a row what it makes of the elements that it loads there is left to LLVM, which makes vectors along
; the row. Not where a trip loads what the one before has stored, where rows are known to be short, or where a function has
; no vectors that LLVM knows.
; RUN: weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 %s | FileCheck %s
; RUN: sed 's/%dest = getelementptr i8, ptr addrspace(1) %out, i64 %wide/%dest = getelementptr i8, ptr addrspace(1) %at, i64 4/' %s \
; RUN:   | weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 | FileCheck %s --check-prefix=PACKETS
; RUN: sed 's/i32 %next, %n$/i32 %next, 8/' %s \
; RUN:   | weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 | FileCheck %s --check-prefix=PACKETS
; RUN: sed 's/_Z16convert_char_satf/_Z3fntf/' %s \
; RUN:   | weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 | FileCheck %s --check-prefix=PACKETS

; CHECK: "weft-schedule"="loops{{.*}}"
; PACKETS-NOT: "weft-schedule"="loops{{.*}}"
declare i32 @weft.local.id.0() memory(none)
declare i8 @_Z16convert_char_satf(float) memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %n
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %end

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nsw i32 %first, %i
  %wide = sext i32 %index to i64
  %at = getelementptr float, ptr addrspace(1) %in, i64 %wide
  %x = load float, ptr addrspace(1) %at, align 4
  %y = call i8 @_Z16convert_char_satf(float %x)
  %dest = getelementptr i8, ptr addrspace(1) %out, i64 %wide
  store i8 %y, ptr addrspace(1) %dest, align 1
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}
