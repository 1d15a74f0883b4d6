; A local array stays in memory if a generic pointer may point to it, although each work-item uses an element of its own: LLVM has
; merged two casts into one from the ABI's pointer to a generic pointer. A generic pointer to a private variable is no obstacle.
; RUN: weft-opt -weft-passes=privatise-local-memory %s | FileCheck %s
; RUN: sed 's/addrspacecast ptr %%local to ptr addrspace(4)/addrspacecast ptr %%variable to ptr addrspace(4)/' %s \
; RUN:   | weft-opt -weft-passes=privatise-local-memory | FileCheck %s --check-prefix=PRIVATE
target triple = "spir64"

declare void @weft.barrier() convergent noduplicate
declare i32 @use(ptr addrspace(4))

; CHECK-LABEL: define void @k(
; CHECK: store i32 7, ptr addrspace(3) %array
; CHECK: call i32 @use
; PRIVATE-LABEL: define void @k(
; PRIVATE-NOT: ptr addrspace(3)
; PRIVATE: call i32 @use
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %variable = alloca i32
  %at = getelementptr inbounds i8, ptr %group, i64 48
  %local = load ptr, ptr %at, !invariant.load !0
  %array = addrspacecast ptr %local to ptr addrspace(3)
  store i32 7, ptr addrspace(3) %array
  %generic = addrspacecast ptr %local to ptr addrspace(4)
  call void @weft.barrier()
  %r = call i32 @use(ptr addrspace(4) %generic)
  ret void
}
attributes #0 = { "weft-kernel" "weft-local-size"="1,1,1" }
!0 = !{}
