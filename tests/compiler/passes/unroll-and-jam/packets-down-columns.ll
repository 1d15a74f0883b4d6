; Packets that go down columns read a long piece of each row of memory if they run together, as many as there are
; registers for.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="unroll-and-jam<32x64>" %t/sixteen-packets.ll | FileCheck %t/sixteen-packets.ll
; RUN: weft-opt -weft-passes="unroll-and-jam<16x64>" %t/fewer-registers.ll | FileCheck %t/fewer-registers.ll
; RUN: weft-opt -weft-passes="unroll-and-jam<32x64>" %t/seven-packets.ll | FileCheck %t/seven-packets.ll
; RUN: weft-opt -weft-passes="unroll-and-jam<32x64>" %t/counted-packets.ll | FileCheck %t/counted-packets.ll

;--- sixteen-packets.ll
; There are registers for the sums and values of 16 packets.
; CHECK-LABEL: define void @sixteen_packets(
; CHECK: packet:
; CHECK-COUNT-15: = add nuw nsw i32 %x,
; CHECK: step:
; CHECK-COUNT-16: phi <16 x float>
; CHECK: %x.next = add nuw nsw i32 %x, 256
; CHECK: ret void
define void @sixteen_packets(ptr %in, ptr %out, i32 %rows) "weft-kernel" "weft-walks-columns" "weft-packet-width"="16" {
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
  %x.more = icmp ult i32 %x.next, 256
  br i1 %x.more, label %packet, label %end, !weft.packet.loop !0

end:
  ret void
}

!0 = !{}

;--- fewer-registers.ll
; Half of the registers are enough for eight packets.
; CHECK-LABEL: define void @eight_of_sixteen_packets(
; CHECK: packet:
; CHECK-COUNT-7: = add nuw nsw i32 %x,
; CHECK: step:
; CHECK-COUNT-8: phi <16 x float>
; CHECK: %x.next = add nuw nsw i32 %x, 128
; CHECK: ret void
define void @eight_of_sixteen_packets(ptr %in, ptr %out, i32 %rows) "weft-kernel" "weft-walks-columns" "weft-packet-width"="16" {
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
  %x.more = icmp ult i32 %x.next, 256
  br i1 %x.more, label %packet, label %end, !weft.packet.loop !0

end:
  ret void
}

!0 = !{}

;--- seven-packets.ll
; Four of seven packets run together, and those that are left one after the other, as nothing divides seven.
; CHECK-LABEL: define void @four_of_seven_packets(
; CHECK: = add nuw nsw i32 %x, 16
; CHECK: = add nuw nsw i32 %x, 32
; CHECK: = add nuw nsw i32 %x, 48
; CHECK-NOT: add nuw nsw i32 %x, 256
; CHECK: %x.next = add nuw nsw i32 %x, 64
; CHECK: %x.more = icmp ult i32 %x.next, 64
; CHECK: %[[X:.*]] = phi i32 [ 64,
; CHECK: %[[X_NEXT:.*]] = add nuw nsw i32 %[[X]], 16
; CHECK: icmp ult i32 %[[X_NEXT]], 112
define void @four_of_seven_packets(ptr %in, ptr %out, i32 %rows) "weft-kernel" "weft-walks-columns" "weft-packet-width"="16" {
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
  %x.more = icmp ult i32 %x.next, 112
  br i1 %x.more, label %packet, label %end, !weft.packet.loop !0

end:
  ret void
}

!0 = !{}

;--- counted-packets.ll
; Where a launch says how many packets there are, they run by sixteen, then four of those that are left, and then one
; after the other.
; CHECK-LABEL: define void @any_number_of_packets(
; CHECK: %[[TOGETHER:.*]] = and i32 %count, -64
; CHECK: br i1 %{{.*}}, label %[[LEFT:.*]], label %[[FOURS:.*]]
; CHECK: [[FOURS]]:
; CHECK: %[[MANY:.*]] = and i32 %[[TOGETHER]], -256
; CHECK: br i1 %{{.*}}, label %[[FOURS_LEFT:.*]], label %packet
; CHECK-COUNT-15: = add nuw nsw i32 %x
; CHECK: %[[NEXT:.*]] = add nuw nsw i32 %x, 256
; CHECK: icmp ult i32 %[[NEXT]], %[[MANY]]
; CHECK: [[FOURS_LEFT]]:
; CHECK: [[LEFT]]:
; CHECK: %[[X:.*]] = phi i32 [ %[[TOGETHER]], %[[LEFT]] ]
; CHECK: %[[X_NEXT:.*]] = add nuw nsw i32 %[[X]], 16
; CHECK: icmp ult i32 %[[X_NEXT]], %count
; CHECK: %[[FOUR:.*]] = phi i32 [ %[[MANY]], %[[FOURS_LEFT]] ]
; CHECK: %[[FOUR_NEXT:.*]] = add nuw nsw i32 %[[FOUR]], 64
; CHECK: icmp ult i32 %[[FOUR_NEXT]], %[[TOGETHER]]
define void @any_number_of_packets(ptr %in, ptr %out, i32 %rows, i32 %count) "weft-kernel" "weft-walks-columns" "weft-packet-width"="16" {
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
  %x.more = icmp ult i32 %x.next, %count
  br i1 %x.more, label %packet, label %end, !weft.packet.loop !0

end:
  ret void
}

!0 = !{}
