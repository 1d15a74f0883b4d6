; An asynchronous copy leaves words of nobody's local id, so that each work-item meets it, also the one that makes it.
; A read by the work-item that a copy's write follows is noted: it is no update.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
; RUN: sed 's/^  store i32 %x, .*/  fence release/' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=TOLD
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: %item.bits = shl nuw nsw i64 %{{.*}}, 13
; CHECK: %[[READER:.*]] = or i64 %{{.*}}, %item.bits
; CHECK-NEXT: %own = or i64 %[[READER]],
; CHECK: store i64 %own,
; CHECK: %x = load i32
; CHECK: %[[COPY:.*]] = or i64 %{{.*}}, 67100672
; CHECK-NEXT: %[[WORD:own.*]] = or i64 %[[COPY]],
; CHECK: store i64 %[[WORD]],
; CHECK: call void @weft.check.met
; CHECK: store i32 7,
; TOLD: call void @weft.check.access(
; TOLD: store i32 7,
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="races" {
entry:
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  br label %body

body:
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !weft.buffer !1
  %id = call i32 @weft.local.id.0()
  %index = xor i32 %id, 1
  %at = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %index
  %x = load i32, ptr addrspace(1) %at, align 4
  store i32 7, ptr addrspace(1) %at, align 4, !weft.by.copy !0
  %far = getelementptr inbounds i32, ptr addrspace(1) %at, i32 100
  store i32 %x, ptr addrspace(1) %far, align 4
  ret void
}

declare i32 @weft.local.id.0()

!0 = !{}
!1 = !{i32 0}
