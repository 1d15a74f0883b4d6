; Accesses of buffers and private arrays are asked whether their index is good, in groups that might leave them; those
; that can't be bad are left alone.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; The site: kernel, file, function, callers, object, its bytes where they are known, line, column, kind (0: a load),
; kind of object (1: a buffer), argument, bytes of the access and of an element, alignment.
; CHECK: @[[SITE:.*]] = private constant {{.*}}, i64 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 4, i32 4, i32 4, i32 0, i32 0 }
; CHECK: @[[TABLE:.*]] = private constant {{.*}}, i64 16, i32 0, i32 0, i32 1, i32 4, i32 -1, i32 4, i32 4, i32 4, i32 0, i32 0 }

; CHECK-LABEL: define void @k(
; CHECK: entry:
; CHECK: %[[ARGUMENTS:.*]] = call ptr @weft.check.arguments()
; CHECK: %[[AT:.*]] = getelementptr inbounds i8, ptr %[[ARGUMENTS]], i64 8
; CHECK: %[[BYTES:.*]] = load i64, ptr %[[AT]]
; CHECK: body.checked:
; CHECK: %[[INDEX:.*]] = add i32 %id.checked, %[[BEFORE:.*]]
; CHECK: %[[GOOD:.*]] = icmp ult i32 %[[INDEX]], %[[COUNT:.*]]
; CHECK: br i1 %[[GOOD]], label %[[ACCESS:.*]], label %[[BAD:.*]]
; CHECK: [[ACCESS]]:
; CHECK: %[[LOADED:.*]] = load i32, ptr addrspace(1) %p.checked, align 4, !weft.checked
; CHECK: [[BAD]]:
; CHECK: call void @weft.check.report(ptr @[[SITE]], i32 %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK: phi i32 [ %[[LOADED]], %[[ACCESS]] ], [ 0, %[[BAD]] ]
; CHECK: icmp ult i32 %id.checked, %{{.*}}
; CHECK: call void @weft.check.report(ptr @[[TABLE]]
; A constant index that is good:
; CHECK: load i32, ptr %second.checked, align 4{{$}}
; CHECK: ret void
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %table = alloca [4 x i32], align 4
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !weft.buffer !1
  br label %body

body:
  %id = call i32 @weft.local.id.0()
  %i = sext i32 %id to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %x = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr inbounds [4 x i32], ptr %table, i64 0, i64 %i
  store i32 %x, ptr %q, align 4
  %second = getelementptr inbounds [4 x i32], ptr %table, i64 0, i64 1
  %y = load i32, ptr %second, align 4
  ret void
}

; Nobody asked.
; CHECK-LABEL: define void @other(
; CHECK-NOT: icmp
; CHECK: ret void
define void @other(ptr addrspace(1) %a, i64 %i) {
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}

declare i32 @weft.local.id.0()

attributes #0 = { "weft-kernel" "weft-checks"="memory" }

!0 = !{}
!1 = !{i32 0}
