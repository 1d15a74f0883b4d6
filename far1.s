	.file	"program.cl"
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
.LCPI0_0:
	.long	0
	.long	1
	.long	2
	.long	3
	.long	4
	.long	5
	.long	6
	.long	7
	.long	8
	.long	9
	.long	10
	.long	11
	.long	12
	.long	13
	.long	14
	.long	15
	.text
	.hidden	farStep
	.globl	farStep
	.p2align	4
	.type	farStep,@function
farStep:
	movl	(%rsi), %ecx
	shll	$8, %ecx
	addl	8(%rdi), %ecx
	movq	(%rdi), %rdx
	movq	(%rdx), %rax
	movl	12(%rdx), %esi
	vpbroadcastd	%ecx, %zmm0
	leal	-1(%rsi), %ecx
	vpbroadcastd	%ecx, %zmm1
	vpbroadcastd	%esi, %zmm2
	vpbroadcastd	8(%rdx), %zmm3
	movl	$-16, %ecx
	vmovdqa64	.LCPI0_0(%rip), %zmm4
	vpbroadcastq	%rax, %zmm5
	jmp	.LBB0_1
	.p2align	4
.LBB0_3:
	vmovq	%xmm6, %rdx
	vmovdqu64	(%rdx), %zmm6
	vpaddd	%xmm2, %xmm7, %xmm7
	vmovd	%xmm7, %esi
	vmovdqu64	(%rax,%rsi,4), %zmm7
	vpminud	%zmm7, %zmm6, %zmm8
	vpmaxud	%zmm7, %zmm6, %zmm6
	vpblendmd	%zmm8, %zmm6, %zmm7 {%k1}
	vmovdqu64	%zmm7, (%rdx)
	vmovdqa32	%zmm6, %zmm8 {%k1}
	vmovdqu64	%zmm8, (%rax,%rsi,4)
	cmpl	$240, %ecx
	jae	.LBB0_5
.LBB0_1:
	addl	$16, %ecx
	vpbroadcastd	%ecx, %zmm6
	vpaddd	%zmm6, %zmm0, %zmm6
	vpaddd	%zmm4, %zmm6, %zmm6
	vpaddd	%zmm6, %zmm6, %zmm7
	vpandd	%zmm1, %zmm6, %zmm6
	vpsubd	%zmm6, %zmm7, %zmm7
	vpmovzxdq	%ymm7, %zmm6
	vpsllq	$2, %zmm6, %zmm6
	vpaddq	%zmm6, %zmm5, %zmm6
	vpbroadcastd	%xmm7, %zmm8
	vpaddd	%zmm4, %zmm8, %zmm8
	vpcmpneqd	%zmm8, %zmm7, %k0
	kortestw	%k0, %k0
	vptestnmd	%zmm3, %zmm7, %k1
	je	.LBB0_3
	vextracti64x4	$1, %zmm7, %ymm8
	vpmovzxdq	%ymm8, %zmm8
	vpsllq	$2, %zmm8, %zmm8
	vpaddq	%zmm8, %zmm5, %zmm8
	kxnorb	%k0, %k0, %k2
	vpxor	%xmm9, %xmm9, %xmm9
	vpgatherqd	(,%zmm8), %ymm9 {%k2}
	kxnorb	%k0, %k0, %k2
	vpxor	%xmm10, %xmm10, %xmm10
	vpgatherqd	(,%zmm6), %ymm10 {%k2}
	vinserti64x4	$1, %ymm9, %zmm10, %zmm9
	vpaddd	%zmm2, %zmm7, %zmm7
	vpmovzxdq	%ymm7, %zmm10
	vextracti64x4	$1, %zmm7, %ymm7
	vpmovzxdq	%ymm7, %zmm7
	kxnorb	%k0, %k0, %k2
	vpxor	%xmm11, %xmm11, %xmm11
	vpgatherqd	(%rax,%zmm7,4), %ymm11 {%k2}
	kxnorb	%k0, %k0, %k2
	vpxor	%xmm12, %xmm12, %xmm12
	vpgatherqd	(%rax,%zmm10,4), %ymm12 {%k2}
	vinserti64x4	$1, %ymm11, %zmm12, %zmm11
	vpminud	%zmm11, %zmm9, %zmm12
	vpmaxud	%zmm11, %zmm9, %zmm9
	vpblendmd	%zmm12, %zmm9, %zmm11 {%k1}
	kxnorb	%k0, %k0, %k2
	vpscatterqd	%ymm11, (,%zmm6) {%k2}
	vextracti64x4	$1, %zmm11, %ymm6
	kxnorb	%k0, %k0, %k2
	vpscatterqd	%ymm6, (,%zmm8) {%k2}
	vmovdqa32	%zmm9, %zmm12 {%k1}
	kxnorb	%k0, %k0, %k1
	vpscatterqd	%ymm12, (%rax,%zmm10,4) {%k1}
	vextracti64x4	$1, %zmm12, %ymm6
	kxnorb	%k0, %k0, %k1
	vpscatterqd	%ymm6, (%rax,%zmm7,4) {%k1}
	cmpl	$240, %ecx
	jb	.LBB0_1
.LBB0_5:
	vzeroupper
	retq
.Lfunc_end0:
	.size	farStep, .Lfunc_end0-farStep

	.type	weftKernelInfo,@object
	.section	.data.rel.ro,"aw",@progbits
	.globl	weftKernelInfo
	.p2align	3, 0x0
weftKernelInfo:
	.long	7
	.long	0
	.quad	farStep
	.quad	2
	.quad	0
	.quad	0
	.quad	16
	.quad	16
	.quad	0
	.quad	256
	.quad	1
	.quad	1
	.size	weftKernelInfo, 88

	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
