/*-------------------------------------------------------------------------
 *
 * pgjava_seal.c
 *	  The last of a confined worker's walls, which the JVM puts up itself.
 *
 * Part of pgjava_stop.so.  Called once, when the worker listens and has run no
 * code of users yet; from then on no thread of it starts programs or
 * processes, or opens connections.  The launcher looks whether that is so.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include <jni.h>
#include <unistd.h>

#include "sandbox_filter.h"

/*
 * Returns 0, or the error number.
 */
JNIEXPORT jint JNICALL
Java_io_tiercel_inside_host_Seal_seal(JNIEnv *env, jclass type)
{
#ifdef SANDBOX_ARCHITECTURE
	static SandboxFilter filter;
	struct sock_fprog program = {0};

	(void) env;
	(void) type;
	if (sandbox_write_filter(&filter, (int) getpid(), 1) != 0)
		return E2BIG;
	program.len = filter.length;
	program.filter = filter.code;
	if (syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER,
				SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) != 0)
		return errno == 0 ? EINVAL : errno;
	return 0;
#else
	(void) env;
	(void) type;
	return ENOSYS;
#endif
}
