/*-------------------------------------------------------------------------
 *
 * sandbox.c
 *	  The walls around a worker that runs the trusted language, and how the
 *	  launcher makes sure that they stand.
 *
 * Between fork and exec the child takes its capabilities and the way to new
 * ones (no_new_privs) from itself, limits its resources, allows itself
 * the files that a JVM reads (Landlock) and forbids itself system calls
 * (seccomp).  If one of these fails it says so on a pipe and ends; nothing is
 * left out silently.  The JVM puts up the last wall (pgjava_seal.c), and the
 * kernel's own word in /proc is what the launcher believes.
 *
 * Linux only.  SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "sandbox.h"

#include <fcntl.h>
#include <glob.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox_filter.h"

/* linux/landlock.h, whose constants a compiler's machine may not have. */
#ifndef LANDLOCK_CREATE_RULESET	/* a test makes it a call that no kernel has */
#define LANDLOCK_CREATE_RULESET 444
#endif
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446
#define LANDLOCK_RULE_PATH 1
#define LANDLOCK_GET_VERSION 1

#define FS_EXECUTE		(UINT64CONST(1) << 0)
#define FS_READ_FILE	(UINT64CONST(1) << 2)
#define FS_READ_DIR		(UINT64CONST(1) << 3)
#define FS_WRITE_FILE	(UINT64CONST(1) << 1)
#define FS_REMOVE_FILE	(UINT64CONST(1) << 5)
#define FS_MAKE_SOCK	(UINT64CONST(1) << 9)

#define FS_READ (FS_READ_FILE | FS_READ_DIR)

/* The rights that each version of Landlock knows; each is taken away. */
#define FS_ALL_1 ((UINT64CONST(1) << 13) - 1)
#define FS_ALL_2 (FS_ALL_1 | (UINT64CONST(1) << 13))	/* moving between directories */
#define FS_ALL_3 (FS_ALL_2 | (UINT64CONST(1) << 14))	/* truncating */
#define FS_ALL_5 (FS_ALL_3 | (UINT64CONST(1) << 15))	/* ioctl of devices */
#define NET_ALL UINT64CONST(3)	/* from version 4: bind and connect of TCP */
#define SCOPE_ALL UINT64CONST(3)	/* from version 6: abstract sockets, signals */

#define MAX_OPEN_FILES 4096

typedef struct Ruleset
{
	uint64		fs;
	uint64		net;
	uint64		scoped;
} Ruleset;

typedef struct PathRule
{
	uint64		allowed;
	int32		fd;
} __attribute__((packed)) PathRule;

/*
 * Says what is missing, and ends the child.
 */
static void
fail(int report, const char *format,...) pg_attribute_printf(2, 3);

static void
fail(int report, const char *format,...)
{
	char		text[256];
	va_list		arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (write(report, text, strlen(text)) < 0)
		_exit(125);
	_exit(126);
}

static void
limit(int report, int resource, rlim_t most, const char *name)
{
	struct rlimit limits = {most, most};
	struct rlimit now;

	if (getrlimit(resource, &now) == 0 && now.rlim_max < most)
		limits.rlim_cur = limits.rlim_max = now.rlim_max;
	if (setrlimit(resource, &limits) != 0)
		fail(report, "limit of %s: %s", name, strerror(errno));
}

/*
 * Allows a path.  What does not exist needs no right.
 */
static void
allow(int report, int ruleset, const char *path, uint64 rights)
{
	struct stat found;
	PathRule	rule = {.allowed = rights};

	rule.fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.fd < 0)
	{
		if (errno == ENOENT || errno == ENOTDIR)
			return;
		fail(report, "Landlock: could not open \"%s\": %s", path, strerror(errno));
	}
	if (fstat(rule.fd, &found) != 0)
		fail(report, "Landlock: could not look at \"%s\": %s", path, strerror(errno));
	if (!S_ISDIR(found.st_mode))
		rule.allowed &= FS_EXECUTE | FS_READ_FILE | FS_WRITE_FILE;
	if (syscall(LANDLOCK_ADD_RULE, ruleset, LANDLOCK_RULE_PATH, &rule, 0) != 0)
		fail(report, "Landlock: could not allow \"%s\": %s", path, strerror(errno));
	close(rule.fd);
}

/*
 * Allows what stands between colons; a trailing asterisk means all jars of a
 * directory.
 */
static void
allow_class_path(int report, int ruleset, const char *class_path)
{
	char		entry[MAXPGPATH];

	while (*class_path != '\0')
	{
		size_t		length = strcspn(class_path, ":");

		if (length >= sizeof(entry))
			fail(report, "an entry of the class path is too long");
		memcpy(entry, class_path, length);
		entry[length] = '\0';
		if (length >= 2 && strcmp(entry + length - 2, "/*") == 0)
			entry[length - 2] = '\0';
		if (entry[0] != '\0')
			allow(report, ruleset, entry, FS_READ);
		class_path += length;
		if (*class_path == ':')
			class_path++;
	}
}

static void
allow_pattern(int report, int ruleset, const char *pattern)
{
	glob_t		found;

	if (glob(pattern, 0, NULL, &found) == 0)
	{
		for (size_t i = 0; i < found.gl_pathc; i++)
			allow(report, ruleset, found.gl_pathv[i], FS_READ);
		globfree(&found);
	}
}

static void
confine_files(int report, const PgJavaWalls *walls)
{
	static const char *const libraries[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64"};
	static const char *const readable[] = {
		"/etc/ld.so.cache", "/etc/localtime", "/etc/timezone", "/usr/share/zoneinfo",
	"/dev/urandom", "/dev/random", "/dev/zero"};
	long		version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_GET_VERSION);
	Ruleset		rules = {0};
	size_t		size;
	int			ruleset;

	if (version < 1)
		fail(report, "Landlock: %s", version < 0 ? strerror(errno) : "not there");
	/* Before version 3 a file that cannot be opened for writing could be truncated. */
	if (version < 3)
		fail(report, "Landlock: version %ld of the kernel's, 3 is needed", version);
	rules.fs = version >= 5 ? FS_ALL_5 : FS_ALL_3;
	rules.net = version >= 4 ? NET_ALL : 0;
	rules.scoped = version >= 6 ? SCOPE_ALL : 0;
	size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
	ruleset = (int) syscall(LANDLOCK_CREATE_RULESET, &rules, size, 0);
	if (ruleset < 0)
		fail(report, "Landlock: %s", strerror(errno));
	for (size_t i = 0; i < lengthof(libraries); i++)
		allow(report, ruleset, libraries[i], FS_READ | FS_EXECUTE);
	for (size_t i = 0; i < lengthof(readable); i++)
		allow(report, ruleset, readable[i], FS_READ);
	allow(report, ruleset, "/dev/null", FS_READ_FILE | FS_WRITE_FILE);
	allow_pattern(report, ruleset, "/etc/java-*");
	allow(report, ruleset, walls->java_home, FS_READ | FS_EXECUTE);
	allow(report, ruleset, walls->library, FS_READ);
	allow(report, ruleset, walls->directory, FS_MAKE_SOCK | FS_REMOVE_FILE);
	allow_class_path(report, ruleset, walls->class_path);
	if (syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0) != 0)
		fail(report, "Landlock: %s", strerror(errno));
	close(ruleset);
}

static void
confine_calls(int report)
{
#ifdef SANDBOX_ARCHITECTURE
	static SandboxFilter filter;
	struct sock_fprog program = {0};

	if (sandbox_write_filter(&filter, (int) getpid(), 0) != 0)
		fail(report, "seccomp: the filter is too long");
	program.len = filter.length;
	program.filter = filter.code;
	if (syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) != 0)
		fail(report, "seccomp: %s", strerror(errno));
#else
	fail(report, "seccomp: no filter is written for this architecture");
#endif
}

/*
 * Called in the child.  Returns with all walls up but the last, or not at all:
 * then what is missing has been written to `report`.
 */
void
pgjava_confine(int report, const PgJavaWalls *walls)
{
	limit(report, RLIMIT_CORE, 0, "core files");
	limit(report, RLIMIT_NOFILE, MAX_OPEN_FILES, "open files");
	limit(report, RLIMIT_MSGQUEUE, 0, "message queues");
	limit(report, RLIMIT_DATA, (rlim_t) walls->memory_mb * 1024 * 1024, "memory");
	if (geteuid() == 0)
		fail(report, "a user who is not root");
	if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0)
		fail(report, "ambient capabilities: %s", strerror(errno));
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		fail(report, "no_new_privs: %s", strerror(errno));
	confine_files(report, walls);
	confine_calls(report);
}

/*
 * Makes the directory in which a worker makes its socket.  The one that an
 * earlier worker left will do; what somebody else has put there, or may write
 * to, will not.  Returns NULL, or what is missing.
 */
const char *
pgjava_missing_directory(const char *directory)
{
	struct stat found;

	if ((mkdir(directory, 0700) != 0 && errno != EEXIST) || lstat(directory, &found) != 0)
		return psprintf("directory \"%s\" for its socket: %s", directory, strerror(errno));
	if (!S_ISDIR(found.st_mode) || found.st_uid != geteuid() || (found.st_mode & (S_IRWXG | S_IRWXO)) != 0)
		return psprintf("directory \"%s\" for its socket: something is there that others may change",
						directory);
	return NULL;
}

/*
 * A number in a file like /proc/1/status; -1 if it is not there.
 */
static int64
status_field(const char *text, const char *name, int base)
{
	const char *line = strstr(text, name);

	return line == NULL ? -1 : (int64) strtoull(line + strlen(name), NULL, base);
}

static bool
read_status(pid_t pid, char *text, size_t size)
{
	char		path[64];
	ssize_t		length;
	int			fd;

	snprintf(path, sizeof(path), "/proc/%d/status", (int) pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	length = read(fd, text, size - 1);
	close(fd);
	text[Max(length, 0)] = '\0';
	return length > 0;
}

/*
 * Whether the kernel says that a worker is confined: it has no capabilities,
 * cannot get any, and two filters more than this process.  Returns NULL, or
 * what is missing.
 */
const char *
pgjava_missing_wall(pid_t pid)
{
	static const char *const capabilities[] = {"\nCapInh:\t", "\nCapPrm:\t", "\nCapEff:\t", "\nCapAmb:\t"};
	char		ours[8192];
	char		its[8192];
	int64		filters;

	if (!read_status(getpid(), ours, sizeof(ours)) || !read_status(pid, its, sizeof(its)))
		return "its status in /proc cannot be read";
	for (size_t i = 0; i < lengthof(capabilities); i++)
	{
		if (status_field(its, capabilities[i], 16) != 0)
			return "it has capabilities";
	}
	if (status_field(its, "\nNoNewPrivs:\t", 10) != 1)
		return "it could get new privileges";
	if (status_field(its, "\nSeccomp:\t", 10) != 2)
		return "it has no filter of system calls";
	filters = status_field(ours, "\nSeccomp_filters:\t", 10);
	if (filters < 0 || status_field(its, "\nSeccomp_filters:\t", 10) < filters + 2)
		return "it does not have both filters of system calls";
	return NULL;
}
