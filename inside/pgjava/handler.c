/*-------------------------------------------------------------------------
 *
 * handler.c
 *	  The language handler: one call from SQL to Java and back.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"

#include "access/htup_details.h"
#include "commands/event_trigger.h"
#include "commands/trigger.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/parsenodes.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

PgJavaCall *pgjava_call = NULL;

PG_FUNCTION_INFO_V1(javau_call_handler);
PG_FUNCTION_INFO_V1(javau_inline_handler);
PG_FUNCTION_INFO_V1(javau_validator);

/*
 * Appends the arguments of a function: one row.
 */
static void
put_arguments(StringInfo out, PgJavaFunction *function, PgJavaRequest *request)
{
	FunctionCallInfo fcinfo = request->fcinfo;

	pq_sendint32(out, 1);
	for (int i = 0; i < function->nargs; i++)
		pgjava_put_value(out, &function->args[i], fcinfo->args[i].value, fcinfo->args[i].isnull);
}

/*
 * Sends CALL.
 */
static void
send_call(PgJavaFunction *function, PgJavaRequest *request)
{
	StringInfoData out;
	int			saved;

	initStringInfo(&out);
	pgjava_put_forgotten(&out);
	pgjava_begin_frame(&out, FRAME_CALL,
					   (pgjava_call->read_only ? CALL_READ_ONLY : 0) |
					   (pgjava_call->atomic ? CALL_ATOMIC : 0));
	pq_sendint32(&out, function->number);
	saved = pgjava_utf8_begin();
	PG_TRY();
	{
		request->put(&out, function, request);
	}
	PG_FINALLY();
	{
		pgjava_utf8_end(saved);
	}
	PG_END_TRY();
	pgjava_end_frame(&out);
	pgjava_flush(&out);
	pfree(out.data);
}

/*
 * Waits for the answer and serves what the Java code asks for meanwhile.
 * Raises the error of a call that failed, after telling by `in_step` that the
 * worker waits for the next call.
 */
static void
receive_answer(PgJavaFrame *frame, volatile bool *in_step)
{
	for (;;)
	{
		pgjava_receive(frame);
		switch (frame->type)
		{
			case FRAME_DEFINED:
			case FRAME_RESULT:
			case FRAME_ROWS:
				return;
			case FRAME_ERROR:
				*in_step = true;
				pgjava_raise(&frame->body);
			case FRAME_LOG:
				pgjava_log(&frame->body);
				break;
			case FRAME_JAR:
				pgjava_send_jar(&frame->body);
				break;
			default:
				if (!pgjava_serve(frame))
					pgjava_protocol_violation("a frame of unknown type");
		}
		pfree(frame->body.data);
	}
}

/*
 * Lets the worker find the method, unless it has.
 */
static void
define(PgJavaFunction *function, volatile bool *in_step)
{
	StringInfoData out;
	PgJavaFrame frame;

	if (function->defined == pgjava_generation() &&
		function->jars_seen == pgjava_jars_changes())
		return;
	pgjava_find_jars(function);
	pgjava_call->defining = function;
	initStringInfo(&out);
	pgjava_put_define(&out, function);
	pgjava_flush(&out);
	pfree(out.data);
	receive_answer(&frame, in_step);
	if (frame.type != FRAME_DEFINED)
		pgjava_protocol_violation("something else than DEFINED");
	pgjava_get_defined(&frame.body, function);
	pgjava_call->defining = NULL;
}

/*
 * Reads one row into values and nulls.  Returns false for a row that is NULL
 * as a whole.
 */
static bool
get_row(StringInfo in, PgJavaFunction *function, Datum *values, bool *nulls)
{
	int			count = (int16) pq_getmsgint(in, 2);

	if (count == -1)
		return false;
	if (count != function->ncolumns)
		pgjava_protocol_violation("a row of another number of columns");
	for (int i = 0; i < count; i++)
	{
		if (OidIsValid(function->columns[i].oid))
			values[i] = pgjava_get_value(in, &function->columns[i], &nulls[i]);
		else if (pq_getmsgint(in, 4) == 0xFFFFFFFF)
			nulls[i] = true;
		else
			pgjava_protocol_violation("a value for a dropped column");
	}
	return true;
}

/*
 * Reads the one row of RESULT into the caller's memory context.
 */
void
pgjava_get_result(StringInfo in, PgJavaFunction *function, PgJavaRequest *answer)
{
	uint32		rows = pq_getmsgint(in, 4);
	Datum	   *values = palloc(sizeof(Datum) * Max(1, function->ncolumns));
	bool	   *nulls = palloc(sizeof(bool) * Max(1, function->ncolumns));
	MemoryContext context;
	bool		has_row;

	answer->value = (Datum) 0;
	answer->is_null = true;
	if (rows != 1)
		pgjava_protocol_violation("another number of results");
	context = MemoryContextSwitchTo(answer->caller);
	has_row = get_row(in, function, values, nulls);
	if (has_row && function->descriptor != NULL)
	{
		answer->value = HeapTupleGetDatum(heap_form_tuple(function->descriptor, values, nulls));
		answer->is_null = false;
	}
	else if (has_row && function->ncolumns == 1)
	{
		answer->value = values[0];
		answer->is_null = nulls[0];
	}
	else if (function->is_void)
		answer->is_null = false;
	MemoryContextSwitchTo(context);
}

/*
 * Appends the rows of one ROWS to the tuplestore.  Memory of a batch is freed
 * with it.
 */
static void
store_rows(StringInfo in, PgJavaFunction *function, Tuplestorestate *store, TupleDesc descriptor)
{
	uint32		rows = pq_getmsgint(in, 4);
	Datum	   *values = palloc(sizeof(Datum) * Max(1, function->ncolumns));
	bool	   *nulls = palloc(sizeof(bool) * Max(1, function->ncolumns));

	for (uint32 row = 0; row < rows; row++)
	{
		if (!get_row(in, function, values, nulls))
			memset(nulls, true, sizeof(bool) * function->ncolumns);
		tuplestore_putvalues(store, descriptor, values, nulls);
	}
	if (in->cursor != in->len)
		pgjava_protocol_violation("rows that are longer than they say");
}

static void
store_batch(StringInfo in, PgJavaFunction *function, Tuplestorestate *store, TupleDesc descriptor)
{
	int			saved = pgjava_utf8_begin();

	PG_TRY();
	{
		store_rows(in, function, store, descriptor);
	}
	PG_FINALLY();
	{
		pgjava_utf8_end(saved);
	}
	PG_END_TRY();
}

/*
 * Asks for the next batch.
 */
static void
fetch_more(void)
{
	StringInfoData out;

	initStringInfo(&out);
	pgjava_begin_frame(&out, FRAME_FETCH, 0);
	pgjava_end_frame(&out);
	pgjava_flush(&out);
	pfree(out.data);
}

/*
 * A tuplestore as the result of a set-returning function.
 */
static Tuplestorestate *
begin_set(PgJavaFunction *function, FunctionCallInfo fcinfo, TupleDesc *descriptor)
{
	ReturnSetInfo *set = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext context;
	ResourceOwner owner;
	Tuplestorestate *store;

	if (set == NULL || !IsA(set, ReturnSetInfo) || !(set->allowedModes & SFRM_Materialize))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set")));
	context = MemoryContextSwitchTo(set->econtext->ecxt_per_query_memory);
	if (function->descriptor != NULL)
		*descriptor = CreateTupleDescCopy(function->descriptor);
	else
	{
		*descriptor = CreateTemplateTupleDesc(1);
		TupleDescInitEntry(*descriptor, 1, function->name, function->columns[0].oid, -1, 0);
	}

	/* Not that of a subtransaction which Java code has open now. */
	owner = CurrentResourceOwner;
	CurrentResourceOwner = pgjava_call->owner;
	store = tuplestore_begin_heap((set->allowedModes & SFRM_Materialize_Random) != 0, false, work_mem);
	CurrentResourceOwner = owner;
	MemoryContextSwitchTo(context);
	set->returnMode = SFRM_Materialize;
	set->setResult = store;
	set->setDesc = *descriptor;
	return store;
}

/*
 * Takes the rows of a set in batches: the worker computes the next one only
 * when it is asked for it.
 */
static void
receive_set(PgJavaFrame *frame, PgJavaFunction *function, FunctionCallInfo fcinfo,
			volatile bool *in_step)
{
	TupleDesc	descriptor;
	Tuplestorestate *store = begin_set(function, fcinfo, &descriptor);
	MemoryContext batch = AllocSetContextCreate(CurrentMemoryContext, "pgjava rows",
												ALLOCSET_DEFAULT_SIZES);
	MemoryContext context = MemoryContextSwitchTo(batch);

	for (;;)
	{
		bool		is_last = (frame->flags & ROWS_LAST) != 0;

		store_batch(&frame->body, function, store, descriptor);
		MemoryContextReset(batch);
		if (is_last)
			break;
		fetch_more();
		receive_answer(frame, in_step);
		if (frame->type != FRAME_ROWS)
			pgjava_protocol_violation("something else than rows");
	}
	MemoryContextSwitchTo(context);
	MemoryContextDelete(batch);
}

/*
 * The exchange of one call, without its frame of errors and nesting.
 */
static void
exchange(PgJavaFunction *function, PgJavaRequest *request, volatile bool *in_step)
{
	PgJavaFrame frame;
	int			saved;

	define(function, in_step);
	if (request->put == NULL)
	{
		*in_step = true;
		return;
	}
	send_call(function, request);
	receive_answer(&frame, in_step);
	if (frame.type != (function->is_set ? FRAME_ROWS : FRAME_RESULT))
		pgjava_protocol_violation("another kind of result");
	if (function->is_set)
	{
		receive_set(&frame, function, request->fcinfo, in_step);
		*in_step = true;
		return;
	}

	/* From here on the worker waits, and a value may be refused. */
	*in_step = true;
	saved = pgjava_utf8_begin();
	PG_TRY();
	{
		request->get(&frame.body, function, request);
	}
	PG_FINALLY();
	{
		pgjava_utf8_end(saved);
	}
	PG_END_TRY();
}

/*
 * Calls a function.  An error leaves nothing behind: neither an open
 * subtransaction, nor a connection that is out of step.
 */
void
pgjava_run(PgJavaFunction *function, PgJavaRequest *request, bool atomic)
{
	PgJavaCall	call = {.outer = pgjava_call};
	volatile bool in_step = false;
	uint32		generation;
	MemoryContext context;

	check_stack_depth();
	pgjava_connect(function->is_trusted ? function->owner : InvalidOid);
	generation = pgjava_generation();
	call.connection = pgjava_connection();
	call.level = 1;
	for (PgJavaCall *outer = pgjava_call; outer != NULL; outer = outer->outer)
		call.level += outer->connection == call.connection;
	call.atomic = atomic;
	call.read_only = function->read_only;
	call.trigger = request->trigger;
	request->caller = CurrentMemoryContext;
	context = AllocSetContextCreate(request->caller, "pgjava call", ALLOCSET_DEFAULT_SIZES);
	call.context = context;
	call.owner = CurrentResourceOwner;
	function->uses++;
	pgjava_call = &call;
	PG_TRY();
	{
		int			left_open;

		MemoryContextSwitchTo(context);
		exchange(function, request, &in_step);
		left_open = pgjava_abort_savepoints(true);
		if (left_open > 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
					 errmsg("the Java code left %d savepoints or transactions open", left_open),
					 errhint("Commit or roll back what a connection has begun, before the method returns.")));
		pgjava_end_conversations(&call, true);
		pgjava_end_spi(&call);
	}
	PG_CATCH();
	{
		(void) pgjava_abort_savepoints(false);
		pgjava_end_conversations(&call, false);
		pgjava_call = call.outer;
		function->uses--;
		if (!in_step && generation == pgjava_generation())
			pgjava_disconnect();
		pgjava_use_connection(call.outer == NULL ? NULL : call.outer->connection);
		PG_RE_THROW();
	}
	PG_END_TRY();
	pgjava_call = call.outer;
	pgjava_use_connection(call.outer == NULL ? NULL : call.outer->connection);
	function->uses--;
	MemoryContextSwitchTo(request->caller);
	MemoryContextDelete(context);
}

/*
 * The handler of LANGUAGE javau.
 */
Datum
javau_call_handler(PG_FUNCTION_ARGS)
{
	PgJavaRequest request = {.put = put_arguments, .get = pgjava_get_result,
		.fcinfo = fcinfo, .is_null = true};
	bool		atomic = !(fcinfo->context != NULL && IsA(fcinfo->context, CallContext) &&
						   !castNode(CallContext, fcinfo->context)->atomic);
	PgJavaFunction *function;

	if (CALLED_AS_TRIGGER(fcinfo))
		return pgjava_call_trigger(fcinfo);
	if (CALLED_AS_EVENT_TRIGGER(fcinfo))
		return pgjava_call_event_trigger(fcinfo);

	/* Only aggregates keep something there. */
	if (fcinfo->flinfo->fn_extra != NULL)
		return pgjava_call_transition(fcinfo, NULL);
	function = pgjava_function(fcinfo->flinfo->fn_oid);
	if (function->kind == KIND_TRANSITION)
		return pgjava_call_transition(fcinfo, function);
	if (function->kind == KIND_FINAL)
		return pgjava_call_final(fcinfo, function);
	pgjava_run(function, &request, atomic);
	fcinfo->isnull = request.is_null;
	return request.value;
}

/*
 * DO: the text names a method without parameters.
 */
Datum
javau_inline_handler(PG_FUNCTION_ARGS)
{
	InlineCodeBlock *block = castNode(InlineCodeBlock, DatumGetPointer(PG_GETARG_DATUM(0)));
	PgJavaRequest request = {.put = put_arguments, .get = pgjava_get_result,
		.fcinfo = fcinfo, .is_null = true};
	PgJavaFunction *function = pgjava_block(block->source_text, block->langIsTrusted);

	PG_TRY();
	{
		pgjava_run(function, &request, block->atomic);
	}
	PG_FINALLY();
	{
		MemoryContextDelete(function->context);
	}
	PG_END_TRY();
	PG_RETURN_VOID();
}

/*
 * Called by CREATE FUNCTION: finds the method, and checks that its parameters
 * can take the types.  pg_restore switches it off.
 */
Datum
javau_validator(PG_FUNCTION_ARGS)
{
	Oid			oid = PG_GETARG_OID(0);
	PgJavaRequest request = {.put = NULL};

	if (!CheckFunctionValidatorAccess(fcinfo->flinfo->fn_oid, oid))
		PG_RETURN_VOID();
	if (check_function_bodies)
		pgjava_run(pgjava_function(oid), &request, true);
	PG_RETURN_VOID();
}
