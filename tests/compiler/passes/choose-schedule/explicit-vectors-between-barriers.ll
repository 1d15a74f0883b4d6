; A loop between two barriers counts: what it carries stays in registers for all its trips. A work-item by itself goes down
; a column in few trips there, so that its lines stay near.
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes=choose-schedule\<8\> -pass-remarks-missed=packetise %s 2>&1 | FileCheck %s
; With the barriers in the loop's place, it is a column of a whole matrix: a line for each trip.
; RUN: grep -v 'call void @weft.barrier' %s \
; RUN:   | weft-opt --cpu=x86-64-v3 -weft-passes=choose-schedule\<8\> | FileCheck %s --check-prefix=PACKETS
; No lanes that differ in their column's place, no column.
; RUN: grep -v 'call void @weft.barrier' %s | sed 's/add i64 %row, %wide/add i64 %row, 0/' \
; RUN:   | weft-opt --cpu=x86-64-v3 -weft-passes=choose-schedule\<8\> -pass-remarks-missed=packetise 2>&1 | FileCheck %s
; Each lane makes its own volatile access, which has no plan.
; RUN: sed 's/load <8 x float>/load volatile <8 x float>/' %s \
; RUN:   | weft-opt --cpu=x86-64-v3 -weft-passes=choose-schedule\<8\> -pass-remarks-missed=packetise 2>&1 | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare void @weft.barrier() convergent

; CHECK: its loops carry more elements of vectors than there are registers
; CHECK-NOT: weft-schedule
; PACKETS: "weft-schedule"="{{.*}}width=8{{[ "]}}
define void @k(ptr addrspace(1) %a, ptr addrspace(3) %b, i64 %n, i64 %width) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext i32 %id to i64
  br label %tiles
tiles:
  %tile = phi i64 [ 0, %entry ], [ %next.tile, %end.of.tile ]
  %o0 = phi <8 x float> [ zeroinitializer, %entry ], [ %s0, %end.of.tile ]
  %o1 = phi <8 x float> [ zeroinitializer, %entry ], [ %s1, %end.of.tile ]
  call void @weft.barrier()
  br label %loop
loop:
  %i = phi i64 [ 0, %tiles ], [ %next, %loop ]
  %s0 = phi <8 x float> [ %o0, %tiles ], [ %t0, %loop ]
  %s1 = phi <8 x float> [ %o1, %tiles ], [ %t1, %loop ]
  %k = add i64 %tile, %i
  %row = mul i64 %k, %width
  %place = add i64 %row, %wide
  %p = getelementptr <8 x float>, ptr addrspace(1) %a, i64 %place
  %x = load <8 x float>, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(3) %b, i64 %i
  %y = load float, ptr addrspace(3) %q
  %one = insertelement <8 x float> poison, float %y, i64 0
  %all = shufflevector <8 x float> %one, <8 x float> poison, <8 x i32> zeroinitializer
  %m0 = fmul contract <8 x float> %x, %all
  %t0 = fadd contract <8 x float> %s0, %m0
  %m1 = fmul contract <8 x float> %all, %all
  %t1 = fadd contract <8 x float> %s1, %m1
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %end.of.tile
end.of.tile:
  call void @weft.barrier()
  %next.tile = add i64 %tile, 16
  %more.tiles = icmp ult i64 %next.tile, %n
  br i1 %more.tiles, label %tiles, label %end
end:
  %u = fadd <8 x float> %t0, %t1
  %r = getelementptr <8 x float>, ptr addrspace(1) %a, i32 %id
  store <8 x float> %u, ptr addrspace(1) %r
  ret void
}
