; In rows of two packets at most the ids of dimension 0 become constants, and so does what takes ten operations on them: it
; is computed in each region. In longer rows it is saved.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
; RUN: sed 's/"weft-local-size"="27,9,1"/"weft-local-size"="54,9,1"/' %s | weft-opt -weft-passes="work-item-loops" \
; RUN:   | FileCheck %s --check-prefix=SAVED

declare i32 @weft.local.id.0()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK: region.1.x:
; CHECK: mul <16 x i32> %{{.*}}, splat (i32 21)
; CHECK: "weft-scratch-bytes"="0"
; SAVED: region.1.x:
; SAVED-NOT: mul <16 x i32>
; SAVED: "weft-scratch-bytes"="4"
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p) #0 {
  %local = call i32 @weft.local.id.0()
  %one = insertelement <16 x i32> poison, i32 %local, i64 0
  %all = shufflevector <16 x i32> %one, <16 x i32> poison, <16 x i32> zeroinitializer
  %ids = add nuw nsw <16 x i32> %all, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %a = mul <16 x i32> %ids, splat (i32 3)
  %b = xor <16 x i32> %a, splat (i32 5)
  %c = mul <16 x i32> %b, splat (i32 7)
  %d = xor <16 x i32> %c, splat (i32 9)
  %e = mul <16 x i32> %d, splat (i32 11)
  %f = xor <16 x i32> %e, splat (i32 13)
  %g = mul <16 x i32> %f, splat (i32 15)
  %h = xor <16 x i32> %g, splat (i32 17)
  %i = mul <16 x i32> %h, splat (i32 19)
  %value = mul <16 x i32> %i, splat (i32 21)
  store <16 x i32> %value, ptr addrspace(1) %p
  call void @weft.barrier()
  store <16 x i32> %value, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="27,9,1" "weft-packet-width"="16" }
