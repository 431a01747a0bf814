/*-------------------------------------------------------------------------
 *
 * pgjava_stop.c
 *	  Stops a Java thread that nobody waits for any more.
 *
 * Java has no way of its own to end a thread that does not cooperate; the
 * virtual machine's tool interface has: StopThread throws an exception into
 * it.  The worker loads this with System.load.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include <jni.h>
#include <jvmti.h>

static jvmtiEnv *tools = NULL;

JNIEXPORT jint JNICALL
JNI_OnLoad(JavaVM *vm, void *reserved)
{
	jvmtiCapabilities capabilities = {.can_signal_thread = 1};

	(void) reserved;
	if ((*vm)->GetEnv(vm, (void **) &tools, JVMTI_VERSION_1_2) != JNI_OK)
		return JNI_ERR;
	if ((*tools)->AddCapabilities(tools, &capabilities) != JVMTI_ERROR_NONE)
		return JNI_ERR;
	return JNI_VERSION_10;
}

/*
 * Throws `error` in `thread`, wherever it is.  Returns JVMTI's error code, 0
 * for none.
 */
JNIEXPORT jint JNICALL
Java_io_tiercel_inside_host_ThreadStop_stop(JNIEnv *env, jclass type, jthread thread, jobject error)
{
	(void) env;
	(void) type;
	return (jint) (*tools)->StopThread(tools, thread, error);
}
