; The kernel divides its id by numbers that it is given: groups whose rows are long enough have a copy whose packets lie
; within rows. The quotient is a number that its lanes share, what is left grows by one from lane to lane, and a multiple
; of the length divides what the row is numbered by.
; RUN: weft-opt -weft-passes="version-delinearised-ids" %s | FileCheck %s
; What stays as it is: groups of one packet, a length that differs between work-items, kernels with barriers or without a
; width for packets.
; RUN: sed 's/"weft-schedule"="width=16"/& "weft-local-size"="16,1,1"/' %s | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/div i32 %%i, %%divisor/div i32 %%i, %%l/; s/i32 %%i, %%width/i32 %%i, %%l/; s/i32 %%i, %%plane/i32 %%i, %%l/' %s | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/^body:/&\n  call void @weft.barrier()/' %s | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/"weft-schedule"="width=16"//' %s | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s --check-prefix=STAYS
target triple = "spir64"

declare i32 @weft.local.id.0()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK: entry:
; No number is negative, the length is positive and no packet would be nearly empty.
; CHECK: %[[NOT_NEGATIVE:.*]] = icmp ule i32 %base, 2147418111
; CHECK: %[[POSITIVE:.*]] = icmp sgt i32 %width, 0
; CHECK: %[[SO_FAR:.*]] = and i1 %[[NOT_NEGATIVE]], %[[POSITIVE]]
; CHECK: %[[LONG:.*]] = icmp uge i32 %width, {{[0-9]+}}
; CHECK: %[[TEST:.*]] = and i1 %[[SO_FAR]], %[[LONG]]
; CHECK: %[[LENGTH:.*]] = call i32 @llvm.umax.i32(i32 %width, i32 1)
; What else is divided by is a multiple of the length, and how many rows it is.
; CHECK: %[[PLANE:.*]] = mul i32 %width, %height
; CHECK: %[[LEFT:.*]] = urem i32 %[[PLANE]], %[[LENGTH]]
; CHECK: icmp eq i32 %[[LEFT]], 0
; CHECK: %[[PARTS:.*]] = udiv i32 %[[PLANE]], %[[LENGTH]]
; CHECK: %[[ROWS:.*]] = call i32 @llvm.umax.i32(i32 %[[PARTS]], i32 1)
; CHECK: %[[BASE_ROW:.*]] = udiv i32 %base, %[[LENGTH]]
; CHECK: %[[WHOLE:.*]] = mul i32 %[[BASE_ROW]], %[[LENGTH]]
; CHECK: %[[COLUMN0:.*]] = sub i32 %base, %[[WHOLE]]
; CHECK: %[[FIRST0:.*]] = sub i32 %[[LENGTH]], %[[COLUMN0]]
; CHECK: %[[FIRST:.*]] = call i32 @llvm.umin.i32(i32 %[[FIRST0]], i32 65536)
; CHECK: %[[FOLLOWING:.*]] = call i32 @llvm.umin.i32(i32 %[[LENGTH]], i32 65536)
; CHECK: br i1 %{{.*}}, label %rows.groups, label %other.groups
; CHECK: other.groups:
; CHECK: call void @weft.barrier() #[[SELDOM:[0-9]+]]
; CHECK: %l = call i32 @weft.local.id.0()
; CHECK: sdiv i32 %i,
; CHECK: srem i32 %i,
; CHECK: sdiv i32 %i,
; CHECK: rows.groups:
; CHECK: call void @weft.barrier() [ "weft-rows"(i32 %[[FIRST]], i32 %[[FOLLOWING]]) ]
; CHECK: %[[START:.*]] = call i32 @weft.packet.start()
; CHECK: %[[LANE:.*]] = call i32 @weft.lane.id()
; CHECK: %[[NUMBER:.*]] = call i32 @weft.row()
; CHECK: %[[ROW:.*]] = add nuw nsw i32 %[[BASE_ROW]], %[[NUMBER]]
; CHECK: %[[COLUMN:column]] = add nuw nsw i32 %{{.*}}, %[[LANE]]
; CHECK: %[[Z:.*]] = udiv i32 %[[ROW]], %[[ROWS]]
; CHECK: %[[ID:.*]] = add nuw nsw i32 %[[START]], %[[LANE]]
; CHECK-NOT: weft.local.id.0
; CHECK: add i32 %[[ID]], %base
; CHECK-NOT: {{sdiv|srem}}
; CHECK-DAG: mul i32 %[[ROW]], %pitch
; CHECK-DAG: add i32 %{{.*}}, %[[COLUMN]]
; CHECK-DAG: add i32 %{{.*}}, %[[Z]]
; CHECK: ret void
; CHECK: attributes #[[SELDOM]] = { "weft-cold" }
; STAYS-NOT: rows.groups
define void @k(ptr addrspace(1) %a, i32 noundef %base, i32 noundef %n, i32 noundef %width, i32 noundef %height, i32 noundef %pitch) #0 {
entry:
  %l = call i32 @weft.local.id.0()
  %i = add i32 %l, %base
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %body, label %end

body:
  %zero = icmp eq i32 %width, 0
  %minus = icmp eq i32 %width, -1
  %least = icmp eq i32 %i, -2147483648
  %overflows = and i1 %minus, %least
  %traps = or i1 %zero, %overflows
  %divisor = select i1 %traps, i32 1, i32 %width
  %y = sdiv i32 %i, %divisor
  %x = srem i32 %i, %width
  %plane = mul nsw i32 %width, %height
  %z = sdiv i32 %i, %plane
  %row = mul i32 %y, %pitch
  %index = add i32 %row, %x
  %at = getelementptr i32, ptr addrspace(1) %a, i32 %index
  %value = load i32, ptr addrspace(1) %at
  %sum = add i32 %value, %z
  store i32 %sum, ptr addrspace(1) %at
  br label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-schedule"="width=16" }
