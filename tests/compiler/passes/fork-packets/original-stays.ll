; A copy of the kernel goes its way to packets; the original stays beside it until they are settled or given up.
; RUN: weft-opt -weft-passes=fork-packets %s | FileCheck %s --check-prefix=FORK
; RUN: weft-opt --schedule=packets -weft-passes="fork-packets,choose-schedule<8>,packetise,commit-packets" %s \
; RUN:   | FileCheck %s --check-prefix=SETTLED
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule<8;most=2>" %s | FileCheck %s --check-prefix=GIVEN-UP

declare i32 @weft.local.id.0()

; FORK: define void @k.original({{.*}} #[[ORIGINAL:[0-9]+]] {
; FORK: store i32 %{{.*}}, ptr addrspace(1) %{{.*}}
; FORK: define void @k({{.*}} #[[KERNEL:[0-9]+]] {
; FORK: store i32 %{{.*}}, ptr addrspace(1) %{{.*}}
; FORK-DAG: attributes #[[ORIGINAL]] = { "weft-original" }
; FORK-DAG: attributes #[[KERNEL]] = { "weft-kernel" }
; SETTLED-NOT: @k.original
; SETTLED: call void @llvm.masked.scatter
; SETTLED: attributes #{{.*}} = { "weft-kernel" "weft-packet-width"="8" "weft-schedule"="packets width=8 dimension=0 no-flatten" }
; GIVEN-UP-NOT: @k.original
; GIVEN-UP: store i32 %{{.*}}, ptr addrspace(1) %{{.*}}
; GIVEN-UP: attributes #{{.*}} = { "weft-kernel" }
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a) #0 {
  %x = call i32 @weft.local.id.0()
  %i = mul i32 %x, 100
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  store i32 %x, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" }
