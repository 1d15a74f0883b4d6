; Packets of a row run one by one where nothing is gained by several at once. Each kernel differs in one thing from that
; of packets-of-a-row.ll, of which four run at once.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="unroll-and-jam<32x64>" %t/many-operations.ll | FileCheck %t/many-operations.ll
; RUN: weft-opt -weft-passes="unroll-and-jam<32x64>" %t/odd-number.ll | FileCheck %t/odd-number.ll
; RUN: weft-opt -weft-passes="unroll-and-jam<32x64>" %t/any-number.ll | FileCheck %t/any-number.ll

;--- many-operations.ll
; Of five operations, those of one packet fill the time that its sum waits.
; CHECK-LABEL: define void @stays_alone_for_many_operations(
; CHECK: packet:
; CHECK-NOT: add nuw nsw i32 %x,
; CHECK: %x.next = add nuw nsw i32 %x, 16
; CHECK: ret void
define void @stays_alone_for_many_operations(ptr %in, ptr %out, i32 %rows) "weft-kernel" "weft-packet-width"="16" {
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
  %square = fmul <16 x float> %value, %value
  %cube = fmul <16 x float> %square, %value
  %fourth = fmul <16 x float> %cube, %value
  %more = fadd <16 x float> %whole, %fourth
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

;--- odd-number.ll
; Five packets can't run by twos or fours, so that one would be left.
; CHECK-LABEL: define void @stays_alone_for_an_odd_number(
; CHECK: packet:
; CHECK-NOT: add nuw nsw i32 %x,
; CHECK: %x.next = add nuw nsw i32 %x, 16
; CHECK: ret void
define void @stays_alone_for_an_odd_number(ptr %in, ptr %out, i32 %rows) "weft-kernel" "weft-packet-width"="16" {
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
  %x.more = icmp ult i32 %x.next, 80
  br i1 %x.more, label %packet, label %end, !weft.packet.loop !0

end:
  ret void
}

!0 = !{}

;--- any-number.ll
; Nor is there a loop for packets that are left where only the launch says how many there are.
; CHECK-LABEL: define void @stays_alone_for_any_number(
; CHECK: packet:
; CHECK-NOT: add nuw nsw i32 %x,
; CHECK: %x.next = add nuw nsw i32 %x, 16
; CHECK: ret void
define void @stays_alone_for_any_number(ptr %in, ptr %out, i32 %rows, i32 %count) "weft-kernel" "weft-packet-width"="16" {
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
