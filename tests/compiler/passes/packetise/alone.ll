; Behind its preparation packetise takes the width that was chosen; without one it leaves the kernel as it is.
; RUN: weft-opt -weft-passes=packetise %s | FileCheck %s
; RUN: sed 's/"weft-schedule"="width=4"//' %s | weft-opt -weft-passes=packetise | FileCheck %s --check-prefix=NONE

declare i32 @weft.local.id.0()

; CHECK: call void @llvm.masked.store.v4i32
; NONE-NOT: <4 x i32>
; CHECK: attributes #{{.*}} = { "weft-kernel" "weft-packet-width"="4" "weft-schedule"="width=4" }
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a) #0 {
  %x = call i32 @weft.local.id.0()
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %x
  store i32 %x, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" "weft-schedule"="width=4" }
