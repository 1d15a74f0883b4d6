; In code for any local size dimension 2 has changed places with dimension 0: the innermost loop, which counts ids of
; number 0, ends with the local size along dimension 2. Code for one size has the exchanged one.
; RUN: weft-opt -weft-passes=work-item-loops %s | FileCheck %s
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-local-size"="64,1,8"/' %s | weft-opt -weft-passes=work-item-loops | FileCheck %s --check-prefix=ONE
target triple = "spir64"

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.2()
declare void @use(i32, i32)

; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %group, i64 40
; CHECK: %[[SIZE:.*]] = load i64, ptr %[[PLACE]]
; CHECK: %[[IDS:.*]] = trunc i64 %[[SIZE]] to i32
; CHECK: icmp ult i32 %{{.*}}, %[[IDS]]
; CHECK-NEXT: br i1 %{{.*}} !weft.packet.loop
; ONE: icmp ult i32 %{{.*}}, 64
; ONE-NEXT: br i1 %{{.*}} !weft.packet.loop
define void @k(ptr %launch, ptr %group) #0 {
  %x = call i32 @weft.local.id.0()
  %z = call i32 @weft.local.id.2()
  call void @use(i32 %x, i32 %z)
  ret void
}
attributes #0 = { "weft-kernel" "weft-packet-dimension"="2" }
