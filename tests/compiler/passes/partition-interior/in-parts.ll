; The parts of a guard that are asked one after the other are one condition, up to one that not all may be asked.
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes="partition-interior" %s | FileCheck %s
; A part that the first and the last work-item can't answer stays behind the others.
; RUN: sed 's/icmp slt i32 %%y, %%last.y ; of y/icmp eq i32 %%y, %%last.y/' %s | weft-opt --cpu=x86-64-v3 -weft-passes="partition-interior" | FileCheck %s --check-prefix=FIRST
; So does it where masks cost nothing, without a loop.
; RUN: weft-opt --cpu=skylake-avx512 -weft-passes="partition-interior" %s | FileCheck %s --check-prefix=MASKED

; CHECK: icmp slt i32 %y, %last.y
; CHECK-NEXT: %[[BELOW:.*]] = xor i1 %above.all, true
; CHECK-NEXT: %guard = select i1 %[[BELOW]], i1 %in.y, i1 false
; CHECK: br i1 %{{.*}}, label %inner.groups, label %other.groups
; CHECK: other.groups:
; CHECK: br i1 %guard, label %to.width, label %end
; CHECK: inner.groups:
; CHECK: to.width.inner:
; CHECK: %in.x.inner = icmp slt i32
; CHECK-NEXT: br i1 %in.x.inner, label

; FIRST: icmp sge i32 %{{.*}}, 1
; FIRST-NEXT: br i1 %{{.*}}, label %inner.groups, label %other.groups
; FIRST: inner.groups:
; FIRST: to.height.inner:
; FIRST: icmp eq i32

; MASKED: inner.groups:
; MASKED: to.height.inner:
; MASKED: ret void
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)

define void @stencil(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %other, i32 %base, i32 %top, i32 %width, i32 %height) #0 {
entry:
  %l0 = call i32 @weft.local.id.0()
  %l1 = call i32 @weft.local.id.1()
  %x = add nuw nsw i32 %l0, %base
  %y = add nuw nsw i32 %l1, %top
  %above.all = icmp slt i32 %y, 1
  br i1 %above.all, label %end, label %to.height

to.height:
  %last.y = sub nsw i32 %height, 1
  %in.y = icmp slt i32 %y, %last.y ; of y
  br i1 %in.y, label %to.width, label %end

to.width:
  %last.x = load i32, ptr addrspace(1) %other
  %in.x = icmp slt i32 %x, %last.x
  br i1 %in.x, label %body, label %end

body:
  %row = mul nsw i32 %y, %width
  %here = add nsw i32 %row, %x
  %left = sub nsw i32 %here, 1
  %above = sub nsw i32 %here, %width
  %below = add nsw i32 %here, %width
  %p = getelementptr float, ptr addrspace(1) %in, i32 %here
  %a = load float, ptr addrspace(1) %p
  %p.left = getelementptr float, ptr addrspace(1) %in, i32 %left
  %b = load float, ptr addrspace(1) %p.left
  %p.above = getelementptr float, ptr addrspace(1) %in, i32 %above
  %c = load float, ptr addrspace(1) %p.above
  %p.below = getelementptr float, ptr addrspace(1) %in, i32 %below
  %d = load float, ptr addrspace(1) %p.below
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %sum = fadd float %ab, %cd
  %q = getelementptr float, ptr addrspace(1) %out, i32 %here
  store float %sum, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="16,8,1" }
