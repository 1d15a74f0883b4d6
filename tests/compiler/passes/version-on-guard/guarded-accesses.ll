; A guarded load asks first whether all of the group are within, and a guarded store behind a barrier, too. What guards no
; access, doesn't grow with the id, or leads into a loop stays. A sum that may wrap grows where its last number is no less than its first; a
; number of which a mask leaves too few bits may come round unseen. With AVX-512 a way that only stores stays.
; RUN: weft-opt -cpu=x86-64-v3 -weft-passes=version-on-guard %s | FileCheck %s
; RUN: weft-opt -cpu=skylake-avx512 -weft-passes=version-on-guard %s | FileCheck %s --check-prefix=LOADS
; RUN: sed 's/%x = add nuw nsw/%x = add/; s/icmp sge/icmp uge/' %s | weft-opt -weft-passes=version-on-guard | FileCheck %s --check-prefix=WRAPS
; RUN: sed 's/%x = add nuw nsw i32 %l, %base/%x = and i32 %l, 65535/' %s | weft-opt -weft-passes=version-on-guard | FileCheck %s --check-prefix=STAYS
target triple = "spir64"
declare i32 @weft.local.id.0() memory(none)
declare void @weft.barrier() convergent noduplicate

; CHECK-LABEL: define void @k(
; CHECK: entry:
; CHECK: %[[LAST:.*]] = add nuw nsw i32 63, %base
; CHECK: %[[ALL:.*]] = icmp ult i32 %[[LAST]], %count
; CHECK: br i1 %[[ALL]], label %load.all, label %in.doubt
; CHECK: in.doubt:
; CHECK-NEXT: br i1 %inside, label %load, label %join
; CHECK: load.all:
; CHECK-NEXT: %[[P:.*]] = getelementptr float, ptr addrspace(1) %in, i32 %x
; CHECK-NEXT: %[[V:.*]] = load float, ptr addrspace(1) %[[P]]
; CHECK-NEXT: br label %join
; CHECK: %w = phi float [ %v, %load ], [ 0.000000e+00, %in.doubt ], [ %[[V]], %load.all ]
; CHECK: br i1 %{{.*}}, label %store.all, label %[[DOUBT:[a-z.0-9]+]]
; CHECK: [[DOUBT]]:
; CHECK-NEXT: br i1 %outside, label %next, label %store
; CHECK: next:
; CHECK: br i1 %odd, label %other, label %again
; CHECK: br i1 %inside, label %compute, label %end
; CHECK: br i1 %outside, label %end, label %before.loop

; LOADS-LABEL: define void @k(
; LOADS: label %load.all, label %in.doubt
; LOADS: call void @weft.barrier()
; LOADS-NOT: .all
; LOADS: ret void

; WRAPS-LABEL: define void @k(
; WRAPS: %[[FIRST:.*]] = add i32 0, %base
; WRAPS: %[[LAST:.*]] = add i32 63, %base
; WRAPS: %[[WITHIN:.*]] = icmp ult i32 %[[LAST]], %count
; WRAPS: %[[GROWS:.*]] = icmp ule i32 %[[FIRST]], %[[LAST]]
; WRAPS: %[[ALL:.*]] = and i1 %[[GROWS]], %[[WITHIN]]
; WRAPS: br i1 %[[ALL]], label %load.all, label %in.doubt

; STAYS-LABEL: define void @k(
; STAYS: br i1 %inside, label %load, label %join
; STAYS-NOT: in.doubt
; STAYS: ret void
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(3) %tile, i32 %base, i32 %count) #0 {
entry:
  %l = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %l, %base
  %inside = icmp ult i32 %x, %count
  br i1 %inside, label %load, label %join

load:
  %p = getelementptr float, ptr addrspace(1) %in, i32 %x
  %v = load float, ptr addrspace(1) %p
  br label %join

join:
  %w = phi float [ %v, %load ], [ 0.0, %entry ]
  call void @weft.barrier()
  %outside = icmp sge i32 %x, %count
  br i1 %outside, label %next, label %store

store:
  %q = getelementptr float, ptr addrspace(1) %out, i32 %x
  store float %w, ptr addrspace(1) %q
  br label %next

next:
  %bit = and i32 %x, 1
  %odd = icmp eq i32 %bit, 0
  br i1 %odd, label %other, label %again

other:
  %r = getelementptr float, ptr addrspace(1) %out, i32 %x
  store float 1.0, ptr addrspace(1) %r
  br label %again

again:
  br i1 %inside, label %compute, label %end

compute:
  %square = mul i32 %x, %x
  br i1 %outside, label %end, label %before.loop

before.loop:
  %s = getelementptr float, ptr addrspace(1) %in, i32 %x
  %start = load float, ptr addrspace(1) %s
  br label %loop

loop:
  %i = phi i32 [ 0, %before.loop ], [ %i.next, %loop ]
  %t = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %start, ptr addrspace(1) %t
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %count
  br i1 %more, label %loop, label %end

end:
  ret void
}
attributes #0 = { nounwind "weft-kernel" "weft-local-size"="64,1,1" "weft-schedule"="width=8" }
