/*-------------------------------------------------------------------------
 *
 * launcher.c
 *	  The background worker that starts the JVM and starts it again.
 *
 * Runs when the library is in shared_preload_libraries.  The JVM is its child.
 * Two pipes join them: a line on the JVM's standard output says that it
 * listens, and the end of its standard input tells it that the launcher is
 * gone, however that came about, so that no JVM outlives its server.
 *
 * Locking: everything in LauncherState but the condition variable is read and
 * written under its spinlock.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "compat.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/bgworker.h"
#include "postmaster/interrupt.h"
#include "storage/condition_variable.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/lwlock.h"
#include "storage/proc.h"
#include "storage/shmem.h"
#include "storage/spin.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"
#include "utils/wait_event.h"

#define FIRST_BACKOFF_MILLIS 100
#define LONGEST_BACKOFF_MILLIS 10000
#define STOP_MILLIS 3000

/* A worker that ran this long is not one that cannot start. */
#define GOOD_RUN_MILLIS 60000

#define MAX_ARGUMENTS 64

typedef enum WorkerState
{
	WORKER_DOWN,
	WORKER_STARTING,
	WORKER_READY
} WorkerState;

typedef struct LauncherState
{
	slock_t		mutex;
	WorkerState state;
	pid_t		pid;			/* of the JVM, 0 when down */
	uint64		epoch;			/* of the JVM, drawn anew for each */
	int32		starts;
	TimestampTz started;
	bool		restart;		/* somebody wants another JVM */
	Latch	   *latch;			/* of the launcher */
	ConditionVariable changed;	/* state */
} LauncherState;

static LauncherState *launcher = NULL;

static shmem_startup_hook_type previous_shmem_startup_hook = NULL;
#if PG_VERSION_NUM >= 150000
static shmem_request_hook_type previous_shmem_request_hook = NULL;
#endif

PGDLLEXPORT void pgjava_launcher_main(Datum arg);

PG_FUNCTION_INFO_V1(pgjava_worker);
PG_FUNCTION_INFO_V1(pgjava_restart_worker);

static void
request_shmem(void)
{
#if PG_VERSION_NUM >= 150000
	if (previous_shmem_request_hook)
		previous_shmem_request_hook();
#endif
	RequestAddinShmemSpace(MAXALIGN(sizeof(LauncherState)));
}

static void
startup_shmem(void)
{
	bool		found;

	if (previous_shmem_startup_hook)
		previous_shmem_startup_hook();
	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	launcher = ShmemInitStruct("pgjava launcher", sizeof(LauncherState), &found);
	if (!found)
	{
		memset(launcher, 0, sizeof(LauncherState));
		SpinLockInit(&launcher->mutex);
		ConditionVariableInit(&launcher->changed);
	}
	LWLockRelease(AddinShmemInitLock);
}

/*
 * Registers the launcher, if the library is preloaded.
 */
void
pgjava_launcher_init(void)
{
	BackgroundWorker worker = {0};

	if (!process_shared_preload_libraries_in_progress)
		return;
	previous_shmem_startup_hook = shmem_startup_hook;
	shmem_startup_hook = startup_shmem;
#if PG_VERSION_NUM >= 150000
	previous_shmem_request_hook = shmem_request_hook;
	shmem_request_hook = request_shmem;
#else
	request_shmem();
#endif
	strlcpy(worker.bgw_name, "pgjava launcher", BGW_MAXLEN);
	strlcpy(worker.bgw_type, "pgjava launcher", BGW_MAXLEN);
	strlcpy(worker.bgw_library_name, "pgjava", BGW_MAXLEN);
	strlcpy(worker.bgw_function_name, "pgjava_launcher_main", BGW_MAXLEN);
	worker.bgw_flags = BGWORKER_SHMEM_ACCESS;
	worker.bgw_start_time = BgWorkerStart_ConsistentState;
	worker.bgw_restart_time = 5;
	RegisterBackgroundWorker(&worker);
}

/*
 * Whether this server starts its worker itself.
 */
bool
pgjava_launcher_is_there(void)
{
	return launcher != NULL;
}

/*
 * The epoch of the worker that is ready now; 0 if the launcher knows of none.
 */
uint64
pgjava_worker_epoch(void)
{
	uint64		epoch;

	if (launcher == NULL)
		return 0;
	SpinLockAcquire(&launcher->mutex);
	epoch = launcher->state == WORKER_READY ? launcher->epoch : 0;
	SpinLockRelease(&launcher->mutex);
	return epoch;
}

static WorkerState
current_state(void)
{
	WorkerState state;

	SpinLockAcquire(&launcher->mutex);
	state = launcher->state;
	SpinLockRelease(&launcher->mutex);
	return state;
}

/*
 * Waits for a worker that listens.  Returns false when the deadline passes
 * first.  A worker that has just died is reported as ready for a moment, so
 * this waits a little also then.
 */
bool
pgjava_wait_for_worker(TimestampTz deadline)
{
	bool		was_ready = current_state() == WORKER_READY;
	bool		in_time = true;

	ConditionVariablePrepareToSleep(&launcher->changed);
	while (in_time && (was_ready || current_state() != WORKER_READY))
	{
		long		left = TimestampDifferenceMilliseconds(GetCurrentTimestamp(), deadline);

		if (was_ready)
			left = Min(left, FIRST_BACKOFF_MILLIS);
		in_time = left > 0;
		if (in_time)
			(void) ConditionVariableTimedSleep(&launcher->changed, left, PG_WAIT_EXTENSION);
		was_ready = false;
	}
	ConditionVariableCancelSleep();
	return in_time;
}

/*
 * Publishes a new state.  Called by the launcher alone.
 */
static void
set_state(WorkerState state, pid_t pid)
{
	SpinLockAcquire(&launcher->mutex);
	launcher->state = state;
	launcher->pid = pid;
	SpinLockRelease(&launcher->mutex);
	ConditionVariableBroadcast(&launcher->changed);
}

/*
 * The program: by setting, by environment, by Debian's alternatives.
 */
static char *
java_program(void)
{
	const char *home = pgjava_java_home[0] != '\0' ? pgjava_java_home : getenv("JAVA_HOME");

	return home == NULL || home[0] == '\0' ? pstrdup("/usr/bin/java") : psprintf("%s/bin/java", home);
}

/*
 * The library by which the worker stops threads: as set, or as installed, if
 * it was.
 */
static char *
stop_library(void)
{
	char	   *path;

	if (pgjava_stop_library[0] != '\0')
		return pgjava_stop_library;
	path = psprintf("%s/pgjava_stop.so", pkglib_path);
	return access(path, R_OK) == 0 ? path : NULL;
}

/*
 * The command line of the JVM.
 */
static char **
java_command(uint64 epoch)
{
	char	  **arguments = palloc0(sizeof(char *) * (MAX_ARGUMENTS + 16));
	char		share[MAXPGPATH];
	char	   *library = stop_library();
	char	   *options = pstrdup(pgjava_vm_options);
	char	   *rest;
	int			n = 0;

	get_share_path(my_exec_path, share);
	arguments[n++] = java_program();
	for (char *option = strtok_r(options, " \t", &rest); option != NULL;
		 option = strtok_r(NULL, " \t", &rest))
	{
		if (n == MAX_ARGUMENTS)
			ereport(ERROR, (errmsg("\"pgjava.vm_options\" has too many options")));
		arguments[n++] = option;
	}
	arguments[n++] = "--enable-native-access=ALL-UNNAMED";
	arguments[n++] = "-cp";
	arguments[n++] = psprintf("%s/pgjava/*:%s", share, pgjava_class_path);
	arguments[n++] = "io.tiercel.inside.host.Worker";
	arguments[n++] = "--supervised";
	arguments[n++] = "--socket";
	arguments[n++] = pgjava_socket_path();
	arguments[n++] = "--epoch";
	arguments[n++] = psprintf("%llx", (unsigned long long) epoch);
	if (library != NULL)
	{
		arguments[n++] = "--stop-library";
		arguments[n++] = library;
	}
	return arguments;
}

/*
 * In the child: becomes the JVM, or ends.  Nothing of the server is left to
 * it but standard error, which goes to the server's log.
 */
static void
become_java(char **command, int in, int out)
{
	static char *const environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", NULL};
	sigset_t	none;
	long		last = sysconf(_SC_OPEN_MAX);

#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
	setsid();
	umask(0077);
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	if (last < 0 || last > 65536)
		last = 65536;
	for (int fd = STDERR_FILENO + 1; fd < last; fd++)
		close(fd);
	for (int signal_number = 1; signal_number < NSIG; signal_number++)
		signal(signal_number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execve(command[0], command, environment);
	dprintf(STDERR_FILENO, "pgjava: could not run \"%s\": %s\n", command[0], strerror(errno));
	_exit(127);
}

typedef struct Jvm
{
	pid_t		pid;
	int			life;			/* write end of its standard input */
	int			output;			/* read end of its standard output */
	TimestampTz started;
} Jvm;

/*
 * Starts a JVM.
 */
static Jvm
start_jvm(void)
{
	Jvm			jvm = {0};
	int			in[2];
	int			out[2];
	uint64		epoch;
	char	  **command;

	if (!pg_strong_random(&epoch, sizeof(epoch)))
		elog(ERROR, "could not generate an epoch");
	epoch |= 1;
	command = java_command(epoch);
	if (pipe(in) != 0 || pipe(out) != 0)
		ereport(ERROR, (errmsg("could not create a pipe: %m")));
	jvm.started = GetCurrentTimestamp();
	SpinLockAcquire(&launcher->mutex);
	launcher->epoch = epoch;
	launcher->starts++;
	launcher->started = jvm.started;
	launcher->restart = false;
	SpinLockRelease(&launcher->mutex);

	jvm.pid = fork();
	if (jvm.pid < 0)
		ereport(ERROR, (errmsg("could not start the Java worker: %m")));
	if (jvm.pid == 0)
		become_java(command, in[0], out[1]);
	close(in[0]);
	close(out[1]);
	jvm.life = in[1];
	jvm.output = out[0];
	(void) fcntl(jvm.output, F_SETFL, O_NONBLOCK);
	set_state(WORKER_STARTING, jvm.pid);
	ereport(LOG, (errmsg("started the Java worker, process %d", (int) jvm.pid)));
	return jvm;
}

/*
 * Reads what the JVM has to say: its only line says that it listens.  Returns
 * false at the end.
 */
static bool
read_output(const Jvm *jvm)
{
	char		text[256];
	ssize_t		length = read(jvm->output, text, sizeof(text));

	if (length == 0)
		return false;
	if (length > 0 && memchr(text, '\n', (size_t) length) != NULL && current_state() == WORKER_STARTING)
	{
		set_state(WORKER_READY, jvm->pid);
		ereport(LOG, (errmsg("the Java worker is ready")));
	}
	return true;
}

/*
 * Whether the JVM has ended; says how in the log.
 */
static bool
has_ended(const Jvm *jvm)
{
	int			status;

	if (waitpid(jvm->pid, &status, WNOHANG) != jvm->pid)
		return false;
	if (WIFSIGNALED(status))
		ereport(LOG, (errmsg("the Java worker, process %d, was ended by signal %d",
							 (int) jvm->pid, WTERMSIG(status))));
	else
		ereport(LOG, (errmsg("the Java worker, process %d, ended with exit code %d",
							 (int) jvm->pid, WEXITSTATUS(status))));
	return true;
}

/*
 * Sleeps until the latch is set or the time is over.
 */
static void
nap(long millis)
{
	(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, millis, PG_WAIT_EXTENSION);
	ResetLatch(MyLatch);
}

/*
 * Ends the JVM, at last by force.
 */
static void
stop_jvm(const Jvm *jvm)
{
	TimestampTz deadline = TimestampTzPlusMilliseconds(GetCurrentTimestamp(), STOP_MILLIS);

	kill(jvm->pid, SIGTERM);
	while (!has_ended(jvm))
	{
		if (GetCurrentTimestamp() >= deadline)
			kill(jvm->pid, SIGKILL);
		nap(20);
	}
}

static bool
wants_restart(void)
{
	bool		wants;

	SpinLockAcquire(&launcher->mutex);
	wants = launcher->restart;
	SpinLockRelease(&launcher->mutex);
	return wants;
}

/*
 * Watches over one JVM until it has ended, or the server wants to.
 */
static void
supervise(const Jvm *jvm)
{
	bool		has_output = true;

	for (;;)
	{
		int			events = WL_LATCH_SET | WL_EXIT_ON_PM_DEATH;

		if (has_output)
			(void) WaitLatchOrSocket(MyLatch, events | WL_SOCKET_READABLE, jvm->output, -1,
									 PG_WAIT_EXTENSION);
		else
			/* Its output is closed, so it is about to end: SIGCHLD tells. */
			(void) WaitLatch(MyLatch, events | WL_TIMEOUT, 1000, PG_WAIT_EXTENSION);
		ResetLatch(MyLatch);
		if (ConfigReloadPending)
		{
			ConfigReloadPending = false;
			ProcessConfigFile(PGC_SIGHUP);
		}
		has_output = has_output && read_output(jvm);
		if (has_ended(jvm))
			return;
		if (ShutdownRequestPending || wants_restart())
		{
			stop_jvm(jvm);
			return;
		}
	}
}

static void
handle_sigchld(SIGNAL_ARGS)
{
	int			saved = errno;

	SetLatch(MyLatch);
	errno = saved;
}

static void
forget_latch(int code pg_attribute_unused(), Datum arg pg_attribute_unused())
{
	SpinLockAcquire(&launcher->mutex);
	launcher->latch = NULL;
	launcher->state = WORKER_DOWN;
	launcher->pid = 0;
	SpinLockRelease(&launcher->mutex);
}

/*
 * The launcher's main function.
 */
void
pgjava_launcher_main(Datum arg pg_attribute_unused())
{
	long		backoff = FIRST_BACKOFF_MILLIS;
	MemoryContext context;

	pqsignal(SIGTERM, SignalHandlerForShutdownRequest);
	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGCHLD, handle_sigchld);
	BackgroundWorkerUnblockSignals();
	on_shmem_exit(forget_latch, (Datum) 0);
	SpinLockAcquire(&launcher->mutex);
	launcher->latch = MyLatch;
	SpinLockRelease(&launcher->mutex);
	context = AllocSetContextCreate(TopMemoryContext, "pgjava launcher", ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(context);

	while (!ShutdownRequestPending)
	{
		Jvm			jvm = start_jvm();
		bool		was_asked;

		supervise(&jvm);
		close(jvm.life);
		close(jvm.output);
		set_state(WORKER_DOWN, 0);
		MemoryContextReset(context);
		was_asked = wants_restart();
		if (was_asked ||
			TimestampDifferenceExceeds(jvm.started, GetCurrentTimestamp(), GOOD_RUN_MILLIS))
			backoff = FIRST_BACKOFF_MILLIS;
		if (!was_asked && !ShutdownRequestPending)
		{
			nap(backoff);
			backoff = Min(backoff * 2, LONGEST_BACKOFF_MILLIS);
		}
	}
	proc_exit(0);
}

/*
 * pgjava.worker(): what pg_stat_java shows; no row without a launcher.
 */
Datum
pgjava_worker(PG_FUNCTION_ARGS)
{
	static const char *const states[] = {"down", "starting", "ready"};
	TupleDesc	descriptor;
	Datum		values[4];
	bool		nulls[4] = {false};
	LauncherState copy;

	if (launcher == NULL)
		PG_RETURN_NULL();
	if (get_call_result_type(fcinfo, NULL, &descriptor) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	SpinLockAcquire(&launcher->mutex);
	copy = *launcher;
	SpinLockRelease(&launcher->mutex);
	values[0] = Int32GetDatum((int32) copy.pid);
	nulls[0] = copy.pid == 0;
	values[1] = CStringGetTextDatum(states[copy.state]);
	values[2] = Int32GetDatum(copy.starts);
	values[3] = TimestampTzGetDatum(copy.started);
	nulls[3] = copy.starts == 0;
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(descriptor), values, nulls)));
}

/*
 * pgjava.restart_worker(): ends the JVM and starts another, so that it reads
 * its settings and classes anew.  Calls in progress fail.
 */
Datum
pgjava_restart_worker(PG_FUNCTION_ARGS)
{
	Latch	   *latch;

	if (launcher == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("this server does not start its Java worker itself"),
				 errhint("Add pgjava to \"shared_preload_libraries\".")));
	SpinLockAcquire(&launcher->mutex);
	launcher->restart = true;
	latch = launcher->latch;
	SpinLockRelease(&launcher->mutex);
	if (latch != NULL)
		SetLatch(latch);
	PG_RETURN_VOID();
}
