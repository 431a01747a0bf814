/*-------------------------------------------------------------------------
 *
 * cores.c
 *	  How many cores this process may keep busy.
 *
 * Its affinity says on which cores it may run, and its control groups how much
 * of them it may use: its own and each one around it.  In version 2 that is the
 * file cpu.max, a quota and a period in microseconds, or "max"; in version 1
 * there is a file for each, and a quota of -1 is none.  Within a container the
 * group that /proc names may be one of the host's, which is not there; then
 * that of the container is where groups are mounted.
 *
 * See cgroups(7) and the kernel's admin-guide/cgroup-v2.  Uses nothing of the
 * server's, so that a test can call it.
 *
 * Linux only.  SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cores.h"

#define PATH_SIZE 4096

/*
 * Reads a short file.  Returns false if it is not there, or empty.
 */
static bool
read_text(const char *path, char *text, size_t size)
{
	int			file = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t		length;

	if (file < 0)
		return false;
	length = read(file, text, size - 1);
	close(file);
	text[length > 0 ? length : 0] = '\0';
	return length > 0;
}

static bool
read_file_of(const char *group, const char *name, char *text, size_t size)
{
	char		path[PATH_SIZE + 32];

	snprintf(path, sizeof(path), "%s/%s", group, name);
	return read_text(path, text, size);
}

/*
 * The whole cores of a group's quota; INT_MAX if it has none.
 */
static int
cores_of_group(const char *group)
{
	char		text[64];
	long long	quota = 0;
	long long	period = 0;

	if (read_file_of(group, "cpu.max", text, sizeof(text)))
	{
		if (sscanf(text, "%lld %lld", &quota, &period) != 2)
			return INT_MAX;
	}
	else if (read_file_of(group, "cpu.cfs_quota_us", text, sizeof(text)))
	{
		quota = atoll(text);
		if (read_file_of(group, "cpu.cfs_period_us", text, sizeof(text)))
			period = atoll(text);
	}
	return quota > 0 && period > 0 && quota / period < INT_MAX ? (int) (quota / period) : INT_MAX;
}

/*
 * The same of a group and of all around it.
 */
static int
cores_of_groups(const char *mount, const char *group)
{
	char		path[PATH_SIZE];
	size_t		root = strlen(mount);
	int			least = INT_MAX;
	char	   *end;

	snprintf(path, sizeof(path), "%s%s", mount, group);
	do
	{
		int			cores = cores_of_group(path);

		least = cores < least ? cores : least;
		end = strlen(path) > root ? strrchr(path + root, '/') : NULL;
		if (end != NULL)
			*end = '\0';
	} while (end != NULL);
	return least;
}

/*
 * Whether version 1's group is one that the controller "cpu" uses: their names
 * stand between commas.
 */
static bool
is_of_cpu(char *controllers)
{
	char	   *rest;

	for (char *name = strtok_r(controllers, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest))
	{
		if (strcmp(name, "cpu") == 0)
			return true;
	}
	return false;
}

/*
 * The whole cores that the groups of a list like /proc/self/cgroup allow: one
 * to a line, as number:controllers:path, without controllers in version 2.
 */
static int
cores_of_list(char *list, const char *mount)
{
	char		mount_of_cpu[PATH_SIZE];
	int			least = INT_MAX;
	char	   *rest;

	snprintf(mount_of_cpu, sizeof(mount_of_cpu), "%s/cpu", mount);
	for (char *line = strtok_r(list, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
	{
		char	   *controllers = strchr(line, ':');
		char	   *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');
		int			cores = INT_MAX;

		if (group == NULL)
			continue;
		controllers++;
		*group++ = '\0';
		if (*controllers == '\0')
			cores = cores_of_groups(mount, group);
		else if (is_of_cpu(controllers))
			cores = cores_of_groups(mount_of_cpu, group);
		least = cores < least ? cores : least;
	}
	return least;
}

/*
 * How many cores this process may keep busy: whole ones, at least one.
 */
int
pgjava_cores(const char *groups, const char *mount)
{
	/* A machine with more cores than the set has room for is large enough. */
	int			cores = CPU_SETSIZE;
	int			allowed = INT_MAX;
	cpu_set_t	set;
	char		list[2 * PATH_SIZE];

	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		cores = CPU_COUNT(&set);
	if (read_text(groups, list, sizeof(list)))
		allowed = cores_of_list(list, mount);
	cores = allowed < cores ? allowed : cores;
	return cores > 1 ? cores : 1;
}
