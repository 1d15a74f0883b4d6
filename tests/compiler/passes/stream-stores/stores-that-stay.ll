; Stores go through the caches where they don't fill lines, where their data is used again soon, or where others may ask
; for it while the kernel runs. Each kernel differs in one thing from one whose store goes past the caches, as in
; full-lines.ll.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="stream-stores<128>" %t/longer-lines.ll | FileCheck %t/longer-lines.ll
; RUN: weft-opt -weft-passes="stream-stores<64>" %t/buffer-is-read.ll | FileCheck %t/buffer-is-read.ll
; RUN: weft-opt -weft-passes="stream-stores<64>" %t/masked-read.ll | FileCheck %t/masked-read.ll
; RUN: weft-opt -weft-passes="stream-stores<64>" %t/loop.ll | FileCheck %t/loop.ll
; RUN: weft-opt -weft-passes="stream-stores<64>" %t/rows.ll | FileCheck %t/rows.ll
; RUN: weft-opt -weft-passes="stream-stores<64>" %t/fence.ll | FileCheck %t/fence.ll
; RUN: weft-opt -weft-passes="stream-stores<64>" %t/atomic-update.ll | FileCheck %t/atomic-update.ll
; RUN: weft-opt -weft-passes="stream-stores<64>" %t/enqueued-kernel.ll | FileCheck %t/enqueued-kernel.ll

;--- longer-lines.ll
; Where a cache line has 128 bytes, a packet of 16 lanes fills half of one.
; CHECK-LABEL: define void @stays_for_longer_lines(
; CHECK-NOT: !nontemporal
; CHECK: store <16 x float> %value, ptr addrspace(1) %at, align 64{{$}}
; CHECK-NOT: !nontemporal
; CHECK: ret void
; CHECK-NOT: "weft-streams"
target triple = "spir64"
define void @stays_for_longer_lines(ptr %launch, ptr %group) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="0,1,1" {
entry:
  %args = load ptr, ptr %launch
  %a = load ptr addrspace(1), ptr %args, !weft.buffer !1
  %second = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %second, !weft.buffer !2
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %x
  %at = getelementptr float, ptr addrspace(1) %b, i32 %x
  %value = load <16 x float>, ptr addrspace(1) %from
  store <16 x float> %value, ptr addrspace(1) %at
  %next = add i32 %x, 16
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %end, !weft.packet.loop !0

end:
  ret void
}
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}

;--- buffer-is-read.ll
; The lines of a buffer that the kernel reads as well are in the caches anyway.
; CHECK-LABEL: define void @stays_for_a_buffer_that_is_read(
; CHECK-NOT: !nontemporal
; CHECK: store <16 x float> %value, ptr addrspace(1) %at, align 64{{$}}
; CHECK-NOT: !nontemporal
; CHECK: ret void
; CHECK-NOT: "weft-streams"
target triple = "spir64"
define void @stays_for_a_buffer_that_is_read(ptr %launch, ptr %group) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="0,1,1" {
entry:
  %args = load ptr, ptr %launch
  %a = load ptr addrspace(1), ptr %args, !weft.buffer !1
  %second = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %second, !weft.buffer !2
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %x
  %at = getelementptr float, ptr addrspace(1) %b, i32 %x
  %value = load <16 x float>, ptr addrspace(1) %at
  store <16 x float> %value, ptr addrspace(1) %at
  %next = add i32 %x, 16
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %end, !weft.packet.loop !0

end:
  ret void
}
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}

;--- masked-read.ll
; So are they where the lanes of a mask read it.
; CHECK-LABEL: define void @stays_for_a_buffer_that_is_read_under_a_mask(
; CHECK-NOT: !nontemporal
; CHECK: store <16 x float> %value, ptr addrspace(1) %at, align 64{{$}}
; CHECK-NOT: !nontemporal
; CHECK: ret void
; CHECK-NOT: "weft-streams"
target triple = "spir64"
define void @stays_for_a_buffer_that_is_read_under_a_mask(ptr %launch, ptr %group) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="0,1,1" {
entry:
  %args = load ptr, ptr %launch
  %a = load ptr addrspace(1), ptr %args, !weft.buffer !1
  %second = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %second, !weft.buffer !2
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %x
  %at = getelementptr float, ptr addrspace(1) %b, i32 %x
  %value = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %at, <16 x i1> splat (i1 true), <16 x float> poison)
  store <16 x float> %value, ptr addrspace(1) %at
  %next = add i32 %x, 16
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %end, !weft.packet.loop !0

end:
  ret void
}
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}

;--- loop.ll
; A loop that isn't that of packets may store to the same lines again and again.
; CHECK-LABEL: define void @stays_in_a_loop(
; CHECK-NOT: !nontemporal
; CHECK: store <16 x float> %value, ptr addrspace(1) %at, align 64{{$}}
; CHECK-NOT: !nontemporal
; CHECK: ret void
; CHECK-NOT: "weft-streams"
target triple = "spir64"
define void @stays_in_a_loop(ptr %launch, ptr %group) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="0,1,1" {
entry:
  %args = load ptr, ptr %launch
  %a = load ptr addrspace(1), ptr %args, !weft.buffer !1
  %second = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %second, !weft.buffer !2
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %x
  %at = getelementptr float, ptr addrspace(1) %b, i32 %x
  %value = load <16 x float>, ptr addrspace(1) %from
  store <16 x float> %value, ptr addrspace(1) %at
  %next = add i32 %x, 16
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %end

end:
  ret void
}
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}

;--- rows.ll
; A group that has several rows stores pieces that lie apart.
; CHECK-LABEL: define void @stays_for_several_rows(
; CHECK-NOT: !nontemporal
; CHECK: store <16 x float> %value, ptr addrspace(1) %at, align 64{{$}}
; CHECK-NOT: !nontemporal
; CHECK: ret void
; CHECK-NOT: "weft-streams"
target triple = "spir64"
define void @stays_for_several_rows(ptr %launch, ptr %group) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="16,16,1" {
entry:
  %args = load ptr, ptr %launch
  %a = load ptr addrspace(1), ptr %args, !weft.buffer !1
  %second = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %second, !weft.buffer !2
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %x
  %at = getelementptr float, ptr addrspace(1) %b, i32 %x
  %value = load <16 x float>, ptr addrspace(1) %from
  store <16 x float> %value, ptr addrspace(1) %at
  %next = add i32 %x, 16
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %end, !weft.packet.loop !0

end:
  ret void
}
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}

;--- fence.ll
; A fence may tell other groups that the stored data is there.
; CHECK-LABEL: define void @stays_for_a_fence(
; CHECK-NOT: !nontemporal
; CHECK: store <16 x float> %value, ptr addrspace(1) %at, align 64{{$}}
; CHECK-NOT: !nontemporal
; CHECK: ret void
; CHECK-NOT: "weft-streams"
target triple = "spir64"
define void @stays_for_a_fence(ptr %launch, ptr %group) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="0,1,1" {
entry:
  %args = load ptr, ptr %launch
  %a = load ptr addrspace(1), ptr %args, !weft.buffer !1
  %second = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %second, !weft.buffer !2
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %x
  %at = getelementptr float, ptr addrspace(1) %b, i32 %x
  %value = load <16 x float>, ptr addrspace(1) %from
  store <16 x float> %value, ptr addrspace(1) %at
  fence seq_cst
  %next = add i32 %x, 16
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %end, !weft.packet.loop !0

end:
  ret void
}
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}

;--- atomic-update.ll
; So may an atomic update of memory that groups share.
; CHECK-LABEL: define void @stays_for_an_atomic_update(
; CHECK-NOT: !nontemporal
; CHECK: store <16 x float> %value, ptr addrspace(1) %at, align 64{{$}}
; CHECK-NOT: !nontemporal
; CHECK: ret void
; CHECK-NOT: "weft-streams"
target triple = "spir64"
define void @stays_for_an_atomic_update(ptr %launch, ptr %group) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="0,1,1" {
entry:
  %args = load ptr, ptr %launch
  %a = load ptr addrspace(1), ptr %args, !weft.buffer !1
  %second = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %second, !weft.buffer !2
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %x
  %at = getelementptr float, ptr addrspace(1) %b, i32 %x
  %value = load <16 x float>, ptr addrspace(1) %from
  store <16 x float> %value, ptr addrspace(1) %at
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 seq_cst
  %next = add i32 %x, 16
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %end, !weft.packet.loop !0

end:
  ret void
}
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}

;--- enqueued-kernel.ll
; A kernel that this one enqueues may read the stored data.
; CHECK-LABEL: define void @stays_for_a_kernel_that_is_enqueued(
; CHECK-NOT: !nontemporal
; CHECK: store <16 x float> %value, ptr addrspace(1) %at, align 64{{$}}
; CHECK-NOT: !nontemporal
; CHECK: ret void
; CHECK-NOT: "weft-streams"
target triple = "spir64"
declare i32 @__weft_enqueue_kernel(i32)
define void @stays_for_a_kernel_that_is_enqueued(ptr %launch, ptr %group) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="0,1,1" {
entry:
  %args = load ptr, ptr %launch
  %a = load ptr addrspace(1), ptr %args, !weft.buffer !1
  %second = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %second, !weft.buffer !2
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %x
  %at = getelementptr float, ptr addrspace(1) %b, i32 %x
  %value = load <16 x float>, ptr addrspace(1) %from
  store <16 x float> %value, ptr addrspace(1) %at
  %event = call i32 @__weft_enqueue_kernel(i32 0)
  %next = add i32 %x, 16
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %end, !weft.packet.loop !0

end:
  ret void
}
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}
