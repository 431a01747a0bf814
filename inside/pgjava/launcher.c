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
 * That JVM runs the untrusted language.  Functions of the trusted one have a
 * confined JVM for each database and owner, started by a background worker of
 * its own with the first call and ended when it has been idle for long.  Each
 * of these launchers has a slot in shared memory.
 *
 * Locking: everything in LauncherState but the condition variable is read and
 * written under its spinlock.  Slots are given out under the lock "pgjava".
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "compat.h"
#include "cores.h"
#include "sandbox.h"

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
	WORKER_READY,
	WORKER_REFUSED				/* it cannot be confined */
} WorkerState;

typedef struct LauncherState
{
	slock_t		mutex;
	bool		in_use;			/* a launcher runs, or is about to */
	Oid			database;		/* InvalidOid, like owner: the untrusted language */
	Oid			owner;
	char		refusal[256];	/* what is missing, when refused */
	WorkerState state;
	pid_t		pid;			/* of the JVM, 0 when down */
	uint64		epoch;			/* of the JVM, drawn anew for each */
	int32		starts;
	TimestampTz started;
	bool		restart;		/* somebody wants another JVM */
	Latch	   *latch;			/* of the launcher */
	int			launcher_pid;	/* that has the slot; an earlier one may still be ending */
	ConditionVariable changed;	/* state */
} LauncherState;

/* All slots: the first is for the untrusted language. */
static LauncherState *slots = NULL;

/* The slot that this process is concerned with. */
static LauncherState *launcher = NULL;
static Oid	wanted_owner = InvalidOid;

static shmem_startup_hook_type previous_shmem_startup_hook = NULL;
#if PG_VERSION_NUM >= 150000
static shmem_request_hook_type previous_shmem_request_hook = NULL;
#endif

PGDLLEXPORT void pgjava_launcher_main(Datum arg);

PG_FUNCTION_INFO_V1(pgjava_worker);
PG_FUNCTION_INFO_V1(pgjava_workers);
PG_FUNCTION_INFO_V1(pgjava_restart_worker);

static void
request_shmem(void)
{
#if PG_VERSION_NUM >= 150000
	if (previous_shmem_request_hook)
		previous_shmem_request_hook();
#endif
	RequestAddinShmemSpace(mul_size(sizeof(LauncherState), 1 + pgjava_max_workers));
	RequestAddinShmemSpace(pgjava_spin_shmem_size());
	RequestNamedLWLockTranche("pgjava", 1);
}

static void
startup_shmem(void)
{
	bool		found;

	if (previous_shmem_startup_hook)
		previous_shmem_startup_hook();
	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	slots = ShmemInitStruct("pgjava launchers",
							mul_size(sizeof(LauncherState), 1 + pgjava_max_workers), &found);
	for (int i = 0; i <= pgjava_max_workers && !found; i++)
	{
		memset(&slots[i], 0, sizeof(LauncherState));
		SpinLockInit(&slots[i].mutex);
		ConditionVariableInit(&slots[i].changed);
	}
	slots[0].in_use = true;
	launcher = &slots[0];
	pgjava_spin_shmem_init();
	LWLockRelease(AddinShmemInitLock);
}

static BackgroundWorker
background_worker(int slot)
{
	BackgroundWorker worker = {0};

	strlcpy(worker.bgw_name, slot == 0 ? "pgjava launcher" : "pgjava launcher, confined", BGW_MAXLEN);
	strlcpy(worker.bgw_type, worker.bgw_name, BGW_MAXLEN);
	strlcpy(worker.bgw_library_name, "pgjava", BGW_MAXLEN);
	strlcpy(worker.bgw_function_name, "pgjava_launcher_main", BGW_MAXLEN);
	worker.bgw_flags = BGWORKER_SHMEM_ACCESS;
	worker.bgw_start_time = BgWorkerStart_ConsistentState;
	worker.bgw_restart_time = slot == 0 ? 5 : BGW_NEVER_RESTART;
	worker.bgw_main_arg = Int32GetDatum(slot);
	return worker;
}

/*
 * Registers the launcher, if the library is preloaded.
 */
void
pgjava_launcher_init(void)
{
	BackgroundWorker worker = background_worker(0);

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
 * The slot of a database and owner; a free one if there is none; NULL if none
 * is free.
 */
static LauncherState *
find_slot(Oid owner, bool *is_free)
{
	LauncherState *free_slot = NULL;

	for (int i = 1; i <= pgjava_max_workers; i++)
	{
		bool		is_it;
		bool		in_use;

		SpinLockAcquire(&slots[i].mutex);
		in_use = slots[i].in_use;
		is_it = in_use && slots[i].database == MyDatabaseId && slots[i].owner == owner;
		/* A launcher that could not confine its worker has ended: try again. */
		if (is_it && slots[i].state == WORKER_REFUSED)
			in_use = is_it = false;
		SpinLockRelease(&slots[i].mutex);
		if (is_it)
		{
			*is_free = false;
			return &slots[i];
		}
		if (!in_use && free_slot == NULL)
			free_slot = &slots[i];
	}
	*is_free = true;
	return free_slot;
}

static void
start_launcher(LauncherState *slot, Oid owner)
{
	BackgroundWorker worker = background_worker((int) (slot - slots));
	bool		is_registered;

	SpinLockAcquire(&slot->mutex);
	slot->in_use = true;
	slot->database = MyDatabaseId;
	slot->owner = owner;
	slot->state = WORKER_DOWN;
	slot->starts = 0;
	slot->launcher_pid = 0;
	slot->refusal[0] = '\0';
	SpinLockRelease(&slot->mutex);
	is_registered = RegisterDynamicBackgroundWorker(&worker, NULL);
	if (is_registered)
		return;
	SpinLockAcquire(&slot->mutex);
	slot->in_use = false;
	SpinLockRelease(&slot->mutex);
	ereport(ERROR,
			(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
			 errmsg("could not start a launcher for a confined Java worker"),
			 errhint("You might need to increase \"max_worker_processes\".")));
}

/*
 * Chooses the worker of an owner's functions in the trusted language, and has
 * it started if need be; or (InvalidOid) that of the untrusted language.
 */
void
pgjava_choose_worker(Oid owner)
{
	LWLock	   *lock;
	bool		is_free;

	wanted_owner = owner;
	launcher = slots;
	if (!OidIsValid(owner))
		return;
	if (slots == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the trusted language java needs a worker that the server itself confines"),
				 errhint("Add pgjava to \"shared_preload_libraries\".")));
	lock = &GetNamedLWLockTranche("pgjava")->lock;
	LWLockAcquire(lock, LW_EXCLUSIVE);
	launcher = find_slot(owner, &is_free);
	if (launcher != NULL && is_free)
		start_launcher(launcher, owner);
	LWLockRelease(lock);
	if (launcher == NULL)
	{
		launcher = slots;
		ereport(ERROR,
				(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				 errmsg("all %d confined Java workers are in use", pgjava_max_workers),
				 errhint("You might need to increase \"pgjava.max_workers\".")));
	}
}

/*
 * Whether the chosen slot still is what it was chosen for.  The caller holds
 * its spinlock.
 */
static bool
is_chosen(void)
{
	return launcher == slots ||
		(launcher->in_use && launcher->database == MyDatabaseId && launcher->owner == wanted_owner);
}

/*
 * Raises an error if the chosen worker could not be confined.
 */
static void
check_refusal(void)
{
	char		refusal[sizeof(launcher->refusal)];
	bool		is_refused;

	SpinLockAcquire(&launcher->mutex);
	is_refused = is_chosen() && launcher->state == WORKER_REFUSED;
	memcpy(refusal, launcher->refusal, sizeof(refusal));
	SpinLockRelease(&launcher->mutex);
	if (!is_refused)
		return;
	ConditionVariableCancelSleep();
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("the trusted language java is not available: its worker cannot be confined"),
			 errdetail("What is missing: %s.", refusal),
			 errhint("A superuser may create functions in the untrusted language javau.")));
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
	epoch = launcher->state == WORKER_READY && is_chosen() ? launcher->epoch : 0;
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
		bool		is_gone;

		check_refusal();
		SpinLockAcquire(&launcher->mutex);
		is_gone = !is_chosen();
		SpinLockRelease(&launcher->mutex);
		if (is_gone)
			break;				/* it has just ended for idleness: the caller chooses again */
		in_time = left > 0;
		if (in_time)
			(void) ConditionVariableTimedSleep(&launcher->changed, Min(left, FIRST_BACKOFF_MILLIS),
											   PG_WAIT_EXTENSION);
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
java_command(uint64 epoch, const char *socket_path)
{
	char	  **arguments = palloc0(sizeof(char *) * (MAX_ARGUMENTS + 24));
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
	if (OidIsValid(launcher->owner))
	{
		arguments[n++] = "-XX:-UsePerfData";
		arguments[n++] = "-XX:+DisableAttachMechanism";
		arguments[n++] = "-XX:-CreateCoredumpOnCrash";
		arguments[n++] = "-XX:ErrorFile=/dev/null";
	}
	arguments[n++] = "-cp";
	arguments[n++] = psprintf("%s/pgjava/*:%s", share, pgjava_class_path);
	arguments[n++] = "io.tiercel.inside.host.Worker";
	arguments[n++] = "--supervised";
	arguments[n++] = "--socket";
	arguments[n++] = pstrdup(socket_path);
	arguments[n++] = "--epoch";
	arguments[n++] = psprintf("%llx", (unsigned long long) epoch);
	arguments[n++] = "--spin-micros";
	arguments[n++] = psprintf("%d", pgjava_spin_micros);
	/* A confined one cannot read how many it may use. */
	arguments[n++] = "--cores";
	arguments[n++] = psprintf("%d", pgjava_cores(CORES_GROUPS, CORES_MOUNT));
	if (OidIsValid(launcher->owner))
	{
		arguments[n++] = "--confined";
		arguments[n++] = "--idle-seconds";
		arguments[n++] = psprintf("%d", pgjava_idle_timeout);
	}
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
become_java(char **command, int in, int out, int report, const PgJavaWalls *walls)
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
	{
		if (fd != report)
			close(fd);
	}
	for (int signal_number = 1; signal_number < NSIG; signal_number++)
		signal(signal_number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (walls != NULL)
		pgjava_confine(report, walls);
	execve(command[0], command, environment);
	dprintf(STDERR_FILENO, "pgjava: could not run \"%s\": %s\n", command[0], strerror(errno));
	_exit(127);
}

/*
 * The walls of this launcher's worker, or NULL for none.
 */
static PgJavaWalls *
plan_walls(const char *socket_path)
{
	PgJavaWalls *walls;
	char		share[MAXPGPATH];
	char	   *library = stop_library();
	char	   *home;

	if (!OidIsValid(launcher->owner))
		return NULL;
	walls = palloc0(sizeof(PgJavaWalls));
	get_share_path(my_exec_path, share);
	home = realpath(java_program(), NULL);
	if (home == NULL)
		home = strdup(java_program());
	walls->java_home = pstrdup(home);
	free(home);
	/* of bin/java */
	get_parent_directory(unconstify(char *, walls->java_home));
	get_parent_directory(unconstify(char *, walls->java_home));
	walls->library = library == NULL ? "" : pstrdup(library);
	walls->class_path = psprintf("%s/pgjava/*:%s", share, pgjava_class_path);
	walls->directory = pstrdup(socket_path);
	get_parent_directory(unconstify(char *, walls->directory));
	walls->memory_mb = pgjava_sandbox_memory;
	return walls;
}

/*
 * The socket of this process's slot: confined workers have a directory each.
 */
static char *
slot_socket_path(Oid database, Oid owner)
{
	char	   *path = pgjava_socket_path_of_untrusted();

	return OidIsValid(owner) ? psprintf("%s.%u.%u/s", path, database, owner) : path;
}

/*
 * The path of the chosen worker's socket.
 */
char *
pgjava_socket_path(void)
{
	return slot_socket_path(MyDatabaseId, wanted_owner);
}

typedef struct Jvm
{
	pid_t		pid;
	int			life;			/* write end of its standard input */
	int			output;			/* read end of its standard output */
	TimestampTz started;
	bool		has_ended_well;	/* by itself, for idleness */
} Jvm;

/*
 * Refuses to go on: the trusted language is not available.
 */
static void
refuse(const char *what)
{
	SpinLockAcquire(&launcher->mutex);
	strlcpy(launcher->refusal, what, sizeof(launcher->refusal));
	SpinLockRelease(&launcher->mutex);
	ereport(LOG, (errmsg("a Java worker cannot be confined: %s", what)));
}

/*
 * Makes the directory of a confined worker's socket.  Refuses if it cannot: an
 * error would end this launcher without a word to who waits for it, and who
 * waits would start the next one.
 */
static bool
has_directory(void)
{
	char	   *path;
	char	   *directory;
	const char *missing;

	if (!OidIsValid(launcher->owner))
		return true;
	path = slot_socket_path(launcher->database, launcher->owner);
	directory = pstrdup(path);
	get_parent_directory(directory);
	missing = pgjava_missing_directory(directory);
	if (missing != NULL)
	{
		refuse(missing);
		return false;
	}
	(void) unlink(path);
	return true;
}

/*
 * Waits until the child has become the JVM or said why it cannot; in that case
 * it ends.
 */
static void
read_report(int report)
{
	char		text[sizeof(launcher->refusal)];
	size_t		length = 0;
	ssize_t		got;

	while (length < sizeof(text) - 1 &&
		   ((got = read(report, text + length, sizeof(text) - 1 - length)) > 0 || (got < 0 && errno == EINTR)))
		length += (size_t) Max(got, 0);
	text[length] = '\0';
	close(report);
	if (length > 0)
		refuse(text);
}

/*
 * A worker that says it listens is believed to be confined by the kernel's
 * word only.
 */
static bool
is_confined(pid_t pid)
{
	const char *missing;

	if (!OidIsValid(launcher->owner))
		return true;
	missing = pgjava_missing_wall(pid);
	if (missing == NULL)
		return true;
	refuse(missing);
	kill(pid, SIGKILL);
	return false;
}

/*
 * Starts a JVM.
 */
static Jvm
start_jvm(void)
{
	Jvm			jvm = {0};
	int			in[2];
	int			out[2];
	int			report[2];
	uint64		epoch;
	char	   *socket_path = slot_socket_path(launcher->database, launcher->owner);
	PgJavaWalls *walls = plan_walls(socket_path);
	char	  **command;

	if (!pg_strong_random(&epoch, sizeof(epoch)))
		elog(ERROR, "could not generate an epoch");
	epoch |= 1;
	command = java_command(epoch, socket_path);
	if (pipe(in) != 0 || pipe(out) != 0 || pipe(report) != 0 ||
		fcntl(report[1], F_SETFD, FD_CLOEXEC) != 0)
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
		become_java(command, in[0], out[1], report[1], walls);
	close(in[0]);
	close(out[1]);
	close(report[1]);
	read_report(report[0]);
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
	if (length > 0 && memchr(text, '\n', (size_t) length) != NULL && current_state() == WORKER_STARTING &&
		is_confined(jvm->pid))
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
has_ended(Jvm *jvm)
{
	int			status;

	if (waitpid(jvm->pid, &status, WNOHANG) != jvm->pid)
		return false;
	jvm->has_ended_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
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
stop_jvm(Jvm *jvm)
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
supervise(Jvm *jvm)
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
	if (launcher->launcher_pid != MyProcPid)
	{
		SpinLockRelease(&launcher->mutex);
		return;
	}
	launcher->latch = NULL;
	launcher->pid = 0;
	if (launcher->refusal[0] != '\0')
		launcher->state = WORKER_REFUSED;	/* the slot is kept to tell */
	else
	{
		launcher->state = WORKER_DOWN;
		launcher->in_use = launcher == slots;
	}
	SpinLockRelease(&launcher->mutex);
}

/*
 * Removes what a confined worker leaves behind.
 */
static void
remove_socket(void)
{
	char	   *path = slot_socket_path(launcher->database, launcher->owner);

	(void) unlink(path);
	get_parent_directory(path);
	(void) rmdir(path);
	pfree(path);
}

/*
 * The launcher's main function.
 */
void
pgjava_launcher_main(Datum arg)
{
	long		backoff = FIRST_BACKOFF_MILLIS;
	MemoryContext context;

	launcher = &slots[DatumGetInt32(arg)];
	pqsignal(SIGTERM, SignalHandlerForShutdownRequest);
	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGCHLD, handle_sigchld);
	BackgroundWorkerUnblockSignals();
	on_shmem_exit(forget_latch, (Datum) 0);
	SpinLockAcquire(&launcher->mutex);
	launcher->latch = MyLatch;
	launcher->launcher_pid = MyProcPid;
	SpinLockRelease(&launcher->mutex);
	context = AllocSetContextCreate(TopMemoryContext, "pgjava launcher", ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(context);

	while (!ShutdownRequestPending)
	{
		Jvm			jvm;
		bool		was_asked;

		if (!has_directory())
		{
			set_state(WORKER_REFUSED, 0);
			break;
		}
		jvm = start_jvm();
		supervise(&jvm);
		close(jvm.life);
		close(jvm.output);
		if (OidIsValid(launcher->owner))
			remove_socket();
		if (launcher->refusal[0] != '\0')
		{
			set_state(WORKER_REFUSED, 0);
			break;
		}
		if (OidIsValid(launcher->owner) && jvm.has_ended_well && !wants_restart())
			break;
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
 * pgjava.worker(): the worker of the untrusted language; no row without a launcher.
 */
Datum
pgjava_worker(PG_FUNCTION_ARGS)
{
	static const char *const states[] = {"down", "starting", "ready", "refused"};
	TupleDesc	descriptor;
	Datum		values[4];
	bool		nulls[4] = {false};
	LauncherState copy;

	if (slots == NULL)
		PG_RETURN_NULL();
	if (get_call_result_type(fcinfo, NULL, &descriptor) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	SpinLockAcquire(&slots[0].mutex);
	copy = slots[0];
	SpinLockRelease(&slots[0].mutex);
	values[0] = Int32GetDatum((int32) copy.pid);
	nulls[0] = copy.pid == 0;
	values[1] = CStringGetTextDatum(states[copy.state]);
	values[2] = Int32GetDatum(copy.starts);
	values[3] = TimestampTzGetDatum(copy.started);
	nulls[3] = copy.starts == 0;
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(descriptor), values, nulls)));
}

/*
 * pgjava.workers(): one row for each worker there is, for pg_stat_java.
 */
Datum
pgjava_workers(PG_FUNCTION_ARGS)
{
	static const char *const states[] = {"down", "starting", "ready", "refused"};
	FuncCallContext *context;

	if (SRF_IS_FIRSTCALL())
	{
		MemoryContext caller;

		context = SRF_FIRSTCALL_INIT();
		caller = MemoryContextSwitchTo(context->multi_call_memory_ctx);
		if (get_call_result_type(fcinfo, NULL, &context->tuple_desc) != TYPEFUNC_COMPOSITE)
			elog(ERROR, "return type must be a row type");
		context->tuple_desc = BlessTupleDesc(context->tuple_desc);
		context->max_calls = slots == NULL ? 0 : (uint64) pgjava_max_workers + 1;
		MemoryContextSwitchTo(caller);
	}
	context = SRF_PERCALL_SETUP();
	while (context->call_cntr < context->max_calls)
	{
		LauncherState copy;
		Datum		values[7];
		bool		nulls[7] = {false};

		SpinLockAcquire(&slots[context->call_cntr].mutex);
		copy = slots[context->call_cntr];
		SpinLockRelease(&slots[context->call_cntr].mutex);
		if (!copy.in_use)
		{
			context->call_cntr++;
			continue;
		}
		values[0] = Int32GetDatum((int32) copy.pid);
		nulls[0] = copy.pid == 0;
		values[1] = CStringGetTextDatum(states[copy.state]);
		values[2] = Int32GetDatum(copy.starts);
		values[3] = TimestampTzGetDatum(copy.started);
		nulls[3] = copy.starts == 0;
		values[4] = ObjectIdGetDatum(copy.database);
		nulls[4] = !OidIsValid(copy.database);
		values[5] = ObjectIdGetDatum(copy.owner);
		nulls[5] = !OidIsValid(copy.owner);
		values[6] = CStringGetTextDatum(copy.refusal);
		nulls[6] = copy.refusal[0] == '\0';
		SRF_RETURN_NEXT(context,
						HeapTupleGetDatum(heap_form_tuple(context->tuple_desc, values, nulls)));
	}
	SRF_RETURN_DONE(context);
}

/*
 * pgjava.restart_worker(): ends each JVM and starts another, so that it reads
 * its settings and classes anew.  Calls in progress fail.
 */
Datum
pgjava_restart_worker(PG_FUNCTION_ARGS)
{
	if (slots == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("this server does not start its Java worker itself"),
				 errhint("Add pgjava to \"shared_preload_libraries\".")));
	for (int i = 0; i <= pgjava_max_workers; i++)
	{
		Latch	   *latch;

		SpinLockAcquire(&slots[i].mutex);
		slots[i].restart = slots[i].in_use;
		latch = slots[i].latch;
		SpinLockRelease(&slots[i].mutex);
		if (latch != NULL)
			SetLatch(latch);
	}
	PG_RETURN_VOID();
}
