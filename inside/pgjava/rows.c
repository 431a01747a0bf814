/*-------------------------------------------------------------------------
 *
 * rows.c
 *	  Answers of the protocol: messages in frames, and rows as they come.
 *
 * A result of any size takes constant memory: a frame leaves when it is large
 * enough, in the middle of the execution.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "conversation.h"

#include "access/xact.h"
#include "executor/tuptable.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "tcop/dest.h"
#include "tcop/pquery.h"
#include "utils/float.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

/* Frames leave when they have this size. */
#define FRAME_BYTES (64 * 1024)

/* Where rows go. */
typedef struct RowReceiver
{
	DestReceiver base;
	PgJavaOutput *output;
	PgJavaPortal *portal;
	PgJavaType *types;
	int			ntypes;
	MemoryContext row;
	uint64		count;
} RowReceiver;

/*
 * Begins a frame of answers.
 */
void
pgjava_begin_output(PgJavaOutput *output, uint32 conversation)
{
	initStringInfo(&output->bytes);
	output->conversation = conversation;
	pgjava_begin_frame(&output->bytes, FRAME_ANSWERS, 0);
	output->complete = output->bytes.len;
}

/*
 * Begins a message; what an error left of another one is taken back.
 */
void
pgjava_begin_message(PgJavaOutput *output, char type)
{
	output->bytes.len = output->complete;
	pq_sendint8(&output->bytes, (uint8) type);
	pq_sendint32(&output->bytes, 0);
}

/*
 * Ends the message, and sends the frame if it is large enough.
 */
void
pgjava_end_message(PgJavaOutput *output)
{
	uint32		length = (uint32) (output->bytes.len - output->complete - 1);

	for (int i = 0; i < 4; i++)
		output->bytes.data[output->complete + 1 + i] = (char) (length >> (24 - 8 * i));
	output->complete = output->bytes.len;
	if (output->complete < FRAME_BYTES)
		return;
	pgjava_end_frame(&output->bytes);
	pgjava_flush(&output->bytes);
	pgjava_begin_frame(&output->bytes, FRAME_ANSWERS, 0);
	output->complete = output->bytes.len;
}

/*
 * Sends the last frame of answers.
 */
void
pgjava_end_output(PgJavaOutput *output)
{
	output->bytes.len = output->complete;
	output->bytes.data[output->bytes.cursor + 5] = ROWS_LAST;
	pgjava_end_frame(&output->bytes);
	pgjava_flush(&output->bytes);
	pfree(output->bytes.data);
}

static int16
format_of(const int16 *formats, int nformats, int column)
{
	if (nformats == 0)
		return 0;
	return nformats == 1 ? formats[0] : column < nformats ? formats[column] : 0;
}

static void
put_field(PgJavaOutput *output, Form_pg_attribute attribute, TargetEntry *target, int16 format)
{
	StringInfo	out = &output->bytes;
	int32		typmod = attribute->atttypmod;
	Oid			type = getBaseTypeAndTypmod(attribute->atttypid, &typmod);

	pgjava_put_cstring(out, NameStr(attribute->attname));
	pq_sendint32(out, target == NULL ? InvalidOid : target->resorigtbl);
	pq_sendint16(out, (uint16) (target == NULL ? 0 : target->resorigcol));
	pq_sendint32(out, type);
	pq_sendint16(out, (uint16) get_typlen(type));
	pq_sendint32(out, (uint32) typmod);
	pq_sendint16(out, (uint16) format);
}

/*
 * RowDescription of what a statement returns, or NoData.
 */
void
pgjava_put_description(PgJavaOutput *output, PgJavaStatement *statement,
					   const int16 *formats, int nformats)
{
	TupleDesc	descriptor = statement->described;
	List	   *targets;
	ListCell   *target;

	if (descriptor == NULL)
	{
		pgjava_begin_message(output, 'n');
		pgjava_end_message(output);
		return;
	}
	targets = CachedPlanGetTargetList(statement->source, NULL);
	target = list_head(targets);
	pgjava_begin_message(output, 'T');
	pq_sendint16(&output->bytes, (uint16) descriptor->natts);
	for (int i = 0; i < descriptor->natts; i++)
	{
		while (target != NULL && lfirst_node(TargetEntry, target)->resjunk)
			target = lnext(targets, target);
		put_field(output, TupleDescAttr(descriptor, i),
				  target == NULL ? NULL : lfirst_node(TargetEntry, target),
				  format_of(formats, nformats, i));
		target = target == NULL ? NULL : lnext(targets, target);
	}
	pgjava_end_message(output);
}

/*
 * A table has changed since the client was told what to expect: it would read
 * values as what they are not.  By the SQLSTATE a driver knows that it has to
 * prepare the statement anew.
 */
static void
check_described(PgJavaStatement *statement, TupleDesc descriptor)
{
	bool		is_same = statement->described != NULL &&
		statement->described->natts == descriptor->natts;

	for (int i = 0; is_same && i < descriptor->natts; i++)
		is_same = TupleDescAttr(descriptor, i)->atttypid ==
			TupleDescAttr(statement->described, i)->atttypid;
	if (!is_same)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_SQL_STATEMENT_NAME),
				 errmsg("the result type of a prepared statement has changed")));
}

static void
start_rows(DestReceiver *self, int operation, TupleDesc descriptor)
{
	RowReceiver *receiver = (RowReceiver *) self;
	PgJavaPortal *portal = receiver->portal;

	check_described(portal->statement, descriptor);
	receiver->ntypes = descriptor->natts;
	receiver->types = palloc(sizeof(PgJavaType) * Max(1, descriptor->natts));
	for (int i = 0; i < descriptor->natts; i++)
	{
		pgjava_type_for_sending(&receiver->types[i], TupleDescAttr(descriptor, i)->atttypid,
								CurrentMemoryContext);
		if (format_of(portal->formats, portal->nformats, i) == 0)
			pgjava_type_as_text(&receiver->types[i], CurrentMemoryContext);
	}
	receiver->row = AllocSetContextCreate(CurrentMemoryContext, "pgjava row",
										  ALLOCSET_DEFAULT_SIZES);
}

/*
 * Texts are what a driver expects that has asked for ISO dates, whatever the
 * session's client has chosen.  Returns what undoes it, 0 if there is nothing
 * to undo.
 */
static int
begin_driver_settings(void)
{
	int			level;

	if (DateStyle == USE_ISO_DATES && IntervalStyle == INTSTYLE_POSTGRES &&
		extra_float_digits >= 1)
		return 0;
	level = NewGUCNestLevel();
	(void) set_config_option("datestyle", "ISO", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE,
							 true, 0, false);
	(void) set_config_option("intervalstyle", "postgres", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	(void) set_config_option("extra_float_digits", "1", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	return level;
}

static void
put_values(RowReceiver *receiver, TupleTableSlot *slot)
{
	StringInfo	out = &receiver->output->bytes;

	pgjava_begin_message(receiver->output, 'D');
	pq_sendint16(out, (uint16) receiver->ntypes);
	for (int i = 0; i < receiver->ntypes; i++)
		pgjava_put_value(out, &receiver->types[i], slot->tts_values[i], slot->tts_isnull[i]);
}

/*
 * As put_values, and then returns to the client's encoding.
 */
static void
put_values_in_utf8(RowReceiver *receiver, TupleTableSlot *slot, int saved)
{
	PG_TRY();
	{
		put_values(receiver, slot);
	}
	PG_CATCH();
	{
		pgjava_utf8_end(saved);
		PG_RE_THROW();
	}
	PG_END_TRY();
	pgjava_utf8_end(saved);
}

static bool
take_row(TupleTableSlot *slot, DestReceiver *self)
{
	RowReceiver *receiver = (RowReceiver *) self;
	MemoryContext context;
	int			level;
	int			saved;

	slot_getallattrs(slot);
	context = MemoryContextSwitchTo(receiver->row);
	level = begin_driver_settings();
	saved = pgjava_utf8_begin();
	if (saved < 0)
		put_values(receiver, slot);
	else
		put_values_in_utf8(receiver, slot, saved);
	if (level != 0)
		AtEOXact_GUC(true, level);
	MemoryContextSwitchTo(context);
	MemoryContextReset(receiver->row);
	pgjava_end_message(receiver->output);
	receiver->count++;
	return true;
}

static void
end_rows(DestReceiver *self)
{
}

static void
destroy(DestReceiver *self)
{
}

/*
 * Rows that a command has left in memory, as CALL does.
 */
static void
put_table(RowReceiver *receiver, SPITupleTable *table)
{
	TupleTableSlot *slot = MakeSingleTupleTableSlot(CreateTupleDescCopy(table->tupdesc),
													&TTSOpsHeapTuple);

	start_rows(&receiver->base, CMD_UTILITY, table->tupdesc);
	for (uint64 i = 0; i < table->numvals; i++)
	{
		ExecStoreHeapTuple(table->vals[i], slot, false);
		(void) take_row(slot, &receiver->base);
	}
	ExecDropSingleTupleTableSlot(slot);
}

/*
 * Runs what cannot be read in pieces, at once.
 */
static uint64
run_at_once(RowReceiver *receiver, PgJavaPortal *portal)
{
	int			code = SPI_execute_plan_with_paramlist(portal->statement->plan, portal->parameters,
													   pgjava_call->read_only, 0);
	uint64		processed = SPI_processed;

	if (code == SPI_ERROR_COPY)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("Java code inside the server cannot COPY to its driver"),
				 errhint("Use a SELECT with a fetch size.")));
	if (code < 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("Java code cannot execute that: %s", SPI_result_code_string(code))));
	if (SPI_tuptable != NULL)
		put_table(receiver, SPI_tuptable);
	SPI_freetuptable(SPI_tuptable);
	return processed;
}

/*
 * Executes a portal, from where it stands and for at most `limit` rows (0:
 * all).  Returns how many rows it has returned, or else processed.
 */
uint64
pgjava_run_portal(PgJavaOutput *output, PgJavaPortal *portal, long limit)
{
	RowReceiver receiver = {
		.base = {.receiveSlot = take_row, .rStartup = start_rows, .rShutdown = end_rows,
		.rDestroy = destroy, .mydest = DestNone},
		.output = output, .portal = portal
	};
	Portal		cursor;
	uint64		rows;

	if (portal->is_done)
		return 0;
	if (!SPI_is_cursor_plan(portal->statement->plan))
	{
		portal->is_done = true;
		return run_at_once(&receiver, portal);
	}
	if (portal->cursor == NULL)
	{
		cursor = SPI_cursor_open_with_paramlist(NULL, portal->statement->plan, portal->parameters,
												pgjava_call->read_only);
		portal->cursor = MemoryContextStrdup(portal->context, cursor->name);
	}
	cursor = SPI_cursor_find(portal->cursor);
	if (cursor == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_CURSOR),
				 errmsg("portal \"%s\" ended with its transaction", portal->name)));
	rows = PortalRunFetch(cursor, FETCH_FORWARD, limit == 0 ? FETCH_ALL : limit, &receiver.base);
	portal->is_done = limit == 0 || rows < (uint64) limit;

	/* What was not read by rows is counted by what it did. */
	if (portal->is_done && cursor->qc.commandTag != CMDTAG_UNKNOWN &&
		portal->statement->source->commandTag != CMDTAG_SELECT)
		return cursor->qc.nprocessed;
	return rows;
}
