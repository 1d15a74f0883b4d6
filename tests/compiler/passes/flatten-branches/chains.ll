; A chain of conditions that vary between lanes becomes selects in one block, and the store behind it stands there, too.
; A branch that all lanes take alike stays, and so does one around a store, a division, or much to compute.
; RUN: weft-opt -weft-passes=flatten-branches %s | FileCheck %s
; RUN: sed 's/= add i32 %v, 71/= udiv i32 %v, 71/' %s | weft-opt -weft-passes=flatten-branches | FileCheck %s --check-prefix=DIVISION
target triple = "spir64"
declare i32 @weft.local.id.0() memory(none)

; CHECK-LABEL: define void @k(
; CHECK-NOT: br
; CHECK: %[[LEAST:.*]] = select i1 %small, i32 %b, i32 %c
; CHECK: %[[DIGIT:.*]] = select i1 %smaller, i32 %a, i32 %[[LEAST]]
; CHECK: store i32 %[[DIGIT]]
; CHECK: br i1 %uniform, label %alike, label %join
; CHECK: alike:
; CHECK: br i1 %odd, label %write, label %long
; CHECK: write:
; CHECK-NEXT: store
; CHECK: br i1 %even, label %much, label %end

; DIVISION-LABEL: define void @k(
; DIVISION: br i1 %small, label %second, label %third
; DIVISION: udiv
; DIVISION: store
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft-kernel" "weft-schedule"="width=16" {
entry:
  %id = call i32 @weft.local.id.0()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %p
  %smaller = icmp ult i32 %v, 26
  br i1 %smaller, label %first, label %other

first:
  %a = add i32 %v, 65
  br label %joined

other:
  %small = icmp ult i32 %v, 52
  br i1 %small, label %second, label %third

second:
  %b = add i32 %v, 71
  br label %joined.others

third:
  %c = sub i32 %v, 4
  br label %joined.others

joined.others:
  %least = phi i32 [ %b, %second ], [ %c, %third ]
  br label %joined

joined:
  %digit = phi i32 [ %a, %first ], [ %least, %joined.others ]
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %digit, ptr addrspace(1) %q
  %uniform = icmp eq i32 %n, 3
  br i1 %uniform, label %alike, label %join

alike:
  %d = add i32 %v, 1
  br label %join

join:
  %e = phi i32 [ %d, %alike ], [ %v, %joined ]
  %odd = icmp slt i32 %e, 7
  br i1 %odd, label %write, label %long

write:
  store i32 %e, ptr addrspace(1) %q
  br label %long

long:
  %even = icmp slt i32 %e, 9
  br i1 %even, label %much, label %end

much:
  %m0 = mul i32 %e, %v
  %m1 = mul i32 %m0, %v
  %m2 = mul i32 %m1, %v
  %m3 = mul i32 %m2, %v
  %m4 = mul i32 %m3, %v
  %m5 = mul i32 %m4, %v
  %m6 = mul i32 %m5, %v
  %m7 = mul i32 %m6, %v
  %m8 = mul i32 %m7, %v
  %m9 = mul i32 %m8, %v
  %m10 = mul i32 %m9, %v
  %m11 = mul i32 %m10, %v
  %m12 = mul i32 %m11, %v
  %m13 = mul i32 %m12, %v
  %m14 = mul i32 %m13, %v
  %m15 = mul i32 %m14, %v
  br label %end

end:
  %f = phi i32 [ %e, %long ], [ %m15, %much ]
  %r = getelementptr i32, ptr addrspace(1) %q, i32 1
  store i32 %f, ptr addrspace(1) %r
  ret void
}
