/*-------------------------------------------------------------------------
 *
 * cores.h
 *	  How many cores this process may keep busy.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#ifndef PGJAVA_CORES_H
#define PGJAVA_CORES_H

/* Where the kernel tells of control groups. */
#define CORES_GROUPS "/proc/self/cgroup"
#define CORES_MOUNT "/sys/fs/cgroup"

extern int	pgjava_cores(const char *groups, const char *mount);

#endif							/* PGJAVA_CORES_H */
