; A store of a whole packet to a buffer that the kernel doesn't read goes past the caches where the launch says so, the
; address is a line's and all lanes of the packet run. stores-that-stay.ll has the stores that don't.
; RUN: weft-opt -weft-passes="stream-stores<64>" %s | FileCheck %s
; Where lanes have a mask, all of them are asked for.
; RUN: sed 's/splat (i1 true)), !noalias/%%mask), !noalias/' %s \
; RUN:   | weft-opt -weft-passes="stream-stores<64>" | FileCheck %s --check-prefix=MASKED
; An atomic update of local memory tells other groups nothing of the stores, as they can't see it.
; RUN: sed 's/^  %%next = add/  %%old = atomicrmw add ptr addrspace(3) null, i32 1 seq_cst\n  %%next = add/' %s \
; RUN:   | weft-opt -weft-passes="stream-stores<64>" | FileCheck %s
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: %[[AT:.*]] = getelementptr {{.*}}i8, ptr %launch, i64 108
; CHECK: %[[FLAGS:.*]] = load i32, ptr %[[AT]]
; CHECK: %[[BIT:.*]] = and i32 %[[FLAGS]], 1
; CHECK: %[[STREAMS:.*]] = icmp ne i32 %[[BIT]], 0
; CHECK: %sum = fadd
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr addrspace(1) %at to i64
; CHECK: %[[PLACE:.*]] = and i64 %[[ADDRESS]], 63
; CHECK: %[[ALIGNED:.*]] = icmp eq i64 %[[PLACE]], 0
; CHECK: %[[PAST:.*]] = and i1 %[[STREAMS]], %[[ALIGNED]]
; CHECK: br i1 %[[PAST]]
; CHECK: store <16 x float> %sum, ptr addrspace(1) %at, align 64, !noalias ![[SCOPES:.*]], !nontemporal
; CHECK: call void @llvm.masked.store.v16f32.p1(<16 x float> %sum, ptr addrspace(1) align 4 %at, {{.*}}, !noalias ![[SCOPES]]
; CHECK: attributes #{{.*}} "weft-streams"
; MASKED: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v16i1(<16 x i1> %mask)
; MASKED: %[[WHOLE:.*]] = and i1 %aligned, %[[ALL]]
; MASKED: and i1 %streams, %[[WHOLE]]
; MASKED: store <16 x float> %sum, ptr addrspace(1) %at, align 64, !noalias ![[SCOPES:.*]], !nontemporal
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %args = load ptr, ptr %launch
  %a = load ptr addrspace(1), ptr %args, !weft.buffer !2
  %second = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %second, !weft.buffer !3
  %mask = icmp eq <16 x ptr addrspace(1)> zeroinitializer, zeroinitializer
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i32 %x
  %at = getelementptr float, ptr addrspace(1) %b, i32 %x
  %value = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %from, <16 x i1> splat (i1 true), <16 x float> poison)
  %sum = fadd <16 x float> %value, splat (float 1.0)
  call void @llvm.masked.store.v16f32.p1(<16 x float> %sum, ptr addrspace(1) align 4 %at, <16 x i1> splat (i1 true)), !noalias !4
  %next = add i32 %x, 16
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %end, !weft.packet.loop !1

end:
  ret void
}
attributes #0 = { "weft-kernel" "weft-packet-width"="16" "weft-local-size"="0,1,1" }
!1 = !{}
!2 = !{i32 0}
!3 = !{i32 1}
!4 = !{!5}
!5 = distinct !{!5, !6}
!6 = distinct !{!6}
