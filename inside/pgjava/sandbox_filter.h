/*-------------------------------------------------------------------------
 *
 * sandbox_filter.h
 *	  The system calls that a confined worker may not make.
 *
 * Two filters, one by the launcher before the JVM starts, one by the JVM
 * itself when it listens and before it runs any code of users: what it needs
 * to start it must not have afterwards.  Filters cannot be taken off again.
 * A refused call fails with EPERM.  Filters are installed without the kernel's
 * slowing of speculation that older ones add to them: a worker has no secrets of
 * others in its memory.
 *
 * Files are Landlock's subject, except what changes a file without opening
 * it (its mode, owner, times), which Landlock does not see.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#ifndef PGJAVA_SANDBOX_FILTER_H
#define PGJAVA_SANDBOX_FILTER_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define SANDBOX_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define SANDBOX_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define SANDBOX_MAX_INSTRUCTIONS 512

/* Of fcntl and ioctl: who is sent signals by a descriptor, and which. */
#define SANDBOX_F_SETOWN	8
#define SANDBOX_F_SETSIG	10
#define SANDBOX_F_SETOWN_EX 15
#define SANDBOX_FIOSETOWN	0x8901
#define SANDBOX_SIOCSPGRP	0x8902

/* Flags of clone that make namespaces. */
#define SANDBOX_CLONE_NAMESPACES 0x7E020080
#define SANDBOX_CLONE_THREAD 0x00010000

typedef struct SandboxFilter
{
	struct sock_filter code[SANDBOX_MAX_INSTRUCTIONS];
	unsigned short length;
} SandboxFilter;

static const int sandbox_never[] = {
	/* other processes */
	__NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kill, __NR_tkill,
	__NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, __NR_kcmp, __NR_setpriority,
	__NR_sched_setscheduler, __NR_sched_setparam, __NR_sched_setattr, __NR_ioprio_set,
	__NR_setns, __NR_unshare,
	/* memory and messages that processes of one user share */
	__NR_shmget, __NR_shmat, __NR_shmctl, __NR_semget, __NR_semctl, __NR_semop,
	__NR_semtimedop, __NR_msgget, __NR_msgctl, __NR_msgsnd, __NR_msgrcv,
	__NR_mq_open, __NR_mq_unlink,
	/* files, without opening them */
	__NR_fchmod, __NR_fchmodat, __NR_fchown, __NR_fchownat, __NR_utimensat,
	__NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, __NR_removexattr, __NR_lremovexattr,
	__NR_fremovexattr, __NR_name_to_handle_at, __NR_open_by_handle_at,
#ifdef __NR_chmod
	__NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat,
#endif
#ifdef __NR_fchmodat2
	__NR_fchmodat2,
#endif
	/* the kernel */
	__NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_acct, __NR_quotactl,
	__NR_swapon, __NR_swapoff, __NR_reboot, __NR_sethostname, __NR_setdomainname,
	__NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load,
	__NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_add_key, __NR_request_key,
	__NR_keyctl, __NR_personality, __NR_fanotify_init, __NR_lookup_dcookie,
	__NR_settimeofday, __NR_clock_settime, __NR_adjtimex, __NR_clock_adjtime,
	__NR_vhangup, __NR_syslog,
#ifdef __NR_iopl
	__NR_iopl, __NR_ioperm, __NR_modify_ldt,
#endif
#ifdef __NR_kexec_file_load
	__NR_kexec_file_load,
#endif
	/* the numbers from here on are the same on all architectures: they may be newer than the headers */
	424 /* pidfd_send_signal */ , 425 /* io_uring_setup */ , 426 /* io_uring_enter */ ,
	427 /* io_uring_register */ , 428 /* open_tree */ , 429 /* move_mount */ ,
	430 /* fsopen */ , 431 /* fsconfig */ , 432 /* fsmount */ , 433 /* fspick */ ,
	434 /* pidfd_open */ , 438 /* pidfd_getfd */ , 440 /* process_madvise */ ,
	442 /* mount_setattr */ , 443 /* quotactl_fd */ , 447 /* memfd_secret */ ,
	448 /* process_mrelease */ , 452 /* fchmodat2 */ , 463 /* setxattrat */ ,
	466 /* removexattrat */ , 467 /* open_tree_attr */ , 469 /* file_setattr */
};

/* What the JVM needs to start, and must not have when it runs code of users. */
static const int sandbox_not_later[] = {
	__NR_execve, __NR_execveat, __NR_socket, __NR_bind, __NR_listen, __NR_connect,
#ifdef __NR_fork
	__NR_fork, __NR_vfork,
#endif
};

static void
sandbox_emit(SandboxFilter *filter, uint16_t code, uint8_t if_true, uint8_t if_false, uint32_t k)
{
	struct sock_filter instruction = {code, if_true, if_false, k};

	if (filter->length < SANDBOX_MAX_INSTRUCTIONS)
		filter->code[filter->length] = instruction;
	filter->length++;
}

static void
sandbox_load(SandboxFilter *filter, size_t offset)
{
	sandbox_emit(filter, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t) offset);
}

static void
sandbox_return(SandboxFilter *filter, uint32_t what)
{
	sandbox_emit(filter, BPF_RET | BPF_K, 0, 0, what);
}

static void
sandbox_refuse(SandboxFilter *filter, const int *calls, size_t count)
{
	for (size_t i = 0; i < count; i++)
	{
		sandbox_emit(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t) calls[i]);
		sandbox_return(filter, SECCOMP_RET_ERRNO | EPERM);
	}
}

/* The lower half of an argument; the kernel itself looks at no more of those that are int. */
static size_t
sandbox_argument(int number)
{
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the offsets of arguments are those of little-endian machines"
#endif
	return offsetof(struct seccomp_data, args) + (size_t) number * sizeof(uint64_t);
}

/*
 * Refuses a call unless an argument has a value.  The accumulator holds the
 * number of the call, before and after.
 */
static void
sandbox_require(SandboxFilter *filter, int call, int argument, uint32_t value)
{
	sandbox_emit(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (uint32_t) call);
	sandbox_load(filter, sandbox_argument(argument));
	sandbox_emit(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, value);
	sandbox_return(filter, SECCOMP_RET_ERRNO | EPERM);
	sandbox_load(filter, offsetof(struct seccomp_data, nr));
}

/* Refuses a call if an argument has a value. */
static void
sandbox_forbid(SandboxFilter *filter, int call, int argument, uint32_t value)
{
	sandbox_emit(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (uint32_t) call);
	sandbox_load(filter, sandbox_argument(argument));
	sandbox_emit(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
	sandbox_return(filter, SECCOMP_RET_ERRNO | EPERM);
	sandbox_load(filter, offsetof(struct seccomp_data, nr));
}

/* Refuses clone with one of some flags (`without`), or without any of them. */
static void
sandbox_clone(SandboxFilter *filter, uint32_t flags, int without)
{
	sandbox_emit(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, __NR_clone);
	sandbox_load(filter, sandbox_argument(0));
	sandbox_emit(filter, BPF_JMP | BPF_JSET | BPF_K, without ? 0 : 1, without ? 1 : 0, flags);
	sandbox_return(filter, SECCOMP_RET_ERRNO | EPERM);
	sandbox_load(filter, offsetof(struct seccomp_data, nr));
}

#ifdef SANDBOX_ARCHITECTURE

/*
 * Writes the filter for one process id.  Returns 0, or -1 if there is not
 * enough room.
 */
static int
sandbox_write_filter(SandboxFilter *filter, int pid, int is_final)
{
	filter->length = 0;
	sandbox_load(filter, offsetof(struct seccomp_data, arch));
	sandbox_emit(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SANDBOX_ARCHITECTURE);
	sandbox_return(filter, SECCOMP_RET_KILL_PROCESS);
	sandbox_load(filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
	/* The x32 calls, which have other numbers. */
	sandbox_emit(filter, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);
	sandbox_return(filter, SECCOMP_RET_KILL_PROCESS);
#endif
	sandbox_refuse(filter, sandbox_never, sizeof(sandbox_never) / sizeof(int));
	sandbox_require(filter, __NR_tgkill, 0, (uint32_t) pid);
	sandbox_require(filter, __NR_socket, 0, AF_UNIX);
	sandbox_require(filter, __NR_socketpair, 0, AF_UNIX);
	sandbox_forbid(filter, __NR_fcntl, 1, SANDBOX_F_SETOWN);
	sandbox_forbid(filter, __NR_fcntl, 1, SANDBOX_F_SETSIG);
	sandbox_forbid(filter, __NR_fcntl, 1, SANDBOX_F_SETOWN_EX);
	sandbox_forbid(filter, __NR_ioctl, 1, SANDBOX_FIOSETOWN);
	sandbox_forbid(filter, __NR_ioctl, 1, SANDBOX_SIOCSPGRP);
	sandbox_require(filter, __NR_prlimit64, 0, 0);
	sandbox_clone(filter, SANDBOX_CLONE_NAMESPACES, 1);
	/* Its flags are in memory, where no filter looks: without it, clone is called. */
	sandbox_emit(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 435 /* clone3 */ );
	sandbox_return(filter, SECCOMP_RET_ERRNO | ENOSYS);
	if (is_final)
	{
		sandbox_refuse(filter, sandbox_not_later, sizeof(sandbox_not_later) / sizeof(int));
		sandbox_clone(filter, SANDBOX_CLONE_THREAD, 0);
	}
	sandbox_return(filter, SECCOMP_RET_ALLOW);
	return filter->length <= SANDBOX_MAX_INSTRUCTIONS ? 0 : -1;
}

#endif							/* SANDBOX_ARCHITECTURE */

#endif							/* PGJAVA_SANDBOX_FILTER_H */
