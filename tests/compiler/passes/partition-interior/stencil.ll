; Without a loop, code behind a guard is copied where it has four loads of one object, as a stencil has, and there are rows; not for any local size.
; RUN: weft-opt -weft-passes="partition-interior" %s | FileCheck %s
; RUN: sed 's/float, ptr addrspace(1) %%in, i32 %%below/float, ptr addrspace(1) %%other, i32 %%below/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/%%y = add nuw nsw i32 %%l1, %%top/%%y = add nuw nsw i32 %%l0, %%top/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/"weft-local-size"="16,8,1"//; s/@stencil(/@stencil(ptr %%launch, ptr %%group, /' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS

; CHECK: br i1 %{{.*}}, label %inner.groups, label %other.groups
; STAYS-NOT: inner.groups
; STAYS: ret void
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)

define void @stencil(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %other, i32 %base, i32 %top, i32 %width, i32 %height) #0 {
entry:
  %l0 = call i32 @weft.local.id.0()
  %l1 = call i32 @weft.local.id.1()
  %x = add nuw nsw i32 %l0, %base
  %y = add nuw nsw i32 %l1, %top
  %in.x = icmp slt i32 %x, %width
  %in.y = icmp slt i32 %y, %height
  %inside = select i1 %in.x, i1 %in.y, i1 false
  br i1 %inside, label %body, label %end

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
