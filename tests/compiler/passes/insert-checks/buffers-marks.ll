; A read of a buffer looks at the launch's marks, where it has some and the access is within the
; buffer, and a write makes them. What is loaded only to be stored with another element isn't read. An
; argument whose address gets away counts as written, and so does what a copy leaves. Where no argument has marks groups
; run code that doesn't look.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: %x = load ptr addrspace(1)
; CHECK-DAG: call void @weft.check.wrote(i32 1)
; CHECK-DAG: %[[X:written.*]] = load ptr, {{.*}} !weft.marks
; CHECK-DAG: %[[MARKED:is.marked.*]] = icmp ne ptr %[[X]], null
; CHECK: %[[UNMARKED:.*]] = xor i1 %[[MARKED]], true
; CHECK: br i1 %[[UNMARKED]], label %safe.groups, label %checked.groups, !prof
; CHECK: safe.groups:
; CHECK-NOT: is.marked
; CHECK-NOT: call
; CHECK: ret void
; CHECK: checked.groups:
; CHECK: body.checked:
; CHECK: %[[WITHIN:.*]] = icmp ult i64
; CHECK: %[[LOOKS:.*]] = and i1 %[[MARKED]], %[[WITHIN]]
; CHECK: br i1 %[[LOOKS]], label %[[LOOK:.*]], label %[[READ:.*]], !prof
; CHECK: [[LOOK]]:
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %[[X]], i64 %[[AT:.*]]
; CHECK: %[[MARKS:.*]] = load i32, ptr %[[PLACE]], align 1
; CHECK: %[[BAD:.*]] = icmp ne i32 %[[MARKS]], -1
; CHECK: br i1 %[[BAD]]
; CHECK: call void @weft.check.report(ptr @{{.*}}, i64 %[[AT]], i64 0)
; CHECK: [[READ]]:
; CHECK-NEXT: %a.checked = load float, ptr addrspace(1) %[[P:.*]], align
; CHECK: store float %b.checked, ptr addrspace(1) %[[P]]
; CHECK: %[[MAKES:.*]] = and i1 %[[MARKED]], %{{.*}}
; CHECK-NEXT: br i1 %[[MAKES]], label %[[MARK:.*]], label %[[BEHIND:.*]], !prof
; CHECK: [[MARK]]:
; CHECK: store i32 -1, ptr %{{.*}}, align 1
; CHECK: [[BEHIND]]:
; CHECK-NEXT: %both.checked = load <2 x float>
; CHECK-NEXT: %put.checked = insertelement
; CHECK-NEXT: store <2 x float> %put.checked
; CHECK: store <2 x i32> splat (i32 -1), ptr
; CHECK: load float, ptr addrspace(1) %escaped
; CHECK-NEXT: ret void
define void @k(ptr %launch, ptr %group, i64 %id) "weft-kernel" "weft-checks"="values" {
entry:
  %x = load ptr addrspace(1), ptr %launch, align 8, !weft.buffer !0
  %escaped = load ptr addrspace(1), ptr %group, align 8, !weft.buffer !1
  %keeper = alloca ptr addrspace(1), align 8
  br label %body

body:
  %p = getelementptr float, ptr addrspace(1) %x, i64 %id
  %a = load float, ptr addrspace(1) %p, align 4
  %b = fadd float %a, 1.0
  store float %b, ptr addrspace(1) %p, align 4
  %both = load <2 x float>, ptr addrspace(1) %p, align 8
  %put = insertelement <2 x float> %both, float 1.0, i32 0
  store <2 x float> %put, ptr addrspace(1) %p, align 8
  store ptr addrspace(1) %escaped, ptr %keeper, align 8
  %c = load float, ptr addrspace(1) %escaped, align 4
  ret void
}

!0 = !{i32 0}
!1 = !{i32 1}
