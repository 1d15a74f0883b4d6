; A loop along a row from its last element to its first is unrolled like one from the first to the last, though LLVM can't tell
; whether an index that is counted down wraps before it is extended.
; RUN: weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 %s | FileCheck %s
; RUN: weft-opt -weft-passes="unroll-contiguous-loops,coalesce-accesses" --cpu=x86-64-v4 %s | FileCheck %s --check-prefix=JOINED
; One of every other element stays as it is.
; RUN: sed 's/sub nsw i32 %last, %i/sub nsw i32 %last, %doubled/' %s | weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 \
; RUN:   | FileCheck %s --check-prefix=OTHER
; Neither flags nor the form of the difference matter where indices of 32 bits are trusted.
; RUN: sed 's/sub nsw i32 %last, %i/add i32 %last, %flipped/' %s | weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 | FileCheck %s
; RUN: sed 's/sub nsw i32 %last, %i/sub i32 %last, %i/; s/nsw i32 %first/i32 %first/' %s | weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 | FileCheck %s
; RUN: sed 's/sub nsw i32 %last, %i/sub i32 %last, %i/; s/"weft-kernel"/"weft-kernel" "weft-wide-indices"/' %s \
; RUN:   | weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 | FileCheck %s --check-prefix=OTHER
target triple = "spir64"
declare i32 @weft.local.id.0() memory(none)

; CHECK-LABEL: define void @down(
; CHECK-COUNT-17: load float
; CHECK-NOT: load float
; CHECK: ret void

; JOINED-LABEL: define void @down(
; JOINED: load <16 x float>
; JOINED: store <16 x float>
; JOINED-NOT: store
; JOINED: ret void

; OTHER-LABEL: define void @down(
; OTHER-COUNT-2: load float
; OTHER-NOT: load float
; OTHER: ret void
define void @down(ptr %launch, ptr %group, ptr addrspace(1) %rows, i32 %last) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  br label %row

row:
  %i = phi i32 [ 0, %entry ], [ %next, %row ]
  %doubled = shl nuw nsw i32 %i, 1
  %flipped = xor i32 %i, -1
  %first = mul nsw i32 %id, %last
  %from.end = sub nsw i32 %last, %i
  %counted = add nsw i32 %first, %from.end
  %place = sext i32 %counted to i64
  %p = getelementptr float, ptr addrspace(1) %rows, i64 %place
  %own = load float, ptr addrspace(1) %p, align 4
  %index = add nsw i32 %counted, 1
  %place.before = sext i32 %index to i64
  %q = getelementptr float, ptr addrspace(1) %rows, i64 %place.before
  %before = load float, ptr addrspace(1) %q, align 4
  %sum = fsub float %own, %before
  store float %sum, ptr addrspace(1) %p, align 4
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 16
  br i1 %again, label %row, label %end

end:
  ret void
}
