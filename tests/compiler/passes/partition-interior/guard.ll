; A kernel with a bounds guard: groups whose last work-item is inside have a copy of the loop without the branch.
; RUN: weft-opt -weft-passes="partition-interior" %s | FileCheck %s
; Code for any local size asks the group for its size; where the guard asks for dimension 1, and for short loops. The one along which packets go is number 0.
; RUN: sed 's/"weft-local-size"="16,8,1"//; s/@guarded(/@guarded(ptr %%launch, ptr %%group, /' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=ANY
; RUN: sed 's/"weft-local-size"="16,8,1"//; s/@guarded(/@guarded(ptr %%launch, ptr %%group, /; s/icmp slt i32 %%y/icmp slt i32 %%x/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; A guard of dimension 0 alone is worth it where each trip reads other lines.
; RUN: sed 's/"weft-local-size"="16,8,1"//; s/@guarded(/@guarded(ptr %%launch, ptr %%group, /; s/icmp slt i32 %%y/icmp slt i32 %%x/; s/^  %%index = add nuw nsw i32 %%k/  %%row = mul nuw nsw i32 %%k, %%width\n  %%index = add nuw nsw i32 %%row/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=COLUMNS
; COLUMNS-LABEL: define void @guarded
; COLUMNS: br i1 %{{.*}}, label %inner.groups, label %other.groups
; RUN: sed 's/"weft-local-size"="16,8,1"/"weft-packet-dimension"="1"/; s/@guarded(/@guarded(ptr %%launch, ptr %%group, /' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=EXCHANGED
; What stays as it is: guards that are the same for all groups, ids that may wrap and come round, comparisons for equality, variables that are used in front of
; the guard, memory that is read before, in a place for each work-item.
; RUN: sed 's/icmp slt i32 %x, %width/icmp slt i32 %l0, 4/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/%x = add nuw nsw i32 %l0, %base/%x = mul i32 %l0, 100000/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/icmp slt i32 %x/icmp eq i32 %x/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/^entry:/entry:\n  %v = alloca i32\n  %w = ptrtoint ptr %v to i64/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/^entry:/entry:\n  %own = call i32 @weft.local.id.0()\n  %at = getelementptr float, ptr addrspace(1) %in, i32 %own\n  %v = load i32, ptr addrspace(1) %at/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; Variables of the way that inner groups take are two then.
; RUN: sed 's/^entry:/entry:\n  %v = alloca i32/; s/^  %more = fadd/  store i32 %k, ptr %v\n&/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=OWN
; OWN-DAG: %v = alloca i32
; OWN-DAG: %v.inner = alloca i32
; OWN: other.groups:
; OWN: store i32 %k, ptr %v,
; OWN: store i32 %k.inner, ptr %v.inner,
; EXCHANGED-LABEL: define void @guarded
; EXCHANGED: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %group, i64 32
; EXCHANGED: %[[SIZE0:.*]] = load i64, ptr %[[PLACE]]
; EXCHANGED: %[[SIZE:.*]] = trunc i64 %[[SIZE0]] to i32
; EXCHANGED: %[[LAST0:.*]] = sub i32 %[[SIZE]], 1
; EXCHANGED: %[[LASTX:.*]] = add nuw nsw i32 %[[LAST0]], %base
; EXCHANGED: br i1 %{{.*}}, label %inner.groups, label %other.groups
; ANY-LABEL: define void @guarded
; ANY: %[[SIZE0:.*]] = load i64, ptr %{{.*}}, align 8
; ANY: %[[SIZE:.*]] = trunc i64 %[[SIZE0]] to i32
; ANY: %[[LAST0:.*]] = sub i32 %[[SIZE]], 1
; ANY: %[[LASTX:.*]] = add nuw nsw i32 %[[LAST0]], %base
; ANY: icmp slt i32 %[[LASTX]], %width
; ANY: br i1 %{{.*}}, label %inner.groups, label %other.groups
; STAYS-NOT: inner.groups
; STAYS: br i1 %inside, label %loop, label %end
; STAYS-NOT: weft.barrier()
; STAYS: attributes
; CHECK-LABEL: define void @guarded
; CHECK: %[[LASTX:.*]] = add nuw nsw i32 15, %base
; CHECK: %[[INX:.*]] = icmp slt i32 %[[LASTX]], %width
; CHECK: %[[LASTY:.*]] = add nuw nsw i32 7, %top
; CHECK: %[[INY:.*]] = icmp slt i32 %[[LASTY]], %height
; CHECK: %[[ALL:.*]] = select i1 %[[INX]], i1 %[[INY]], i1 false
; CHECK: br i1 %[[ALL]], label %inner.groups, label %other.groups
; CHECK: other.groups:
; CHECK-NEXT: call void @weft.barrier() [[SELDOM:#[0-9]+]]
; CHECK-NEXT: br i1 %inside, label %loop, label %end
; CHECK: inner.groups:
; CHECK-NEXT: call void @weft.barrier()
; CHECK-NEXT: br label %[[LOOP:.*]]
; CHECK: [[LOOP]]:
; CHECK-NEXT: %[[K:.*]] = phi i32 [ 0, %inner.groups ], [ %{{.*}}, %[[LOOP]] ]
; CHECK: load float
; CHECK: br i1 %{{.*}}, label %[[LOOP]], label %
; CHECK: attributes [[SELDOM]] = { "weft-cold" }

declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)

define void @guarded(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %top, i32 %width, i32 %height) #0 {
entry:
  %l0 = call i32 @weft.local.id.0()
  %l1.0 = call i32 @weft.local.id.1()
  %x = add nuw nsw i32 %l0, %base
  %l1 = call i32 @weft.local.id.1()
  %y = add nuw nsw i32 %l1, %top
  %in.x = icmp slt i32 %x, %width
  %in.y = icmp slt i32 %y, %height
  %inside = select i1 %in.x, i1 %in.y, i1 false
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add nuw nsw i32 %k, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  %more = fadd float %sum, %value
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %done

done:
  %q = getelementptr float, ptr addrspace(1) %out, i32 %x
  store float %more, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="16,8,1" }
