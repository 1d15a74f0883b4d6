; Packets become code for AArch64: for NEON, and for SVE2's CPUs in vectors of fixed width. Whole packets are loaded and
; stored by full registers; a gather is loads of elements; lanes that part are selected from; a builtin is called by its
; overload for vectors.
; RUN: weft-opt -weft-passes="packetise<8>,work-item-loops,flatten-address-spaces,function(simplifycfg,instcombine,early-cse,adce)" %s > %t.ll
; RUN: llc -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1 -O2 %t.ll -o - | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -mcpu=neoverse-v2 -O2 %t.ll -o - | FileCheck %s

declare i32 @weft.local.id.0()
declare float @_Z4fmaxff(float, float) #1

; CHECK-LABEL: k:
; CHECK: // %region.0.x
; CHECK-DAG: ldp q{{[0-9]+}}, q{{[0-9]+}}, [x{{[0-9]+}}]
; CHECK-DAG: ldp q{{[0-9]+}}, q{{[0-9]+}}, [x{{[0-9]+}}]
; CHECK-DAG: sshll2 v{{[0-9]+}}.2d
; CHECK-DAG: ld1 { v{{[0-9]+}}.s }[1], [x{{[0-9]+}}]
; CHECK-DAG: fcmgt v{{[0-9]+}}.4s
; CHECK: umaxv h
; CHECK: tbz w{{[0-9]+}}, #0,
; CHECK: bl _Z4fmaxDv8_fS_
; CHECK: fadd v{{[0-9]+}}.4s
; CHECK: bit v{{[0-9]+}}.16b
; CHECK: bit v{{[0-9]+}}.16b
; CHECK-NOT: str s
; CHECK: ret
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, ptr addrspace(1) %places, float %n) #0 {
entry:
  %x = call i32 @weft.local.id.0()
  %i = zext nneg i32 %x to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %places, i64 %i
  %place = load i32, ptr addrspace(1) %q
  %far = sext i32 %place to i64
  %r = getelementptr float, ptr addrspace(1) %a, i64 %far
  %w = load float, ptr addrspace(1) %r
  %above = fcmp ogt float %w, %n
  br i1 %above, label %more, label %joined

more:
  %m = call float @_Z4fmaxff(float %v, float %w) #1
  %sum = fadd float %m, %n
  br label %joined

joined:
  %result = phi float [ %v, %entry ], [ %sum, %more ]
  store float %result, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="64,1,1" }
attributes #1 = { memory(none) nounwind willreturn }
