; What a generic pointer points to follows from a cast that can be seen, else from the address.
; RUN: weft-opt -weft-passes="resolve-generic-pointers" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare ptr addrspace(1) @__to_global(ptr addrspace(4))
declare ptr addrspace(3) @__to_local(ptr addrspace(4))
declare ptr @__to_private(ptr addrspace(4))
declare i32 @_Z9get_fencePU3AS4v(ptr addrspace(4))
declare void @use(ptr addrspace(1), ptr addrspace(3), ptr, i32)

; CHECK-LABEL: define void @k(
; CHECK-NOT: call {{.*}}@__to_
; CHECK: %[[LOCAL:.*]] = load ptr, ptr %{{.*}}, !invariant.load
; CHECK: %[[LOCAL_BEGIN:.*]] = ptrtoint ptr %[[LOCAL]] to i64
; CHECK: %[[LOCAL_BYTES:.*]] = load i64, ptr %{{.*}}, !invariant.load
; CHECK: call ptr @llvm.stacksave
; CHECK: call ptr @llvm.frameaddress
; CHECK: br label %body
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %variable = alloca i32
  %memory = load ptr, ptr %group
  %tile = addrspacecast ptr %memory to ptr addrspace(3)
  br label %body

; Known: a local pointer, although its address was read from the ABI's struct, and a private one.
; CHECK: body:
; CHECK: call void @use(ptr addrspace(1) null, ptr addrspace(3) %{{.*}}, ptr null, i32 1)
; CHECK: call void @use(ptr addrspace(1) null, ptr addrspace(3) null, ptr %{{.*}}, i32 0)
; Unknown.
; CHECK: %[[OFFSET:.*]] = sub i64 %{{.*}}, %[[LOCAL_BEGIN]]
; CHECK: %[[IS_LOCAL:.*]] = icmp ult i64 %[[OFFSET]], %[[LOCAL_BYTES]]
; CHECK: select i1 %{{.*}}, ptr addrspace(1) null, ptr addrspace(1) %{{.*}}
; CHECK: select i1 %{{.*}}, ptr addrspace(3) %{{.*}}, ptr addrspace(3) null
; CHECK: select i1 %{{.*}}, ptr %{{.*}}, ptr null
; CHECK: ret void
body:
  %from.local = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %lg = call ptr addrspace(1) @__to_global(ptr addrspace(4) %from.local)
  %ll = call ptr addrspace(3) @__to_local(ptr addrspace(4) %from.local)
  %lp = call ptr @__to_private(ptr addrspace(4) %from.local)
  %lf = call i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %from.local)
  call void @use(ptr addrspace(1) %lg, ptr addrspace(3) %ll, ptr %lp, i32 %lf)

  %from.private = addrspacecast ptr %variable to ptr addrspace(4)
  %pg = call ptr addrspace(1) @__to_global(ptr addrspace(4) %from.private)
  %pl = call ptr addrspace(3) @__to_local(ptr addrspace(4) %from.private)
  %pp = call ptr @__to_private(ptr addrspace(4) %from.private)
  %pf = call i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %from.private)
  call void @use(ptr addrspace(1) %pg, ptr addrspace(3) %pl, ptr %pp, i32 %pf)

  %unknown = load ptr addrspace(4), ptr %variable
  %ug = call ptr addrspace(1) @__to_global(ptr addrspace(4) %unknown)
  %ul = call ptr addrspace(3) @__to_local(ptr addrspace(4) %unknown)
  %up = call ptr @__to_private(ptr addrspace(4) %unknown)
  %uf = call i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %unknown)
  call void @use(ptr addrspace(1) %ug, ptr addrspace(3) %ul, ptr %up, i32 %uf)
  ret void
}

attributes #0 = { "weft-kernel" }
; CHECK: attributes #{{.*}} = { noredzone "weft-kernel" }
