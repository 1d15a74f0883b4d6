; Where one work-item goes a way with a barrier all do, so that regions may be cut behind, though nothing else tells that
; all go alike: each piece of the kernel is there once, not once for every barrier before it.
; RUN: weft-opt -weft-passes="work-item-loops<1000>" %s | FileCheck %s
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s --check-prefix=WHOLE

declare void @weft.barrier()
declare void @piece(i32)

; From the kernel's begin, from each of its 13 barriers, and, where it is cut, from each of the 12 places where two ways
; meet and from the end.
; WHOLE-COUNT-14: br label %{{.*}}, !weft.region.start
; WHOLE-NOT: !weft.region.start
; WHOLE-COUNT-14: call void @piece(
; CHECK-COUNT-27: br label %{{.*}}, !weft.region.start
; CHECK-NOT: !weft.region.start
; CHECK-COUNT-13: call void @piece(
; CHECK-NOT: call void @piece(
; CHECK-NOT: call void @weft.barrier(
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %flags) "weft-kernel" {
entry:
  %all = load volatile i32, ptr addrspace(1) %flags
  %any = icmp eq i32 %all, 0
  br i1 %any, label %end, label %piece0
piece0:
  call void @weft.barrier()
  call void @piece(i32 0)
  %p0 = getelementptr i32, ptr addrspace(1) %flags, i32 0
  %f0 = load volatile i32, ptr addrspace(1) %p0
  %c0 = icmp eq i32 %f0, 0
  br i1 %c0, label %meet0, label %piece1
meet0:
  call void @weft.barrier()
  br label %piece1
piece1:
  call void @piece(i32 1)
  %p1 = getelementptr i32, ptr addrspace(1) %flags, i32 1
  %f1 = load volatile i32, ptr addrspace(1) %p1
  %c1 = icmp eq i32 %f1, 0
  br i1 %c1, label %meet1, label %piece2
meet1:
  call void @weft.barrier()
  br label %piece2
piece2:
  call void @piece(i32 2)
  %p2 = getelementptr i32, ptr addrspace(1) %flags, i32 2
  %f2 = load volatile i32, ptr addrspace(1) %p2
  %c2 = icmp eq i32 %f2, 0
  br i1 %c2, label %meet2, label %piece3
meet2:
  call void @weft.barrier()
  br label %piece3
piece3:
  call void @piece(i32 3)
  %p3 = getelementptr i32, ptr addrspace(1) %flags, i32 3
  %f3 = load volatile i32, ptr addrspace(1) %p3
  %c3 = icmp eq i32 %f3, 0
  br i1 %c3, label %meet3, label %piece4
meet3:
  call void @weft.barrier()
  br label %piece4
piece4:
  call void @piece(i32 4)
  %p4 = getelementptr i32, ptr addrspace(1) %flags, i32 4
  %f4 = load volatile i32, ptr addrspace(1) %p4
  %c4 = icmp eq i32 %f4, 0
  br i1 %c4, label %meet4, label %piece5
meet4:
  call void @weft.barrier()
  br label %piece5
piece5:
  call void @piece(i32 5)
  %p5 = getelementptr i32, ptr addrspace(1) %flags, i32 5
  %f5 = load volatile i32, ptr addrspace(1) %p5
  %c5 = icmp eq i32 %f5, 0
  br i1 %c5, label %meet5, label %piece6
meet5:
  call void @weft.barrier()
  br label %piece6
piece6:
  call void @piece(i32 6)
  %p6 = getelementptr i32, ptr addrspace(1) %flags, i32 6
  %f6 = load volatile i32, ptr addrspace(1) %p6
  %c6 = icmp eq i32 %f6, 0
  br i1 %c6, label %meet6, label %piece7
meet6:
  call void @weft.barrier()
  br label %piece7
piece7:
  call void @piece(i32 7)
  %p7 = getelementptr i32, ptr addrspace(1) %flags, i32 7
  %f7 = load volatile i32, ptr addrspace(1) %p7
  %c7 = icmp eq i32 %f7, 0
  br i1 %c7, label %meet7, label %piece8
meet7:
  call void @weft.barrier()
  br label %piece8
piece8:
  call void @piece(i32 8)
  %p8 = getelementptr i32, ptr addrspace(1) %flags, i32 8
  %f8 = load volatile i32, ptr addrspace(1) %p8
  %c8 = icmp eq i32 %f8, 0
  br i1 %c8, label %meet8, label %piece9
meet8:
  call void @weft.barrier()
  br label %piece9
piece9:
  call void @piece(i32 9)
  %p9 = getelementptr i32, ptr addrspace(1) %flags, i32 9
  %f9 = load volatile i32, ptr addrspace(1) %p9
  %c9 = icmp eq i32 %f9, 0
  br i1 %c9, label %meet9, label %piece10
meet9:
  call void @weft.barrier()
  br label %piece10
piece10:
  call void @piece(i32 10)
  %p10 = getelementptr i32, ptr addrspace(1) %flags, i32 10
  %f10 = load volatile i32, ptr addrspace(1) %p10
  %c10 = icmp eq i32 %f10, 0
  br i1 %c10, label %meet10, label %piece11
meet10:
  call void @weft.barrier()
  br label %piece11
piece11:
  call void @piece(i32 11)
  %p11 = getelementptr i32, ptr addrspace(1) %flags, i32 11
  %f11 = load volatile i32, ptr addrspace(1) %p11
  %c11 = icmp eq i32 %f11, 0
  br i1 %c11, label %meet11, label %piece12
meet11:
  call void @weft.barrier()
  br label %piece12
piece12:
  call void @piece(i32 12)
  br label %end
end:
  ret void
}
