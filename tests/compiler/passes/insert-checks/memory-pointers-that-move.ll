; A pointer that leads to one array or the other is good if it is for both; a step within one of them isn't followed.
; RUN: weft-opt -weft-passes="insert-checks,instcombine<no-verify-fixpoint>,simplifycfg" %s | FileCheck %s
; RUN: sed 's/\[16 x i32\]/[15 x i32]/' %s | weft-opt -weft-passes="insert-checks,instcombine<no-verify-fixpoint>,simplifycfg" | FileCheck %s --check-prefix=ASKED
; RUN: sed 's/\[ .to, .around \]/[ \x25step, \x25around ]/' %s | weft-opt -weft-passes="insert-checks,instcombine<no-verify-fixpoint>,simplifycfg" | FileCheck %s --check-prefix=ASKED
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@a = internal addrspace(1) global [16 x i32] zeroinitializer
@b = internal addrspace(1) global [20 x i32] zeroinitializer

; CHECK-LABEL: define void @k(
; CHECK-NOT: weft.check
; CHECK: store i32 1
; CHECK-NOT: weft.check
; CHECK: ret void
; ASKED-LABEL: define void @k(
; ASKED: call void @weft.check.report(
; ASKED: ret void
define void @k(ptr %launch, ptr %group) #0 {
entry:
  br label %head

head:
  %to = phi ptr addrspace(1) [ @a, %entry ], [ %from, %around ]
  %from = phi ptr addrspace(1) [ @b, %entry ], [ %to, %around ]
  %i = phi i32 [ 0, %entry ], [ %next, %around ]
  %step = getelementptr inbounds i32, ptr addrspace(1) %to, i64 1
  %id = call i32 @weft.local.id.0()
  %wide = zext i32 %id to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %to, i64 %wide
  store i32 1, ptr addrspace(1) %p, align 4
  br label %around

around:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %head, label %end

end:
  ret void
}

declare i32 @weft.local.id.0()

attributes #0 = { "weft-kernel" "weft-checks"="memory" "weft-local-size"="16,1,1" }
