; Of what a coordinate is made of more than once there is one copy, and a long expression stays a vector where it begins:
; each square names the one before twice, which would be 2 to the power of 60 multiplications.
; RUN: weft-opt -weft-passes="specialise-images" %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @k(
; CHECK: mul <2 x i32> %at, %at
; CHECK: mul <2 x i32>
; CHECK: %[[X:.*]] = extractelement <2 x i32>
; CHECK: mul i32 %[[X]], %[[X]]
; CHECK: call void @
define void @k(ptr %args, <2 x i32> %at, <4 x i32> %colour) #0 {
  %a = load ptr, ptr %args, !weft.image !0
  %s0 = mul <2 x i32> %at, %at
  %s1 = mul <2 x i32> %s0, %s0
  %s2 = mul <2 x i32> %s1, %s1
  %s3 = mul <2 x i32> %s2, %s2
  %s4 = mul <2 x i32> %s3, %s3
  %s5 = mul <2 x i32> %s4, %s4
  %s6 = mul <2 x i32> %s5, %s5
  %s7 = mul <2 x i32> %s6, %s6
  %s8 = mul <2 x i32> %s7, %s7
  %s9 = mul <2 x i32> %s8, %s8
  %s10 = mul <2 x i32> %s9, %s9
  %s11 = mul <2 x i32> %s10, %s10
  %s12 = mul <2 x i32> %s11, %s11
  %s13 = mul <2 x i32> %s12, %s12
  %s14 = mul <2 x i32> %s13, %s13
  %s15 = mul <2 x i32> %s14, %s14
  %s16 = mul <2 x i32> %s15, %s15
  %s17 = mul <2 x i32> %s16, %s16
  %s18 = mul <2 x i32> %s17, %s17
  %s19 = mul <2 x i32> %s18, %s18
  %s20 = mul <2 x i32> %s19, %s19
  %s21 = mul <2 x i32> %s20, %s20
  %s22 = mul <2 x i32> %s21, %s21
  %s23 = mul <2 x i32> %s22, %s22
  %s24 = mul <2 x i32> %s23, %s23
  %s25 = mul <2 x i32> %s24, %s24
  %s26 = mul <2 x i32> %s25, %s25
  %s27 = mul <2 x i32> %s26, %s26
  %s28 = mul <2 x i32> %s27, %s27
  %s29 = mul <2 x i32> %s28, %s28
  %s30 = mul <2 x i32> %s29, %s29
  %s31 = mul <2 x i32> %s30, %s30
  %s32 = mul <2 x i32> %s31, %s31
  %s33 = mul <2 x i32> %s32, %s32
  %s34 = mul <2 x i32> %s33, %s33
  %s35 = mul <2 x i32> %s34, %s34
  %s36 = mul <2 x i32> %s35, %s35
  %s37 = mul <2 x i32> %s36, %s36
  %s38 = mul <2 x i32> %s37, %s37
  %s39 = mul <2 x i32> %s38, %s38
  %s40 = mul <2 x i32> %s39, %s39
  %s41 = mul <2 x i32> %s40, %s40
  %s42 = mul <2 x i32> %s41, %s41
  %s43 = mul <2 x i32> %s42, %s42
  %s44 = mul <2 x i32> %s43, %s43
  %s45 = mul <2 x i32> %s44, %s44
  %s46 = mul <2 x i32> %s45, %s45
  %s47 = mul <2 x i32> %s46, %s46
  %s48 = mul <2 x i32> %s47, %s47
  %s49 = mul <2 x i32> %s48, %s48
  %s50 = mul <2 x i32> %s49, %s49
  %s51 = mul <2 x i32> %s50, %s50
  %s52 = mul <2 x i32> %s51, %s51
  %s53 = mul <2 x i32> %s52, %s52
  %s54 = mul <2 x i32> %s53, %s53
  %s55 = mul <2 x i32> %s54, %s54
  %s56 = mul <2 x i32> %s55, %s55
  %s57 = mul <2 x i32> %s56, %s56
  %s58 = mul <2 x i32> %s57, %s57
  %s59 = mul <2 x i32> %s58, %s58
  call void @_Z12write_imagei14ocl_image2d_woDv2_iDv4_i(ptr %a, <2 x i32> %s59, <4 x i32> %colour)
  ret void
}

define internal void @_Z12write_imagei14ocl_image2d_woDv2_iDv4_i(ptr "weft-image" %image, <2 x i32> %at, <4 x i32> %colour) {
  %data = load ptr, ptr %image
  store <4 x i32> %colour, ptr %data
  ret void
}

attributes #0 = { "weft-kernel" }
!0 = !{i32 280301790}
