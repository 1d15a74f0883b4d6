; Each row has a private array of its own, if it begins anew with each packet; not where the arrays of all would not fit the
; first cache, or a page those of more than two packets down columns, nor where a variable isn't one for a packet.
; RUN: weft-opt -weft-passes="unroll-and-jam<16x32>" %s | FileCheck %s
; RUN: sed 's/\[16 x \[8 x i32\]\]/[200 x [8 x i32]]/' %s | weft-opt -weft-passes="unroll-and-jam<16x32>" | FileCheck %s --check-prefix=TWO
; RUN: sed 's/\[16 x \[8 x i32\]\]/[40 x [8 x i32]]/' %s | weft-opt -weft-passes="unroll-and-jam<16x32>" | FileCheck %s --check-prefix=TWO
; RUN: sed 's/, !weft.lane.array !0//' %s | weft-opt -weft-passes="unroll-and-jam<16x32>" | FileCheck %s --check-prefix=ALONE
; CHECK: %own = alloca [16 x [8 x i32]]
; CHECK: %own.1 = alloca [16 x [8 x i32]]
; CHECK: %own.2 = alloca [16 x [8 x i32]]
; CHECK: %own.3 = alloca [16 x [8 x i32]]
; CHECK: packet:
; CHECK: call void @llvm.lifetime.start.p0(ptr %own)
; CHECK: call void @llvm.lifetime.start.p0(ptr %own.3)
; CHECK: step:
; CHECK: %[[VALUE:.*]] = load i8, ptr %{{.*}}
; CHECK: %[[PLACE3:.*]] = getelementptr [8 x i32], ptr %own.3, i64 %bin.3
; CHECK: load i32, ptr %place
; CHECK: %old.3 = load i32, ptr %[[PLACE3]]
; CHECK: %new.3 = add i32 %old.3, 1
; CHECK: store i32 %new.3, ptr %[[PLACE3]]
; CHECK: %x.next = add nuw nsw i32 %x, 32
; TWO: %own.1 = alloca
; TWO-NOT: %own.2
; TWO: %x.next = add nuw nsw i32 %x, 16
; ALONE-NOT: %own.1
; ALONE: %x.next = add nuw nsw i32 %x, 8

declare void @llvm.lifetime.start.p0(ptr)

define void @columns(ptr %in, ptr %out, i32 %rows) "weft-kernel" "weft-packet-width"="8" "weft-walks-columns" {
entry:
  %own = alloca [16 x [8 x i32]], align 32, !weft.lane.array !0
  br label %packet

packet:
  %x = phi i32 [ 0, %entry ], [ %x.next, %packet.latch ]
  call void @llvm.lifetime.start.p0(ptr %own)
  br label %step

step:
  %k = phi i32 [ 0, %packet ], [ %k.next, %step ]
  %row = mul nuw nsw i32 %k, 2048
  %index = add nuw nsw i32 %row, %x
  %p = getelementptr i8, ptr %in, i32 %index
  %value = load i8, ptr %p
  %bin = zext i8 %value to i64
  %place = getelementptr [8 x i32], ptr %own, i64 %bin
  %old = load i32, ptr %place
  %new = add i32 %old, 1
  store i32 %new, ptr %place
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, %rows
  br i1 %again, label %step, label %done

done:
  %counts = load <8 x i32>, ptr %own
  %q = getelementptr i32, ptr %out, i32 %x
  store <8 x i32> %counts, ptr %q
  br label %packet.latch

packet.latch:
  %x.next = add nuw nsw i32 %x, 8
  %x.more = icmp ult i32 %x.next, 32
  br i1 %x.more, label %packet, label %end, !weft.packet.loop !0

end:
  ret void
}

!0 = !{}
