target triple = "spir64"
declare i32 @weft.local.id.0()
; Three bytes of each lane: a load and a shuffle for each, or vectors of which the CPU takes bytes in any order.
; CHECK-LABEL: define void @pixels(
; CHECK: %[[ALL:.*]] = load <12 x i8>, ptr addrspace(1) %{{.*}}, align 1
; CHECK: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 0, i32 3, i32 6, i32 9>
; CHECK: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 1, i32 4, i32 7, i32 10>
; CHECK: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 2, i32 5, i32 8, i32 11>
; PERMUTES-LABEL: define void @pixels(
; PERMUTES-COUNT-3: load <4 x i8>, ptr addrspace(1) %{{.*}}, align 1
; PERMUTES: %[[ALL:.*]] = shufflevector <12 x i8> %{{.*}}, <12 x i8> poison, <12 x i32> <i32 0, i32 3, i32 6, i32 9, i32 1, i32 4, i32 7, i32 10, i32 2, i32 5, i32 8, i32 11>
; PERMUTES: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; PERMUTES: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; PERMUTES: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
define void @pixels(ptr addrspace(1) %rgb, ptr addrspace(1) %grey) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %index = zext nneg i32 %id to i64
  %red.place = getelementptr inbounds [3 x i8], ptr addrspace(1) %rgb, i64 %index
  %red = load i8, ptr addrspace(1) %red.place
  %green.place = getelementptr inbounds i8, ptr addrspace(1) %red.place, i64 1
  %green = load i8, ptr addrspace(1) %green.place
  %blue.place = getelementptr inbounds i8, ptr addrspace(1) %red.place, i64 2
  %blue = load i8, ptr addrspace(1) %blue.place
  %sum = add i8 %red, %green
  %sums = add i8 %sum, %blue
  %to = getelementptr inbounds i8, ptr addrspace(1) %grey, i64 %index
  store i8 %sums, ptr addrspace(1) %to
  ret void
}
