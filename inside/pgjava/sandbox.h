/*-------------------------------------------------------------------------
 *
 * sandbox.h
 *	  What the launcher needs of sandbox.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#ifndef PGJAVA_SANDBOX_H
#define PGJAVA_SANDBOX_H

/* What a confined JVM may read, and how much it may be. */
typedef struct PgJavaWalls
{
	const char *java_home;
	const char *library;		/* pgjava_stop.so */
	const char *class_path;		/* as the JVM has it */
	const char *directory;		/* its socket is made there */
	int			memory_mb;
} PgJavaWalls;

extern void pgjava_confine(int report, const PgJavaWalls *walls);
extern const char *pgjava_missing_directory(const char *directory);
extern const char *pgjava_missing_wall(pid_t pid);

#endif							/* PGJAVA_SANDBOX_H */
