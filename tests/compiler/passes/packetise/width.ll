; Of two widths, usual and widest, a kernel has the widest if it mostly computes, with numbers of 32 bits, in one
; dimension, in rows of whole packets, or where each launch can have long rows, which it can't where the kernel can tell
; how the range was cut, or ids are wide; and none wider than its rows if they are known to be short.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/computes.ll | FileCheck %s --check-prefix=WIDEST
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-local-size"="64,4,1"/' %t/computes.ll \
; RUN:   | weft-opt -weft-passes="packetise<8..16>" - | FileCheck %s --check-prefix=WIDEST
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-local-size"="24,4,1"/' %t/computes.ll \
; RUN:   | weft-opt -weft-passes="packetise<8..16>" - | FileCheck %s --check-prefix=USUAL
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-local-size"="3,3,1"/' %t/computes.ll \
; RUN:   | weft-opt -weft-passes="packetise<8..16>" - | FileCheck %s --check-prefix=NARROW
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-local-size"="1,3,1"/' %t/computes.ll \
; RUN:   | weft-opt -weft-passes="packetise<8..16;if-quicker>" -pass-remarks-missed=packetise - 2>&1 \
; RUN:   | FileCheck %s --check-prefix=NONE
; RUN: sed 's/float/double/g' %t/computes.ll | weft-opt -weft-passes="packetise<8..16>" - | FileCheck %s --check-prefix=USUAL
; RUN: weft-opt -weft-passes="packetise<8>" %t/computes.ll | FileCheck %s --check-prefix=USUAL
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/plane.ll | FileCheck %s --check-prefix=WIDEST
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-observes-groups"/' %t/plane.ll \
; RUN:   | weft-opt -weft-passes="packetise<8..16>" - | FileCheck %s --check-prefix=USUAL
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-wide-indices"/' %t/plane.ll \
; RUN:   | weft-opt -weft-passes="packetise<8..16>" - | FileCheck %s --check-prefix=USUAL
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/loads.ll | FileCheck %s --check-prefix=USUAL
; WIDEST: "weft-packet-width"="16"
; USUAL: "weft-packet-width"="8"
; NARROW: "weft-packet-width"="4"
; NONE: remark: {{.*}}not on packets: its groups have few work-items
; NONE-NOT: weft-packet-width

;--- computes.ll
declare i32 @weft.local.id.0() memory(none)
define void @k(ptr addrspace(1) %a, float %n) "weft-kernel" {
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

;--- plane.ll
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)
define void @k(ptr addrspace(1) %a, float %n) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %row = call i32 @weft.local.id.1()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = uitofp i32 %row to float
  %a.1 = fadd float %v, %n
  %a.2 = fmul float %a.1, %v
  %a.3 = fadd float %a.2, %n
  %a.4 = fmul float %a.3, %v
  store float %a.4, ptr addrspace(1) %p
  ret void
}

;--- loads.ll
declare i32 @weft.local.id.0() memory(none)
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
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
