; Of two widths, usual and widest, a kernel has the widest if it mostly computes, with numbers of 32 bits, in one
; dimension, and in rows of whole packets. It has none wider than its rows if these are known to be short.
; widths-of-planes.ll has kernels of two dimensions.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/computes.ll | FileCheck %t/computes.ll
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/whole-packets.ll | FileCheck %t/whole-packets.ll
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/part-of-a-packet.ll | FileCheck %t/part-of-a-packet.ll
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/short-rows.ll | FileCheck %t/short-rows.ll
; RUN: weft-opt -weft-passes="packetise<8..16;if-quicker>" -pass-remarks-missed=packetise %t/one-work-item.ll 2>&1 \
; RUN:   | FileCheck %t/one-work-item.ll
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/numbers-of-64-bits.ll | FileCheck %t/numbers-of-64-bits.ll
; RUN: weft-opt -weft-passes="packetise<8>" %t/one-width.ll | FileCheck %t/one-width.ll
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/loads-in-a-loop.ll | FileCheck %t/loads-in-a-loop.ll

;--- computes.ll
; Nine multiplications and additions for one load and one store are computing for the most part.
; CHECK-LABEL: define void @computes(
; CHECK: attributes #{{.*}} "weft-packet-width"="16"
declare i32 @weft.local.id.0() memory(none)
define void @computes(ptr addrspace(1) %a, float %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = load float, ptr addrspace(1) %p
  br label %again
again:
  %step = phi i32 [ 0, %entry ], [ %next, %again ]
  %x = phi float [ %v, %entry ], [ %sum, %again ]
  %square = fmul float %x, %x
  %sum = fadd float %square, %n
  %next = add i32 %step, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %again
end:
  store float %sum, ptr addrspace(1) %p
  ret void
}

;--- whole-packets.ll
; Rows of 64 work-items are four packets of the widest.
; CHECK-LABEL: define void @rows_of_whole_packets(
; CHECK: attributes #{{.*}} "weft-packet-width"="16"
declare i32 @weft.local.id.0() memory(none)
define void @rows_of_whole_packets(ptr addrspace(1) %a, float %n) "weft-kernel" "weft-local-size"="64,4,1" {
entry:
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = load float, ptr addrspace(1) %p
  br label %again
again:
  %step = phi i32 [ 0, %entry ], [ %next, %again ]
  %x = phi float [ %v, %entry ], [ %sum, %again ]
  %square = fmul float %x, %x
  %sum = fadd float %square, %n
  %next = add i32 %step, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %again
end:
  store float %sum, ptr addrspace(1) %p
  ret void
}

;--- part-of-a-packet.ll
; Rows of 24 work-items are three packets of the usual width, but one and a half of the widest.
; CHECK-LABEL: define void @rows_with_part_of_a_packet(
; CHECK: attributes #{{.*}} "weft-packet-width"="8"
declare i32 @weft.local.id.0() memory(none)
define void @rows_with_part_of_a_packet(ptr addrspace(1) %a, float %n) "weft-kernel" "weft-local-size"="24,4,1" {
entry:
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = load float, ptr addrspace(1) %p
  br label %again
again:
  %step = phi i32 [ 0, %entry ], [ %next, %again ]
  %x = phi float [ %v, %entry ], [ %sum, %again ]
  %square = fmul float %x, %x
  %sum = fadd float %square, %n
  %next = add i32 %step, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %again
end:
  store float %sum, ptr addrspace(1) %p
  ret void
}

;--- short-rows.ll
; Rows of three work-items have packets of four, the next power of two.
; CHECK-LABEL: define void @rows_shorter_than_a_packet(
; CHECK: attributes #{{.*}} "weft-packet-width"="4"
declare i32 @weft.local.id.0() memory(none)
define void @rows_shorter_than_a_packet(ptr addrspace(1) %a, float %n) "weft-kernel" "weft-local-size"="3,3,1" {
entry:
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = load float, ptr addrspace(1) %p
  br label %again
again:
  %step = phi i32 [ 0, %entry ], [ %next, %again ]
  %x = phi float [ %v, %entry ], [ %sum, %again ]
  %square = fmul float %x, %x
  %sum = fadd float %square, %n
  %next = add i32 %step, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %again
end:
  store float %sum, ptr addrspace(1) %p
  ret void
}

;--- one-work-item.ll
; Rows of one work-item have no packets.
; CHECK: remark: {{.*}}not on packets: its groups have few work-items
; CHECK-LABEL: define void @rows_of_one_work_item(
; CHECK-NOT: weft-packet-width
declare i32 @weft.local.id.0() memory(none)
define void @rows_of_one_work_item(ptr addrspace(1) %a, float %n) "weft-kernel" "weft-local-size"="1,3,1" {
entry:
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = load float, ptr addrspace(1) %p
  br label %again
again:
  %step = phi i32 [ 0, %entry ], [ %next, %again ]
  %x = phi float [ %v, %entry ], [ %sum, %again ]
  %square = fmul float %x, %x
  %sum = fadd float %square, %n
  %next = add i32 %step, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %again
end:
  store float %sum, ptr addrspace(1) %p
  ret void
}

;--- numbers-of-64-bits.ll
; Numbers of 64 bits fill two registers at the usual width already.
; CHECK-LABEL: define void @numbers_of_64_bits(
; CHECK: attributes #{{.*}} "weft-packet-width"="8"
declare i32 @weft.local.id.0() memory(none)
define void @numbers_of_64_bits(ptr addrspace(1) %a, double %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr double, ptr addrspace(1) %a, i64 %i
  %v = load double, ptr addrspace(1) %p
  br label %again
again:
  %step = phi i32 [ 0, %entry ], [ %next, %again ]
  %x = phi double [ %v, %entry ], [ %sum, %again ]
  %square = fmul double %x, %x
  %sum = fadd double %square, %n
  %next = add i32 %step, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %again
end:
  store double %sum, ptr addrspace(1) %p
  ret void
}

;--- one-width.ll
; Where the pass is told one width, there is none that is wider.
; CHECK-LABEL: define void @one_width(
; CHECK: attributes #{{.*}} "weft-packet-width"="8"
declare i32 @weft.local.id.0() memory(none)
define void @one_width(ptr addrspace(1) %a, float %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = load float, ptr addrspace(1) %p
  br label %again
again:
  %step = phi i32 [ 0, %entry ], [ %next, %again ]
  %x = phi float [ %v, %entry ], [ %sum, %again ]
  %square = fmul float %x, %x
  %sum = fadd float %square, %n
  %next = add i32 %step, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %again
end:
  store float %sum, ptr addrspace(1) %p
  ret void
}

;--- loads-in-a-loop.ll
; A loop that loads is bound by memory, for which more lanes gain nothing.
; CHECK-LABEL: define void @loads_in_a_loop(
; CHECK: attributes #{{.*}} "weft-packet-width"="8"
declare i32 @weft.local.id.0() memory(none)
define void @loads_in_a_loop(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  br label %again
again:
  %step = phi i32 [ 0, %entry ], [ %next, %again ]
  %x = phi float [ 0.0, %entry ], [ %sum, %again ]
  %q = getelementptr float, ptr addrspace(1) %b, i32 %step
  %v = load float, ptr addrspace(1) %q
  %square = fmul float %x, %x
  %sum = fadd float %square, %v
  %next = add i32 %step, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %again
end:
  store float %sum, ptr addrspace(1) %p
  ret void
}
