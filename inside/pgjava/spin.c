/*-------------------------------------------------------------------------
 *
 * spin.c
 *	  Polling for an answer before sleeping on it.
 *
 * A trivial call is answered within a few microseconds, but putting a process
 * to sleep and waking it takes tens of them where cores halt, as virtual ones
 * do.  So a backend whose last answer came soon polls for the next one, for
 * pgjava.spin_micros at most.
 *
 * What that may cost is bounded.  At most half of the cores poll, counted in
 * shared memory, hence nobody where there is one core, or no shared memory
 * because the library was not preloaded.  And polling in vain, as happens when
 * others want the cores, makes the following waits sleep at once, the more of
 * them the more often it happens: polling goes on only while less than about
 * one wait in FAILURE_PENALTY is in vain.  Yielding the core between two looks
 * was tried instead, and is worse (docs/decisions/0067).
 *
 * The worker does the same with its sessions (SpinningSocket).
 *
 * Linux only.  SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "cores.h"

#include "miscadmin.h"
#include "port/atomics.h"
#include "storage/latch.h"
#include "storage/proc.h"
#include "storage/shmem.h"

#define FAILURE_PENALTY 16
#define MOST_PENALTY 1024

/* A wait that slept took the waking, too. */
#define PROMPT_FACTOR 2

/* How many backends poll now; NULL where there is no shared memory for it. */
static pg_atomic_uint32 *spinning = NULL;

Size
pgjava_spin_shmem_size(void)
{
	return sizeof(pg_atomic_uint32);
}

/*
 * Called with AddinShmemInitLock held.
 */
void
pgjava_spin_shmem_init(void)
{
	bool		found;

	spinning = ShmemInitStruct("pgjava spinning", pgjava_spin_shmem_size(), &found);
	if (!found)
		pg_atomic_init_u32(spinning, 0);
}

/*
 * How many may poll at a time: half of the cores that this process may use, as
 * they were when it first asked.
 */
static uint32
most_spinning(void)
{
	static int	most = -1;

	if (most < 0)
		most = pgjava_cores(CORES_GROUPS, CORES_MOUNT) / 2;
	return (uint32) most;
}

/*
 * Whether this backend may poll.  The caller then gives the place back, and
 * raises no error before that.
 */
static bool
begin_spin(void)
{
	if (spinning == NULL)
		return false;
	if (pg_atomic_fetch_add_u32(spinning, 1) < most_spinning())
		return true;
	pg_atomic_fetch_sub_u32(spinning, 1);
	return false;
}

/*
 * A wait begins.
 */
void
pgjava_wait_begins(PgJavaSpin *spin)
{
	if (pgjava_spin_micros > 0)
		INSTR_TIME_SET_CURRENT(spin->start);
}

static uint64
waited_micros(const PgJavaSpin *spin)
{
	instr_time	now;

	INSTR_TIME_SET_CURRENT(now);
	INSTR_TIME_SUBTRACT(now, spin->start);
	return INSTR_TIME_GET_MICROSEC(now);
}

/*
 * Takes account of a wait that was polled for.
 */
static void
learn(PgJavaSpin *spin, bool is_success)
{
	if (is_success)
		spin->penalty -= spin->penalty > 0;
	else
		spin->skips = spin->penalty = Min(2 * spin->penalty + FAILURE_PENALTY, MOST_PENALTY);
}

/*
 * Calls `poll` until it returns true, as long as that is worth it.  Returns
 * false when the caller should sleep: at the latest after pgjava.spin_micros,
 * and at once when somebody interrupts this backend.  `poll` raises no errors.
 */
bool
pgjava_spin(PgJavaSpin *spin, bool (*poll) (void *), void *argument)
{
	bool		is_done = false;
	bool		is_late = false;

	if (pgjava_spin_micros == 0 || !spin->is_prompt)
		return false;
	if (spin->skips > 0)
	{
		spin->skips--;
		return false;
	}
	if (!begin_spin())
		return false;
	while (!is_done && !is_late && !InterruptPending && !MyLatch->is_set)
	{
		is_done = poll(argument);
		if (!is_done)
		{
			pg_spin_delay();
			is_late = waited_micros(spin) >= (uint64) pgjava_spin_micros;
		}
	}
	pg_atomic_fetch_sub_u32(spinning, 1);
	if (is_done || is_late)
		learn(spin, is_done);
	return is_done;
}

/*
 * A wait has ended, by sleeping: was it short enough for the next one to be
 * worth polling?
 */
void
pgjava_has_slept(PgJavaSpin *spin)
{
	if (pgjava_spin_micros > 0)
		spin->is_prompt = waited_micros(spin) <= PROMPT_FACTOR * (uint64) pgjava_spin_micros;
}
