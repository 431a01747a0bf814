/*-------------------------------------------------------------------------
 *
 * pgjava.c
 *	  The module: its settings.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "compat.h"

#include <limits.h>

#include "miscadmin.h"
#include "postmaster/postmaster.h"
#include "utils/guc.h"
#include "utils/varlena.h"

PG_MODULE_MAGIC;

char	   *pgjava_socket = NULL;
char	   *pgjava_worker_user = NULL;
char	   *pgjava_java_home = NULL;
char	   *pgjava_class_path = NULL;
char	   *pgjava_vm_options = NULL;
char	   *pgjava_stop_library = NULL;
int			pgjava_start_timeout = 0;
int			pgjava_max_frame = 0;
int			pgjava_max_workers = 0;
int			pgjava_idle_timeout = 0;
int			pgjava_sandbox_memory = 0;
int			pgjava_spin_micros = 0;

void		_PG_init(void);

/*
 * The path of the socket of the untrusted language's worker: as set, or beside the server's own.
 */
char *
pgjava_socket_path_of_untrusted(void)
{
	char	   *directories;
	List	   *list;
	char	   *path;

	if (pgjava_socket[0] != '\0')
		return pstrdup(pgjava_socket);
	directories = pstrdup(Unix_socket_directories);
	if (!SplitDirectoriesString(directories, ',', &list) || list == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("there is no directory for the Java worker's socket"),
				 errhint("Set \"pgjava.socket\" or \"unix_socket_directories\".")));
	path = psprintf("%s/.s.PGJAVA.%d", (char *) linitial(list), PostPortNumber);
	list_free_deep(list);
	pfree(directories);
	return path;
}

static void
define_connection_settings(void)
{
	DefineCustomStringVariable("pgjava.socket",
							   "Path of the Java worker's socket.",
							   "Empty: .s.PGJAVA.PORT in the first of unix_socket_directories.",
							   &pgjava_socket, "", PGC_SIGHUP, 0, NULL, NULL, NULL);
	DefineCustomStringVariable("pgjava.worker_user",
							   "Operating-system user that the Java worker runs as.",
							   "Empty: the server's own.",
							   &pgjava_worker_user, "", PGC_SIGHUP, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("pgjava.start_timeout",
							"Longest time to wait for a Java worker that is starting.",
							NULL, &pgjava_start_timeout, 30, 1, 3600, PGC_USERSET, GUC_UNIT_S,
							NULL, NULL, NULL);
	DefineCustomIntVariable("pgjava.max_frame",
							"Most bytes that a call or its result may have.",
							NULL, &pgjava_max_frame, 256 * 1024, 64, 1000 * 1024, PGC_SUSET,
							GUC_UNIT_KB, NULL, NULL, NULL);
	DefineCustomIntVariable("pgjava.spin_micros",
							"How many microseconds backends and worker poll for each other before they sleep.",
							"Only while answers come that soon, and on half of the cores; 0: never. The worker takes it when it starts.",
							&pgjava_spin_micros, 50, 0, 1000, PGC_SIGHUP, 0, NULL, NULL, NULL);
}

static void
define_launcher_settings(void)
{
	DefineCustomStringVariable("pgjava.java_home",
							   "Directory of the JDK or JRE that runs the Java worker.",
							   "Empty: JAVA_HOME of the server, or else the java of /usr/bin.",
							   &pgjava_java_home, "", PGC_SIGHUP, GUC_SUPERUSER_ONLY,
							   NULL, NULL, NULL);
	DefineCustomStringVariable("pgjava.class_path",
							   "Where the Java worker finds the classes of functions.",
							   "Added to the jars in the directory pgjava of SHAREDIR.",
							   &pgjava_class_path, "", PGC_SIGHUP, GUC_SUPERUSER_ONLY,
							   NULL, NULL, NULL);
	DefineCustomStringVariable("pgjava.stop_library",
							   "The library by which the Java worker stops threads.",
							   "Empty: pgjava_stop.so in PKGLIBDIR, if it is there.",
							   &pgjava_stop_library, "", PGC_SIGHUP, GUC_SUPERUSER_ONLY,
							   NULL, NULL, NULL);
	DefineCustomStringVariable("pgjava.vm_options",
							   "Options of the Java worker's virtual machine.",
							   NULL, &pgjava_vm_options, "-Xmx256m -XX:+UseSerialGC -Xss1m",
							   PGC_SIGHUP, GUC_SUPERUSER_ONLY, NULL, NULL, NULL);
	if (process_shared_preload_libraries_in_progress)
		DefineCustomIntVariable("pgjava.max_workers",
								"Most confined Java workers at a time, one for each owner of functions and database.",
								"Each takes one of \"max_worker_processes\".",
								&pgjava_max_workers, 4, 0, 256, PGC_POSTMASTER, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("pgjava.idle_timeout",
							"How long a confined Java worker that serves no session stays.",
							NULL, &pgjava_idle_timeout, 600, 1, 24 * 3600, PGC_SIGHUP, GUC_UNIT_S,
							NULL, NULL, NULL);
	DefineCustomIntVariable("pgjava.sandbox_memory",
							"Most memory that a confined Java worker may have.",
							"Beyond the heap, it has threads, classes and compiled code.",
							&pgjava_sandbox_memory, 768, 64, 1024 * 1024, PGC_SIGHUP, GUC_UNIT_MB,
							NULL, NULL, NULL);
}

/*
 * Called when the library is loaded.
 */
void
_PG_init(void)
{
	define_connection_settings();
	define_launcher_settings();
	MarkGUCPrefixReserved("pgjava");
	pgjava_launcher_init();
}
