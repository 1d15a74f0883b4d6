; A window around each work-item that ends with the row isn't a row of its own: it begins with the lesser of a column next to the
; neighbour's and the row's first one. It stays as it is, unlike rows that begin at any place.
; RUN: weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 %s | FileCheck %s
; RUN: weft-opt --schedule=packets -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 %s | FileCheck %s
; RUN: sed 's/i32 %%first, %%i$/i32 %%begin, %%i/' %s | weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 | FileCheck %s --check-prefix=ROWS

; CHECK-NOT: "weft-schedule"="loops{{.*}}"
; CHECK: load i32
; CHECK: load i32
; CHECK-NOT: load i32
; CHECK-NOT: "weft-schedule"="loops{{.*}}"

; ROWS: "weft-schedule"="loops{{.*}}"
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %radius, i32 %width) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %left = sub nsw i32 %id, %radius
  %first = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %right = add nsw i32 %id, %radius
  %last = call i32 @llvm.smin.i32(i32 %right, i32 %width)
  %count = sub nsw i32 %last, %first
  %b = getelementptr i32, ptr addrspace(1) %out, i32 %id
  %begin = load i32, ptr addrspace(1) %b, align 4
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %least = phi i32 [ 255, %entry ], [ %less, %loop ]
  %index = add nsw i32 %first, %i
  %place = sext i32 %index to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %place
  %x = load i32, ptr addrspace(1) %p, align 4
  %less = call i32 @llvm.umin.i32(i32 %least, i32 %x)
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %count
  br i1 %again, label %loop, label %end

end:
  store i32 %less, ptr addrspace(1) %b, align 4
  ret void
}
