; Packets whose numbers decide which way each takes have code each, be there a loop in it or not: here one of two goes round a
; second time. Not where something else has a say, where there are too many, or where none is decided.
; RUN: weft-opt -weft-passes="unroll-packet-loop" %s | FileCheck %s
; RUN: sed 's/icmp ult i32 %%at, 18/icmp ult i32 %%at, %%n/' %s | weft-opt -weft-passes="unroll-packet-loop" | FileCheck %s --check-prefix=ROLLED
; RUN: sed 's/phi i32 \[ %%x, %%packet \]/phi i32 [ 0, %%packet ]/' %s | weft-opt -weft-passes="unroll-packet-loop" | FileCheck %s --check-prefix=ROLLED
; RUN: sed 's/%%x.next, 16$/%%x.next, 8192/' %s | weft-opt -weft-passes="unroll-packet-loop" | FileCheck %s --check-prefix=ROLLED
; CHECK: br i1 %x.more, label %packet, label %end, !llvm.loop ![[LOOP:[0-9]+]], !weft.packet.loop
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[FULL:[0-9]+]]}
; CHECK: ![[FULL]] = !{!"llvm.loop.unroll.full", i32 0}
; ROLLED-NOT: llvm.loop.unroll.full

define void @k(ptr %in, ptr %out, i32 %n) "weft-kernel" "weft-packet-width"="8" {
entry:
  br label %packet

packet:
  %x = phi i32 [ 0, %entry ], [ %x.next, %packet.latch ]
  br label %step

step:
  %at = phi i32 [ %x, %packet ], [ %at.next, %step ]
  %p = getelementptr float, ptr %in, i32 %at
  %value = load <8 x float>, ptr %p
  %q = getelementptr float, ptr %out, i32 %at
  store <8 x float> %value, ptr %q
  %at.next = add nuw nsw i32 %at, 16
  %again = icmp ult i32 %at, 18
  br i1 %again, label %step, label %packet.latch

packet.latch:
  %x.next = add nuw nsw i32 %x, 8
  %x.more = icmp ult i32 %x.next, 16
  br i1 %x.more, label %packet, label %end, !weft.packet.loop !0

end:
  ret void
}

!0 = !{}
