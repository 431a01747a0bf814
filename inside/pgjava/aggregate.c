/*-------------------------------------------------------------------------
 *
 * aggregate.c
 *	  Aggregates whose state is a Java object.
 *
 * The state is of type internal: it stands for an object in the worker, which
 * has the number of its group.  Rows gather here and travel in batches, those
 * of all groups of one aggregate together, so that the round trip is shared.
 * The final function sends what has gathered, and asks for the result of one
 * group; it leaves the object as it is, for a window goes on with it.
 *
 * CALL of a transition function: rows u32, and for each the group (u64) and the
 * arguments behind the state.  CALL of a final function: the group u64, 0 for
 * one that had no rows.
 *
 * When the memory of a group is reset, PostgreSQL is done with it.  That is no
 * moment to talk to the worker, so the numbers gather as well, and travel with
 * the next call, or before the transaction commits.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"

#include "access/xact.h"
#include "libpq/pqformat.h"
#include "utils/memutils.h"

/* Rows travel when they have this size. */
#define BATCH_BYTES (64 * 1024)

/* One aggregate of one execution; lives as long as its FmgrInfo. */
typedef struct Aggregation
{
	PgJavaFunction *function;	/* the transition function, held by its uses */
	StringInfoData rows;		/* what was not sent yet */
	uint32		count;
	uint32		generation;		/* of the connection that has the groups */
} Aggregation;

/* The state of one group. */
typedef struct Group
{
	uint64		number;			/* 0: nothing was sent for it yet */
	Aggregation *aggregation;
	MemoryContextCallback forget;
} Group;

static uint64 last_group = 0;

/* Groups that PostgreSQL is done with, and the connections that have them. */
typedef struct Forgotten
{
	uint32		generation;
	uint64		group;
} Forgotten;

static Forgotten *forgotten = NULL;
static int	nforgotten = 0;
static int	max_forgotten = 0;

/*
 * A group's memory is reset.  Must not fail: without memory the object stays
 * in the worker until the session ends.
 */
static void
forget_group(void *arg)
{
	Group	   *group = arg;

	if (group->aggregation->generation == 0)
		return;
	if (nforgotten == max_forgotten)
	{
		int			size = Max(64, 2 * max_forgotten);
		Forgotten  *larger = MemoryContextAllocExtended(TopMemoryContext, sizeof(Forgotten) * size,
														MCXT_ALLOC_NO_OOM | MCXT_ALLOC_HUGE);

		if (larger == NULL)
			return;
		if (forgotten != NULL)
		{
			memcpy(larger, forgotten, sizeof(Forgotten) * nforgotten);
			pfree(forgotten);
		}
		forgotten = larger;
		max_forgotten = size;
	}
	forgotten[nforgotten].generation = group->aggregation->generation;
	forgotten[nforgotten++].group = group->number;
}

/*
 * Appends a frame that names the groups of the current connection which nobody
 * needs any more, if there are any.
 */
void
pgjava_put_forgotten(StringInfo out)
{
	uint32		count = 0;
	int			left = 0;

	if (nforgotten == 0)
		return;
	for (int i = 0; i < nforgotten; i++)
		count += forgotten[i].generation == pgjava_generation();
	if (count > 0)
	{
		pgjava_begin_frame(out, FRAME_FORGET_GROUPS, 0);
		pq_sendint32(out, count);
		for (int i = 0; i < nforgotten; i++)
		{
			if (forgotten[i].generation == pgjava_generation())
				pq_sendint64(out, forgotten[i].group);
		}
		pgjava_end_frame(out);
	}
	for (int i = 0; i < nforgotten; i++)
	{
		if (forgotten[i].generation != pgjava_generation() &&
			pgjava_is_connected(forgotten[i].generation))
			forgotten[left++] = forgotten[i];
	}
	nforgotten = left;
}

/*
 * A session that does nothing for a long time must not keep its last groups in
 * the worker of the untrusted language; those of others go with the next call.
 */
static void
at_commit(XactEvent event, void *arg)
{
	StringInfoData out;

	if (event != XACT_EVENT_PRE_COMMIT || nforgotten == 0 || pgjava_call != NULL)
		return;
	initStringInfo(&out);
	pgjava_put_forgotten(&out);

	/* Without a worker they are forgotten already. */
	(void) pgjava_try_write(out.data, out.len);
	pfree(out.data);
}

static void
put_rows(StringInfo out, PgJavaFunction *function, PgJavaRequest *request)
{
	Aggregation *aggregation = request->aggregation;

	pq_sendint32(out, aggregation->count);
	appendBinaryStringInfo(out, aggregation->rows.data, aggregation->rows.len);
}

static void
get_nothing(StringInfo in, PgJavaFunction *function, PgJavaRequest *request)
{
	if (pq_getmsgint(in, 4) != 0)
		pgjava_protocol_violation("a result of a transition function");
}

/*
 * The objects of the groups ended with the worker that had them.  A call has
 * defined its function on the connection that it went over.
 */
static void
check_generation(Aggregation *aggregation, PgJavaFunction *called)
{
	if (aggregation->generation != 0 && aggregation->generation != called->defined)
		ereport(ERROR,
				(errcode(ERRCODE_SYSTEM_ERROR),
				 errmsg("the state of aggregate function \"%s\" was lost with the Java worker",
						aggregation->function->name)));
}

/*
 * Sends the rows that have gathered.
 */
static void
send_rows(Aggregation *aggregation, FunctionCallInfo fcinfo)
{
	PgJavaRequest request = {.put = put_rows, .get = get_nothing, .fcinfo = fcinfo,
		.aggregation = aggregation};

	if (aggregation->count == 0)
		return;
	check_generation(aggregation, aggregation->function);
	pgjava_run(aggregation->function, &request, true);

	/* It may have gone to a worker that began with empty states. */
	check_generation(aggregation, aggregation->function);
	aggregation->generation = aggregation->function->defined;
	resetStringInfo(&aggregation->rows);
	aggregation->count = 0;
}

static void
release_function(void *arg)
{
	Aggregation *aggregation = arg;

	aggregation->function->uses--;
}

static Aggregation *
begin_aggregation(FunctionCallInfo fcinfo, PgJavaFunction *function)
{
	static bool is_registered = false;
	MemoryContext context = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	Aggregation *aggregation = palloc0(sizeof(Aggregation));
	MemoryContextCallback *release = palloc0(sizeof(MemoryContextCallback));

	if (!is_registered)
		RegisterXactCallback(at_commit, NULL);
	is_registered = true;
	initStringInfo(&aggregation->rows);
	aggregation->function = function;
	function->uses++;
	release->func = release_function;
	release->arg = aggregation;
	MemoryContextRegisterResetCallback(fcinfo->flinfo->fn_mcxt, release);
	MemoryContextSwitchTo(context);
	fcinfo->flinfo->fn_extra = aggregation;
	return aggregation;
}

static Group *
begin_group(Aggregation *aggregation, MemoryContext context)
{
	Group	   *group = MemoryContextAllocZero(context, sizeof(Group));

	group->number = ++last_group;
	group->aggregation = aggregation;
	group->forget.func = forget_group;
	group->forget.arg = group;
	MemoryContextRegisterResetCallback(context, &group->forget);
	return group;
}

/*
 * Appends one row.
 */
static void
keep_row(Aggregation *aggregation, Group *group, FunctionCallInfo fcinfo)
{
	PgJavaFunction *function = aggregation->function;
	int			saved = pgjava_utf8_begin();

	pq_sendint64(&aggregation->rows, group->number);
	PG_TRY();
	{
		for (int i = 0; i < function->nargs; i++)
			pgjava_put_value(&aggregation->rows, &function->args[i],
							 fcinfo->args[i + 1].value, fcinfo->args[i + 1].isnull);
	}
	PG_CATCH();
	{
		pgjava_utf8_end(saved);
		PG_RE_THROW();
	}
	PG_END_TRY();
	pgjava_utf8_end(saved);
	aggregation->count++;
}

/*
 * Called for each row: keeps it, and sends a batch now and then.
 */
Datum
pgjava_call_transition(FunctionCallInfo fcinfo, PgJavaFunction *function)
{
	Aggregation *aggregation = fcinfo->flinfo->fn_extra;
	MemoryContext context;
	Group	   *group;

	if (aggregation != NULL)
		function = aggregation->function;
	if (!AggCheckCallContext(fcinfo, &context))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("function \"%s\" can be called by an aggregate only", function->name)));
	if (aggregation == NULL)
		aggregation = begin_aggregation(fcinfo, function);
	group = fcinfo->args[0].isnull ? NULL : (Group *) DatumGetPointer(fcinfo->args[0].value);
	if (group == NULL)
		group = begin_group(aggregation, context);

	/* How the arguments travel is the worker's to say, before the first. */
	if (function->defined == 0)
	{
		PgJavaRequest request = {.put = NULL};

		pgjava_run(function, &request, true);
	}
	keep_row(aggregation, group, fcinfo);
	if (aggregation->rows.len >= BATCH_BYTES)
		send_rows(aggregation, fcinfo);
	fcinfo->isnull = false;
	return PointerGetDatum(group);
}

static void
put_group(StringInfo out, PgJavaFunction *function, PgJavaRequest *request)
{
	FunctionCallInfo fcinfo = request->fcinfo;

	pq_sendint64(out, fcinfo->args[0].isnull ? 0 :
				 ((Group *) DatumGetPointer(fcinfo->args[0].value))->number);
}

/*
 * Called for the result of a group.
 */
Datum
pgjava_call_final(FunctionCallInfo fcinfo, PgJavaFunction *function)
{
	PgJavaRequest request = {.put = put_group, .get = pgjava_get_result, .fcinfo = fcinfo,
		.is_null = true};

	if (!AggCheckCallContext(fcinfo, NULL))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("function \"%s\" can be called by an aggregate only", function->name)));
	if (!fcinfo->args[0].isnull)
		send_rows(((Group *) DatumGetPointer(fcinfo->args[0].value))->aggregation, fcinfo);
	pgjava_run(function, &request, true);
	if (!fcinfo->args[0].isnull)
		check_generation(((Group *) DatumGetPointer(fcinfo->args[0].value))->aggregation, function);
	fcinfo->isnull = request.is_null;
	return request.value;
}
