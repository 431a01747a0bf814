/*-------------------------------------------------------------------------
 *
 * spi.c
 *	  Statements that Java code executes in the session that called it.
 *
 * Each runs in a subtransaction of its own, as PL/Python's do: its error is
 * undone before Java hears of it, so Java may catch it and go on.  Without
 * that, a backend that waits for Java after an error would hold locks and
 * lightweight locks that only an abort lets go.  A cancel is never handed to
 * Java: it ends the call.
 *
 * Plans are kept by numbers which the worker gives out for each connection.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "compat.h"

#include "access/xact.h"
#include "executor/spi.h"
#include "libpq/pqformat.h"
#include "nodes/params.h"
#include "tcop/pquery.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

/* A prepared statement. */
typedef struct PgJavaPlan
{
	uint64		key;			/* of the hash table: plan_key() */
	uint32		generation;		/* of the connection whose worker numbered it */
	SPIPlanPtr	plan;			/* NULL while it is being prepared */
	MemoryContext context;		/* owns types */
	Oid		   *types;
	int			ntypes;
	int			uses;			/* executions in progress */
	bool		is_forgotten;	/* freed by the last of them */
} PgJavaPlan;

static HTAB *plans = NULL;

/*
 * Workers number their statements for each connection.
 */
static uint64
plan_key(uint32 id)
{
	return ((uint64) pgjava_generation() << 32) | id;
}

/*
 * What to do in a subtransaction, for a frame; appends the answer.
 */
typedef void (*Work) (StringInfo in, StringInfo out);

static void
end_frame_and_flush(StringInfo out)
{
	pgjava_end_frame(out);
	pgjava_flush(out);
}

/*
 * Connects the call to SPI when its first statement comes, outside of any
 * subtransaction of Java, which would take the connection with it.
 */
void
pgjava_begin_spi(void)
{
	MemoryContext context = CurrentMemoryContext;

	if (pgjava_call->spi_connected)
		return;
	if (SPI_connect_ext(pgjava_call->atomic ? 0 : SPI_OPT_NONATOMIC) != SPI_OK_CONNECT)
		elog(ERROR, "could not connect to SPI");
	pgjava_call->spi_connected = true;
	if (pgjava_call->trigger != NULL)
		pgjava_register_transitions(pgjava_call->trigger);
	MemoryContextSwitchTo(context);
}

/*
 * After a COMMIT of Java code there is no snapshot, and parsing or reading
 * values may need one.  Before any subtransaction, so that it outlives them.
 */
void
pgjava_ensure_snapshot(void)
{
	if (!pgjava_call->atomic)
		EnsurePortalSnapshotExists();
}

/*
 * Ends what begin_spi began.
 */
void
pgjava_end_spi(PgJavaCall *call)
{
	MemoryContext context = CurrentMemoryContext;

	if (!call->spi_connected)
		return;
	if (SPI_finish() != SPI_OK_FINISH)
		elog(ERROR, "could not disconnect from SPI");
	MemoryContextSwitchTo(context);
}

/*
 * Does work in a subtransaction.  Returns NULL, or the error that it was
 * undone for, in the current memory context.
 */
static ErrorData *
in_subtransaction(Work work, StringInfo in, StringInfo out)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ErrorData  *volatile error = NULL;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		work(in, out);
		ReleaseCurrentSubTransaction();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	return error;
}

/*
 * Whether Java must not hear of an error: a cancel or a timeout ends the whole
 * statement, and without its connection nobody is there to hear.
 */
bool
pgjava_ends_call(const ErrorData *error, uint32 generation)
{
	return error->sqlerrcode == ERRCODE_QUERY_CANCELED ||
		error->sqlerrcode == ERRCODE_ADMIN_SHUTDOWN ||
		generation != pgjava_generation();
}

/*
 * Does work in a subtransaction and sends its answer, or its error.
 */
static void
answer_by(Work work, StringInfo in)
{
	StringInfoData out;
	uint32		generation = pgjava_generation();
	ErrorData  *error;

	pgjava_begin_spi();
	pgjava_ensure_snapshot();
	initStringInfo(&out);
	error = in_subtransaction(work, in, &out);
	if (error != NULL)
	{
		if (pgjava_ends_call(error, generation))
			ReThrowError(error);
		resetStringInfo(&out);
		pgjava_begin_frame(&out, FRAME_ERROR, 0);
		pgjava_put_error(&out, error);
		FreeErrorData(error);
		pgjava_end_frame(&out);
	}
	pgjava_flush(&out);
	pfree(out.data);
}

/*
 * Lets the parser infer the types of parameters that were declared as 0.
 */
static void
infer_types(ParseState *state, void *arg)
{
	PgJavaPlan *plan = arg;

	setup_parse_variable_parameters(state, &plan->types, &plan->ntypes);
}

static void
free_plan(PgJavaPlan *plan)
{
	if (plan->plan != NULL)
		SPI_freeplan(plan->plan);
	MemoryContextDelete(plan->context);
	hash_search(plans, &plan->key, HASH_REMOVE, NULL);
}

static PgJavaPlan *
new_plan(uint32 id)
{
	HASHCTL		control = {.keysize = sizeof(uint64), .entrysize = sizeof(PgJavaPlan)};
	uint64		key = plan_key(id);
	PgJavaPlan *plan;
	bool		found;

	if (plans == NULL)
		plans = hash_create("pgjava plans", 64, &control, HASH_ELEM | HASH_BLOBS);
	plan = hash_search(plans, &key, HASH_ENTER, &found);
	if (found)
		pgjava_protocol_violation("the number of a statement twice");
	plan->generation = pgjava_generation();
	plan->plan = NULL;
	plan->uses = 0;
	plan->is_forgotten = false;
	plan->context = AllocSetContextCreate(TopMemoryContext, "pgjava plan", ALLOCSET_SMALL_SIZES);
	return plan;
}

/*
 * PREPARE: number (u32), statement, parameters' types.  PREPARED: all their
 * types, and the definitions of those.
 */
static void
prepare(StringInfo in, StringInfo out)
{
	uint32		id = pq_getmsgint(in, 4);
	const char *sql = pgjava_get_cstring(in);
	PgJavaPlan *plan = new_plan(id);
	List	   *oids = NIL;

	PG_TRY();
	{
		plan->ntypes = (int) pq_getmsgint(in, 2);

		/* At least one, so that the parser enlarges it where it is. */
		plan->types = MemoryContextAllocZero(plan->context, sizeof(Oid) * Max(1, plan->ntypes));
		for (int i = 0; i < plan->ntypes; i++)
			plan->types[i] = pq_getmsgint(in, 4);
		plan->plan = SPI_prepare_params(sql, infer_types, plan, 0);
		if (plan->plan == NULL)
			elog(ERROR, "could not prepare: %s", SPI_result_code_string(SPI_result));
		if (SPI_keepplan(plan->plan) != 0)
			elog(ERROR, "could not keep a plan");

		pgjava_begin_frame(out, FRAME_PREPARED, 0);
		pq_sendint16(out, (uint16) plan->ntypes);
		for (int i = 0; i < plan->ntypes; i++)
		{
			if (!OidIsValid(plan->types[i]) || plan->types[i] == UNKNOWNOID)
				ereport(ERROR,
						(errcode(ERRCODE_INDETERMINATE_DATATYPE),
						 errmsg("could not determine data type of parameter $%d", i + 1),
						 errhint("Cast it in the statement.")));
			pq_sendint32(out, plan->types[i]);
			oids = lappend_oid(oids, plan->types[i]);
		}
		(void) pgjava_put_definitions(out, oids);
		pgjava_end_frame(out);
	}
	PG_CATCH();
	{
		/* A plan that SPI has not kept goes with its procedure's memory. */
		free_plan(plan);
		PG_RE_THROW();
	}
	PG_END_TRY();
}

/*
 * The parameters of an execution, in the current memory context.
 */
static ParamListInfo
get_parameters(StringInfo in, PgJavaPlan *plan)
{
	ParamListInfo parameters = makeParamList(plan->ntypes);
	int			saved;

	if ((int) pq_getmsgint(in, 2) != plan->ntypes)
		pgjava_protocol_violation("another number of parameters");
	saved = pgjava_utf8_begin();
	PG_TRY();
	{
		for (int i = 0; i < plan->ntypes; i++)
		{
			ParamExternData *parameter = &parameters->params[i];
			PgJavaType	type;

			pgjava_type_for_receiving(&type, plan->types[i], -1, CurrentMemoryContext);
			if (pq_getmsgbyte(in) == 0)
				pgjava_type_as_text(&type, CurrentMemoryContext);
			parameter->ptype = plan->types[i];
			parameter->pflags = PARAM_FLAG_CONST;
			parameter->value = pgjava_get_value(in, &type, &parameter->isnull);
		}
	}
	PG_FINALLY();
	{
		pgjava_utf8_end(saved);
	}
	PG_END_TRY();
	return parameters;
}

/*
 * Appends the columns of a result: u16 count, then name and type each, then
 * the types' definitions.
 */
static PgJavaType *
put_columns(StringInfo out, TupleDesc descriptor)
{
	PgJavaType *types = palloc(sizeof(PgJavaType) * Max(1, descriptor->natts));
	List	   *oids = NIL;

	pq_sendint16(out, (uint16) descriptor->natts);
	for (int i = 0; i < descriptor->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(descriptor, i);

		pgjava_put_cstring(out, NameStr(attribute->attname));
		pq_sendint32(out, attribute->atttypid);
		oids = lappend_oid(oids, attribute->atttypid);
		pgjava_type_for_sending(&types[i], attribute->atttypid, CurrentMemoryContext);
	}
	(void) pgjava_put_definitions(out, oids);
	return types;
}

/*
 * Appends the rows of a result: u32 count, then the values of each.
 */
static void
put_rows(StringInfo out, SPITupleTable *table)
{
	PgJavaType *types = put_columns(out, table->tupdesc);
	int			saved = pgjava_utf8_begin();

	PG_TRY();
	{
		pq_sendint32(out, (uint32) table->numvals);
		for (uint64 row = 0; row < table->numvals; row++)
		{
			pq_sendint16(out, (uint16) table->tupdesc->natts);
			for (int i = 0; i < table->tupdesc->natts; i++)
			{
				bool		is_null;
				Datum		value = SPI_getbinval(table->vals[row], table->tupdesc, i + 1, &is_null);

				pgjava_put_value(out, &types[i], value, is_null);
			}
		}
	}
	PG_FINALLY();
	{
		pgjava_utf8_end(saved);
	}
	PG_END_TRY();
}

/*
 * Executes a plan and appends EXECUTED: rows processed (u64), columns, rows.
 */
static void
run_plan(PgJavaPlan *plan, StringInfo in, StringInfo out)
{
	uint32		limit = pq_getmsgint(in, 4);
	ParamListInfo parameters = get_parameters(in, plan);
	int			code;

	code = SPI_execute_plan_with_paramlist(plan->plan, parameters, pgjava_call->read_only, (long) limit);
	if (code == SPI_ERROR_TRANSACTION)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_TERMINATION),
				 errmsg("Java code cannot begin or end transactions"),
				 errhint("Use PgSession.inSavepoint.")));
	if (code < 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("Java code cannot execute that: %s", SPI_result_code_string(code))));
	pgjava_begin_frame(out, FRAME_EXECUTED, 0);
	pq_sendint64(out, SPI_processed);
	if (SPI_tuptable != NULL)
		put_rows(out, SPI_tuptable);
	else
	{
		pq_sendint16(out, 0);
		pq_sendint16(out, 0);
		pq_sendint32(out, 0);
	}
	SPI_freetuptable(SPI_tuptable);
	pgjava_end_frame(out);
}

/*
 * EXECUTE: number (u32), most rows to return (u32, 0: all), number of
 * parameters (u16), and each: whether it is in binary (u8), and its value.
 */
static void
execute(StringInfo in, StringInfo out)
{
	uint64		key = plan_key(pq_getmsgint(in, 4));
	PgJavaPlan *plan = plans == NULL ? NULL : hash_search(plans, &key, HASH_FIND, NULL);
	MemoryContext outer = CurrentMemoryContext;
	MemoryContext context;

	if (plan == NULL || plan->is_forgotten)
		pgjava_protocol_violation("the number of a statement that was not prepared");
	context = AllocSetContextCreate(outer, "pgjava execution", ALLOCSET_DEFAULT_SIZES);
	plan->uses++;
	PG_TRY();
	{
		MemoryContextSwitchTo(context);
		run_plan(plan, in, out);
		MemoryContextSwitchTo(outer);
	}
	PG_FINALLY();
	{
		if (--plan->uses == 0 && plan->is_forgotten)
			free_plan(plan);
	}
	PG_END_TRY();
	MemoryContextDelete(context);
}

/*
 * FORGET: number (u32).  There is no answer.  An execution further out may
 * still need the plan.
 */
static void
forget(StringInfo in)
{
	uint64		key = plan_key(pq_getmsgint(in, 4));
	PgJavaPlan *plan = plans == NULL ? NULL : hash_search(plans, &key, HASH_FIND, NULL);

	if (plan == NULL)
		return;
	if (plan->uses == 0)
		free_plan(plan);
	else
		plan->is_forgotten = true;
}

/*
 * Frees the plans of connections that are gone, unless a statement further out
 * is running one: that is freed the next time.
 */
void
pgjava_forget_plans(void)
{
	HASH_SEQ_STATUS scan;
	PgJavaPlan *plan;

	if (plans == NULL)
		return;
	hash_seq_init(&scan, plans);
	while ((plan = hash_seq_search(&scan)) != NULL)
	{
		if (plan->uses == 0 && !pgjava_is_connected(plan->generation))
			free_plan(plan);
	}
}

static void
done(void)
{
	StringInfoData out;

	initStringInfo(&out);
	pgjava_begin_frame(&out, FRAME_DONE, 0);
	end_frame_and_flush(&out);
	pfree(out.data);
}

/*
 * SAVEPOINT: opens a subtransaction.
 */
static void
begin_savepoint(void)
{
	pgjava_begin_spi();
	pgjava_push_savepoint(SAVEPOINT_OF_CALL, NULL, NULL);
	done();
}

/*
 * RELEASE and ROLLBACK.
 */
static void
end_savepoint(bool commit)
{
	int			others = pgjava_end_within_savepoint();
	StringInfoData out;

	if (others < 0)
		pgjava_protocol_violation("the end of a savepoint that is not open");
	if (others > 0 && commit)
	{
		/* Java code has ended them in another order than it began them. */
		pgjava_pop_savepoint(false);
		initStringInfo(&out);
		pgjava_begin_frame(&out, FRAME_ERROR, 0);
		pq_sendint8(&out, 'C');
		pgjava_put_cstring(&out, "25000");
		pq_sendint8(&out, 'M');
		pgjava_put_cstring(&out, "a transaction that was begun within the savepoint is open");
		pq_sendint8(&out, 0);
		end_frame_and_flush(&out);
		return;
	}
	pgjava_pop_savepoint(commit);
	done();
}

/*
 * COMMIT and ABORT: end the transaction and begin the next, in a procedure that
 * was not called within a transaction block or another function.  When the
 * commit fails, Java hears of it, and the next transaction has begun as well.
 */
static void
end_transaction(bool commit)
{
	MemoryContext context = CurrentMemoryContext;
	ErrorData  *volatile error = NULL;
	uint32		generation = pgjava_generation();
	StringInfoData out;

	pgjava_begin_spi();
	PG_TRY();
	{
		if (pgjava_call->atomic)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TRANSACTION_TERMINATION),
					 errmsg("invalid transaction termination"),
					 errdetail("Java code can end transactions in a procedure that CALL runs outside of a transaction block, and in DO.")));
		if (pgjava_call->savepoints != NIL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TRANSACTION_TERMINATION),
					 errmsg("cannot end the transaction within a savepoint")));
		if (commit)
			SPI_commit();
		else
			SPI_rollback();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		if (pgjava_ends_call(error, generation))
			ReThrowError(error);
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
	if (error == NULL)
	{
		done();
		return;
	}
	initStringInfo(&out);
	pgjava_begin_frame(&out, FRAME_ERROR, 0);
	pgjava_put_error(&out, error);
	end_frame_and_flush(&out);
	FreeErrorData(error);
}

/*
 * Serves a frame of Java code that runs in the current call.  Returns false
 * if it is none that can be served.
 */
bool
pgjava_serve(PgJavaFrame *frame)
{
	switch (frame->type)
	{
		case FRAME_PREPARE:
			answer_by(prepare, &frame->body);
			return true;
		case FRAME_EXECUTE:
			answer_by(execute, &frame->body);
			return true;
		case FRAME_FORGET:
			forget(&frame->body);
			return true;
		case FRAME_SAVEPOINT:
			begin_savepoint();
			return true;
		case FRAME_RELEASE:
			end_savepoint(true);
			return true;
		case FRAME_ROLLBACK:
			end_savepoint(false);
			return true;
		case FRAME_COMMIT:
			end_transaction(true);
			return true;
		case FRAME_ABORT:
			end_transaction(false);
			return true;
		case FRAME_MESSAGES:
			pgjava_serve_messages(&frame->body);
			return true;
		case FRAME_TRANSITION:
			pgjava_serve_transition(&frame->body);
			return true;
		default:
			return false;
	}
}
