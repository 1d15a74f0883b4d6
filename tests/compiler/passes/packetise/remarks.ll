; What becomes of a kernel is said as LLVM's remarks: the width, what is gathered, what runs lane by lane, or why it is
; left as it is.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="packetise<8>" -pass-remarks=packetise -pass-remarks-analysis=packetise %t/packets.ll 2>&1 \
; RUN:   | FileCheck %t/packets.ll
; RUN: weft-opt -weft-passes="packetise<8>" -pass-remarks-missed=packetise %t/left.ll 2>&1 | FileCheck %t/left.ll
; RUN: weft-opt -weft-passes="packetise<8;most=9>" -pass-remarks-missed=packetise %t/long.ll 2>&1 | FileCheck %t/long.ll

;--- long.ll
; What would be long on packets is left to loops: the elements of vectors count one by one.
; CHECK: not on packets: it would take long to compile (20 instructions, those on vectors counted by element, more than 9)
; CHECK: add <8 x i32>
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @k(ptr addrspace(1) %a, <8 x i32> %v) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %sum = add <8 x i32> %v, %v
  %first = extractelement <8 x i32> %sum, i32 0
  %at = getelementptr i32, ptr addrspace(1) %a, i32 %id
  store i32 %first, ptr addrspace(1) %at
  ret void
}

;--- packets.ll
; CHECK: gathers elements that aren't contiguous
; CHECK: 'unknown(int)' runs for one work-item after the other
; CHECK: on packets of 8 work-items
target triple = "spir64"
declare i32 @weft.local.id.0()
declare void @_Z7unknowni(i32)
define void @k(ptr addrspace(1) %a) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %at = getelementptr [5 x i32], ptr addrspace(1) %a, i64 %place
  %v = load i32, ptr addrspace(1) %at
  call void @_Z7unknowni(i32 %v)
  ret void
}

;--- left.ll
; CHECK: not on packets: a vector or struct differs between work-items (call)
target triple = "spir64"
declare i32 @weft.local.id.0()
declare { i32, float } @pair(i32)
define void @k(ptr addrspace(1) %a) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %both = call { i32, float } @pair(i32 %id)
  %v = extractvalue { i32, float } %both, 1
  store float %v, ptr addrspace(1) %a
  ret void
}
