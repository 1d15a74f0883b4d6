; ModuleID = 'tests/compiler/passes/packetise/on-aarch64.ll'
source_filename = "tests/compiler/passes/packetise/on-aarch64.ll"

declare i32 @weft.local.id.0()

; Function Attrs: nounwind willreturn memory(none)
declare float @_Z4fmaxff(float, float) #0

; Function Attrs: nofree nosync nounwind speculatable willreturn memory(none)
declare noundef <8 x i1> @weft.packet.mask.8() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>) #2

declare <8 x float> @_Z4fmaxDv8_fS_(<8 x float>, <8 x float>)

define void @k(ptr %launch, ptr %group, ptr %a, ptr %places, float %n) #3 {
entry:
  %n.splat.splatinsert = insertelement <8 x float> poison, float %n, i64 0
  %n.splat.splat = shufflevector <8 x float> %n.splat.splatinsert, <8 x float> poison, <8 x i32> zeroinitializer
  br label %region.0.x

region.0.end:                                     ; preds = %joined17
  ret void

region.0.x:                                       ; preds = %entry, %joined17
  %x3 = phi i32 [ 0, %entry ], [ %1, %joined17 ]
  %i7 = zext nneg i32 %x3 to i64
  %p8 = getelementptr float, ptr %a, i64 %i7
  %unmaskedload = load <8 x float>, ptr %p8, align 4, !llvm.access.group !0
  %q10 = getelementptr i32, ptr %places, i64 %i7
  %unmaskedload1 = load <8 x i32>, ptr %q10, align 4, !llvm.access.group !0
  %far.lanes12 = sext <8 x i32> %unmaskedload1 to <8 x i64>
  %r.lanes13 = getelementptr float, ptr %a, <8 x i64> %far.lanes12
  %w.lanes14 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %r.lanes13, <8 x i1> splat (i1 true), <8 x float> poison), !llvm.access.group !0
  %above.lanes15 = fcmp ogt <8 x float> %w.lanes14, %n.splat.splat
  %0 = bitcast <8 x i1> %above.lanes15 to i8
  %.not = icmp eq i8 %0, 0
  br i1 %.not, label %joined17, label %more19

joined17:                                         ; preds = %more19, %region.0.x
  %result.lanes18 = phi <8 x float> [ %unmaskedload, %region.0.x ], [ %3, %more19 ]
  store <8 x float> %result.lanes18, ptr %p8, align 4, !llvm.access.group !0
  %1 = add nuw nsw i32 %x3, 8
  %2 = icmp samesign ult i32 %x3, 56
  br i1 %2, label %region.0.x, label %region.0.end, !llvm.loop !1, !weft.packet.loop !4

more19:                                           ; preds = %region.0.x
  %m.lanes20 = call <8 x float> @_Z4fmaxDv8_fS_(<8 x float> %unmaskedload, <8 x float> %w.lanes14) #0
  %sum.lanes21 = fadd <8 x float> %m.lanes20, %n.splat.splat
  %3 = select <8 x i1> %above.lanes15, <8 x float> %sum.lanes21, <8 x float> %unmaskedload
  br label %joined17
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr captures(none), <8 x i1>, <8 x float>) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr captures(none), <8 x i1>, <8 x i32>) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, <8 x i1>, <8 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr captures(none), <8 x i1>) #6

attributes #0 = { nounwind willreturn memory(none) }
attributes #1 = { nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { "weft-kernel" "weft-local-size"="64,1,1" "weft-packet-width"="8" "weft-scratch-bytes"="0" }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #6 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }

!0 = distinct !{}
!1 = distinct !{!1, !2, !3}
!2 = !{!"llvm.loop.parallel_accesses", !0}
!3 = !{!"llvm.loop.unroll.runtime.disable"}
!4 = !{}
