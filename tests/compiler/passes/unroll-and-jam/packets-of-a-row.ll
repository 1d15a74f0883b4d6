; Packets of one row run at once where their sums wait for each other: here two operations for each of four packets.
; packets-that-stay-alone.ll has packets that don't, packets-down-columns.ll those that go down columns.
; RUN: weft-opt -weft-passes="unroll-and-jam<32x64>" %s | FileCheck %s

; CHECK-LABEL: define void @columnSums(
; CHECK: packet:
; CHECK: = add nuw nsw i32 %x, 16
; CHECK: = add nuw nsw i32 %x, 32
; CHECK: = add nuw nsw i32 %x, 48
; CHECK: step:
; CHECK-COUNT-4: phi <16 x float> [ zeroinitializer, %packet ]
; CHECK-NOT: phi
; CHECK-COUNT-4: load <16 x float>
; CHECK-COUNT-4: fadd <16 x float>
; CHECK-COUNT-4: store <16 x float>
; CHECK: %x.next = add nuw nsw i32 %x, 64

define void @columnSums(ptr %in, ptr %out, i32 %rows) "weft-kernel" "weft-packet-width"="16" {
entry:
  br label %packet

packet:
  %x = phi i32 [ 0, %entry ], [ %x.next, %packet.latch ]
  br label %step

step:
  %k = phi i32 [ 0, %packet ], [ %k.next, %step ]
  %whole = phi <16 x float> [ zeroinitializer, %packet ], [ %more, %step ]
  %row = mul nuw nsw i32 %k, 2048
  %index = add nuw nsw i32 %row, %x
  %p = getelementptr float, ptr %in, i32 %index
  %value = load <16 x float>, ptr %p
  %more = fadd <16 x float> %whole, %value
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, %rows
  br i1 %again, label %step, label %done

done:
  %q = getelementptr float, ptr %out, i32 %x
  store <16 x float> %more, ptr %q
  br label %packet.latch

packet.latch:
  %x.next = add nuw nsw i32 %x, 16
  %x.more = icmp ult i32 %x.next, 64
  br i1 %x.more, label %packet, label %end, !weft.packet.loop !0

end:
  ret void
}

!0 = !{}
