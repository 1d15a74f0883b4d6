; A loop that writes a row of each work-item is unrolled by a cache line, as one that reads a row. One that goes through the
; members of a struct is unrolled whole, but not one that takes some elements of neighbours as well.
; RUN: weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 %s | FileCheck %s
; RUN: weft-opt -weft-passes="unroll-contiguous-loops,coalesce-accesses" --cpu=x86-64-v4 %s | FileCheck %s --check-prefix=JOINED
; RUN: sed 's/%next.member, 3/%next.member, 5/' %s | weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 | FileCheck %s --check-prefix=LONG
target triple = "spir64"
declare i32 @weft.local.id.0() memory(none)

; CHECK-LABEL: define void @k(
; CHECK-COUNT-16: store i32 %{{.*}}, ptr addrspace(1)
; CHECK-NOT: store i32
; CHECK: members:
; CHECK-NOT: phi
; CHECK-COUNT-3: store float %{{.*}}, ptr addrspace(1)
; CHECK-NOT: store float
; CHECK: ret void

; JOINED-LABEL: define void @k(
; JOINED: store <16 x i32> %{{.*}}, ptr addrspace(1)
; JOINED-NOT: store i32
; JOINED: ret void

; LONG-LABEL: define void @k(
; LONG: members:
; LONG: phi
; LONG-COUNT-1: store float %{{.*}}, ptr addrspace(1)
; LONG-NOT: store float
; LONG: ret void
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %rows, ptr addrspace(1) %structs) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = shl nsw i32 %id, 4
  br label %row

row:
  %i = phi i32 [ 0, %entry ], [ %next, %row ]
  %state = phi i32 [ %id, %entry ], [ %more, %row ]
  %more = mul i32 %state, 1664525
  %index = add nsw i32 %first, %i
  %place = sext i32 %index to i64
  %p = getelementptr i32, ptr addrspace(1) %rows, i64 %place
  store i32 %more, ptr addrspace(1) %p, align 4
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 16
  br i1 %again, label %row, label %between

between:
  %first.member = mul nsw i32 %id, 3
  br label %members

members:
  %member = phi i32 [ 0, %between ], [ %next.member, %members ]
  %index.member = add nsw i32 %first.member, %member
  %value = uitofp i32 %index.member to float
  %place.member = sext i32 %index.member to i64
  %q = getelementptr float, ptr addrspace(1) %structs, i64 %place.member
  store float %value, ptr addrspace(1) %q, align 4
  %next.member = add nuw nsw i32 %member, 1
  %again.member = icmp ult i32 %next.member, 3
  br i1 %again.member, label %members, label %end

end:
  ret void
}
