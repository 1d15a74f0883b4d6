; Packets of one row run at once where their sums wait for each other: here two operations for each of four packets.
; RUN: weft-opt -weft-passes="unroll-and-jam<32x64>" %s | FileCheck %s
; Five operations leave room for one packet, and none is gained where the packets' number isn't even.
; RUN: sed 's/^  %more = fadd <16 x float> %whole, %value/  %a = fmul <16 x float> %value, %value\n  %b = fmul <16 x float> %a, %value\n  %c = fmul <16 x float> %b, %value\n  %more = fadd <16 x float> %whole, %c/' %s | weft-opt -weft-passes="unroll-and-jam<32x64>" | FileCheck %s --check-prefix=ALONE
; RUN: sed 's/%x.next, 64/%x.next, 80/' %s | weft-opt -weft-passes="unroll-and-jam<32x64>" | FileCheck %s --check-prefix=ALONE
; Packets that go down columns run as many at once as there are registers for.
; RUN: sed 's/%x.next, 64/%x.next, 256/; s/"weft-kernel"/"weft-kernel" "weft-walks-columns"/' %s \
; RUN:   | weft-opt -weft-passes="unroll-and-jam<32x64>" | FileCheck %s --check-prefix=COLUMNS
; RUN: sed 's/%x.next, 64/%x.next, 256/; s/"weft-kernel"/"weft-kernel" "weft-walks-columns"/' %s \
; RUN:   | weft-opt -weft-passes="unroll-and-jam<16x64>" | FileCheck %s --check-prefix=FEWER
; Where a launch says how many there are, they run by sixteen, four of those that are left, and one after the other; so they do where
; nothing divides their number. Others stay alone then.
; RUN: sed 's/%x.next, 64/%x.next, 112/; s/"weft-kernel"/"weft-kernel" "weft-walks-columns"/' %s \
; RUN:   | weft-opt -weft-passes="unroll-and-jam<32x64>" | FileCheck %s --check-prefix=SEVEN
; RUN: sed 's/%x.next, 64/%x.next, %count/; s/i32 %rows)/i32 %rows, i32 %count)/; s/"weft-kernel"/"weft-kernel" "weft-walks-columns"/' %s \
; RUN:   | weft-opt -weft-passes="unroll-and-jam<32x64>" | FileCheck %s --check-prefix=COUNTED
; RUN: sed 's/%x.next, 64/%x.next, %count/; s/i32 %rows)/i32 %rows, i32 %count)/' %s \
; RUN:   | weft-opt -weft-passes="unroll-and-jam<32x64>" | FileCheck %s --check-prefix=ALONE
; COUNTED: %[[TOGETHER:.*]] = and i32 %count, -64
; COUNTED: br i1 %{{.*}}, label %[[LEFT:.*]], label %[[FOURS:.*]]
; COUNTED: [[FOURS]]:
; COUNTED: %[[MANY:.*]] = and i32 %[[TOGETHER]], -256
; COUNTED: br i1 %{{.*}}, label %[[FOURS_LEFT:.*]], label %packet
; COUNTED-COUNT-15: = add nuw nsw i32 %x
; COUNTED: %[[NEXT:.*]] = add nuw nsw i32 %x, 256
; COUNTED: icmp ult i32 %[[NEXT]], %[[MANY]]
; COUNTED: [[FOURS_LEFT]]:
; COUNTED: [[LEFT]]:
; COUNTED: %[[X:.*]] = phi i32 [ %[[TOGETHER]], %[[LEFT]] ]
; COUNTED: %[[X_NEXT:.*]] = add nuw nsw i32 %[[X]], 16
; COUNTED: icmp ult i32 %[[X_NEXT]], %count
; COUNTED: %[[FOUR:.*]] = phi i32 [ %[[MANY]], %[[FOURS_LEFT]] ]
; COUNTED: %[[FOUR_NEXT:.*]] = add nuw nsw i32 %[[FOUR]], 64
; COUNTED: icmp ult i32 %[[FOUR_NEXT]], %[[TOGETHER]]
; SEVEN: %x.1 = add nuw nsw i32 %x, 16
; SEVEN: %x.3 = add nuw nsw i32 %x, 48
; SEVEN-NOT: add nuw nsw i32 %x, 256
; SEVEN: %x.next = add nuw nsw i32 %x, 64
; SEVEN: %x.more = icmp ult i32 %x.next, 64
; SEVEN: %[[X:.*]] = phi i32 [ 64,
; SEVEN: %[[X_NEXT:.*]] = add nuw nsw i32 %[[X]], 16
; SEVEN: icmp ult i32 %[[X_NEXT]], 112
; COLUMNS: %x.15 = add nuw nsw i32 %x, 240
; COLUMNS: %x.next = add nuw nsw i32 %x, 256
; FEWER: %x.7 = add nuw nsw i32 %x, 112
; FEWER: %x.next = add nuw nsw i32 %x, 128
; CHECK: packet:
; CHECK: %x.1 = add nuw nsw i32 %x, 16
; CHECK: %x.2 = add nuw nsw i32 %x, 32
; CHECK: %x.3 = add nuw nsw i32 %x, 48
; CHECK: step:
; CHECK: %whole = phi <16 x float>
; CHECK: %whole.1 = phi <16 x float>
; CHECK: %whole.2 = phi <16 x float>
; CHECK: %whole.3 = phi <16 x float>
; CHECK: %value.3 = load <16 x float>
; CHECK-COUNT-4: fadd <16 x float>
; CHECK: store <16 x float> %more.3
; CHECK: %x.next = add nuw nsw i32 %x, 64
; ALONE: packet:
; ALONE-NOT: %x.1
; ALONE: %x.next = add nuw nsw i32 %x, 16

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
