; What packets of a region compute twice is computed once: here the vectors of an argument that three operations have made. Not
; before there are regions, across whose barriers it would have to live.
; RUN: weft-opt -weft-passes="work-item-loops,share-values" %s | FileCheck %s
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s --check-prefix=BEFORE
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK: insertelement <8 x float> poison, float %factor
; CHECK: %[[FACTORS:.*]] = shufflevector <8 x float>
; CHECK-NOT: insertelement <8 x float> poison, float %factor
; CHECK: fmul <8 x float> %{{.*}}, %[[FACTORS]]
; CHECK: fadd <8 x float> %{{.*}}, %[[FACTORS]]
; CHECK: fmul <8 x float> %{{.*}}, %[[FACTORS]]
; BEFORE-COUNT-3: insertelement <8 x float> poison, float %factor
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %values, float %factor) "weft-kernel" "weft-packet-width"="8" "weft-local-size"="64,1,1" {
  %x = call i32 @weft.local.id.0()
  %p = getelementptr float, ptr addrspace(1) %values, i32 %x
  %a = load <8 x float>, ptr addrspace(1) %p, align 4
  %one = insertelement <8 x float> poison, float %factor, i64 0
  %ones = shufflevector <8 x float> %one, <8 x float> poison, <8 x i32> zeroinitializer
  %b = fmul <8 x float> %a, %ones
  %two = insertelement <8 x float> poison, float %factor, i64 0
  %twos = shufflevector <8 x float> %two, <8 x float> poison, <8 x i32> zeroinitializer
  %c = fadd <8 x float> %b, %twos
  %three = insertelement <8 x float> poison, float %factor, i64 0
  %threes = shufflevector <8 x float> %three, <8 x float> poison, <8 x i32> zeroinitializer
  %d = fmul <8 x float> %c, %threes
  store <8 x float> %d, ptr addrspace(1) %p, align 4
  ret void
}
