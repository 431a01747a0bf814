/*-------------------------------------------------------------------------
 *
 * trigger.c
 *	  Triggers: rows of a table on their way in, and what Java makes of them.
 *
 * CALL of a trigger: event u8 (0 INSERT, 1 DELETE, 2 UPDATE, 3 TRUNCATE), when
 * u8 (0 BEFORE, 1 AFTER, 2 INSTEAD OF), flags u8, the trigger's name, its
 * arguments (u16 count, cstrings), then the old and the new row: u8, whether
 * there is one, and the values of its columns that the method wants.
 *
 * Transition tables travel when Java asks for them, in batches; statements of
 * the Java code see them by their names.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"

#include "access/htup_details.h"
#include "commands/event_trigger.h"
#include "commands/trigger.h"
#include "executor/executor.h"
#include "executor/spi.h"
#include "executor/tuptable.h"
#include "libpq/pqformat.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/tuplestore.h"

/* Rows of a transition table are sent when they have this size. */
#define BATCH_BYTES (256 * 1024)

/* Flags of a trigger's CALL. */
#define FOR_EACH_ROW	0x01
#define OLD_TABLE		0x02
#define NEW_TABLE		0x04

/* Kinds of answers: see get_result. */
#define RESULT_SKIP		(-1)

/* One of the two transition tables, and how far Java has read it. */
typedef struct Transition
{
	Tuplestorestate *store;		/* NULL: the trigger has none */
	int			pointer;		/* -1: not read yet */
} Transition;

typedef struct PgJavaTrigger
{
	TriggerData *data;
	PgJavaFunction *function;
	Transition	tables[2];		/* old, new */
	TupleTableSlot *slot;
} PgJavaTrigger;

/*
 * Appends the columns of a row that the method wants.
 */
static void
put_columns(StringInfo out, PgJavaFunction *function, const Datum *values, const bool *nulls)
{
	for (int i = 0; i < function->nargs; i++)
	{
		PgJavaType *type = &function->args[i];

		if (OidIsValid(type->oid) && !type->is_unwanted)
			pgjava_put_value(out, type, values[i], nulls[i]);
	}
}

static void
put_row(StringInfo out, PgJavaFunction *function, TupleDesc descriptor, HeapTuple tuple)
{
	Datum	   *values;
	bool	   *nulls;

	pq_sendint8(out, tuple != NULL);
	if (tuple == NULL)
		return;
	values = palloc(sizeof(Datum) * Max(1, descriptor->natts));
	nulls = palloc(sizeof(bool) * Max(1, descriptor->natts));
	heap_deform_tuple(tuple, descriptor, values, nulls);
	put_columns(out, function, values, nulls);
	pfree(values);
	pfree(nulls);
}

static uint8
event_code(TriggerEvent event)
{
	if (TRIGGER_FIRED_BY_INSERT(event))
		return 0;
	if (TRIGGER_FIRED_BY_DELETE(event))
		return 1;
	return TRIGGER_FIRED_BY_UPDATE(event) ? 2 : 3;
}

static uint8
timing_code(TriggerEvent event)
{
	if (TRIGGER_FIRED_BEFORE(event))
		return 0;
	return TRIGGER_FIRED_AFTER(event) ? 1 : 2;
}

static void
put_call(StringInfo out, PgJavaFunction *function, PgJavaRequest *request)
{
	TriggerData *data = request->trigger->data;
	Trigger    *trigger = data->tg_trigger;
	TupleDesc	descriptor = RelationGetDescr(data->tg_relation);
	bool		is_row = TRIGGER_FIRED_FOR_ROW(data->tg_event);
	bool		is_insert = TRIGGER_FIRED_BY_INSERT(data->tg_event);
	bool		is_update = TRIGGER_FIRED_BY_UPDATE(data->tg_event);

	pq_sendint8(out, event_code(data->tg_event));
	pq_sendint8(out, timing_code(data->tg_event));
	pq_sendint8(out, (is_row ? FOR_EACH_ROW : 0) |
				(data->tg_oldtable != NULL ? OLD_TABLE : 0) |
				(data->tg_newtable != NULL ? NEW_TABLE : 0));
	pgjava_put_cstring(out, trigger->tgname);
	pq_sendint16(out, (uint16) trigger->tgnargs);
	for (int i = 0; i < trigger->tgnargs; i++)
		pgjava_put_cstring(out, trigger->tgargs[i]);
	put_row(out, function, descriptor, is_row && !is_insert ? data->tg_trigtuple : NULL);
	put_row(out, function, descriptor,
			!is_row ? NULL : is_insert ? data->tg_trigtuple : is_update ? data->tg_newtuple : NULL);
}

/*
 * The row that goes on when the trigger changes nothing.
 */
static HeapTuple
row_to_go_on(TriggerData *data)
{
	if (!TRIGGER_FIRED_FOR_ROW(data->tg_event) || TRIGGER_FIRED_AFTER(data->tg_event))
		return NULL;
	return TRIGGER_FIRED_BY_UPDATE(data->tg_event) ? data->tg_newtuple : data->tg_trigtuple;
}

/*
 * RESULT of a trigger: i16 -1 skips the row, else so many columns that change:
 * number (u16, from 1) and value each.
 */
static void
get_result(StringInfo in, PgJavaFunction *function, PgJavaRequest *request)
{
	HeapTuple	row = row_to_go_on(request->trigger->data);
	int			count;
	int		   *columns;
	Datum	   *values;
	bool	   *nulls;
	MemoryContext context;

	if (pq_getmsgint(in, 4) != 1)
		pgjava_protocol_violation("another number of results");
	count = (int16) pq_getmsgint(in, 2);
	if (count < RESULT_SKIP)
		pgjava_protocol_violation("a negative number of columns");
	request->value = PointerGetDatum(NULL);
	if (row == NULL || count == RESULT_SKIP)
		return;
	request->value = PointerGetDatum(row);
	if (count == 0 || TRIGGER_FIRED_BY_DELETE(request->trigger->data->tg_event))
		return;
	columns = palloc(sizeof(int) * count);
	values = palloc(sizeof(Datum) * count);
	nulls = palloc(sizeof(bool) * count);
	context = MemoryContextSwitchTo(request->caller);
	for (int i = 0; i < count; i++)
	{
		columns[i] = (int) pq_getmsgint(in, 2);
		if (columns[i] < 1 || columns[i] > function->ncolumns ||
			!OidIsValid(function->columns[columns[i] - 1].oid))
			pgjava_protocol_violation("a column that the table does not have");
		values[i] = pgjava_get_value(in, &function->columns[columns[i] - 1], &nulls[i]);
	}
	request->value = PointerGetDatum(heap_modify_tuple_by_cols(row,
															   RelationGetDescr(request->trigger->data->tg_relation),
															   count, columns, values, nulls));
	MemoryContextSwitchTo(context);
}

/*
 * Called by the executor for a trigger.
 */
Datum
pgjava_call_trigger(FunctionCallInfo fcinfo)
{
	TriggerData *data = (TriggerData *) fcinfo->context;
	PgJavaTrigger trigger = {.data = data,
		.tables = {{.store = data->tg_oldtable, .pointer = -1},
	{.store = data->tg_newtable, .pointer = -1}}};
	PgJavaRequest request = {.put = put_call, .get = get_result, .fcinfo = fcinfo,
		.trigger = &trigger};

	trigger.function = pgjava_trigger_function(fcinfo->flinfo->fn_oid, data->tg_relation);
	pgjava_run(trigger.function, &request, true);
	fcinfo->isnull = false;
	return request.value;
}

/*
 * CALL of an event trigger: event and command tag.
 */
static void
put_event(StringInfo out, PgJavaFunction *function, PgJavaRequest *request)
{
	EventTriggerData *data = (EventTriggerData *) request->fcinfo->context;

	pgjava_put_cstring(out, data->event);
	pgjava_put_cstring(out, GetCommandTagName(data->tag));
}

static void
get_nothing(StringInfo in, PgJavaFunction *function, PgJavaRequest *request)
{
	if (pq_getmsgint(in, 4) != 1 || pq_getmsgint(in, 2) != 0)
		pgjava_protocol_violation("a result of an event trigger");
}

Datum
pgjava_call_event_trigger(FunctionCallInfo fcinfo)
{
	PgJavaRequest request = {.put = put_event, .get = get_nothing, .fcinfo = fcinfo};

	pgjava_run(pgjava_function(fcinfo->flinfo->fn_oid), &request, true);
	fcinfo->isnull = false;
	return PointerGetDatum(NULL);
}

/*
 * Lets statements of the Java code see the transition tables by their names.
 */
void
pgjava_register_transitions(PgJavaTrigger *trigger)
{
	if (SPI_register_trigger_data(trigger->data) != SPI_OK_TD_REGISTER)
		elog(ERROR, "could not register the transition tables");
}

/*
 * Positions a transition table's own read pointer, at its begin or where the
 * last batch ended.
 */
static void
position(Transition *table, bool from_start)
{
	if (table->pointer < 0)
	{
		table->pointer = tuplestore_alloc_read_pointer(table->store, EXEC_FLAG_REWIND);
		from_start = true;
	}
	tuplestore_select_read_pointer(table->store, table->pointer);
	if (from_start)
		tuplestore_rescan(table->store);
}

/*
 * Appends rows of a transition table; returns whether these were the last.
 */
static bool
put_batch(StringInfo out, PgJavaTrigger *trigger, Tuplestorestate *store)
{
	int			at = out->len;
	uint32		rows = 0;
	bool		is_last = false;

	pq_sendint32(out, 0);
	while (out->len - at < BATCH_BYTES && !is_last)
	{
		if (tuplestore_gettupleslot(store, true, false, trigger->slot))
		{
			slot_getallattrs(trigger->slot);
			put_columns(out, trigger->function, trigger->slot->tts_values, trigger->slot->tts_isnull);
			rows++;
		}
		else
			is_last = true;
	}
	ExecClearTuple(trigger->slot);
	for (int i = 0; i < 4; i++)
		out->data[at + i] = (char) (rows >> (24 - 8 * i));
	return is_last;
}

/*
 * TRANSITION: 0 the old rows, 1 the new ones (u8); whether from the first row
 * (u8).  Answered by ROWS: count (u32), and the wanted columns of each.
 */
void
pgjava_serve_transition(StringInfo in)
{
	PgJavaTrigger *trigger = pgjava_call->trigger;
	int			which = pq_getmsgbyte(in);
	bool		from_start = pq_getmsgbyte(in) != 0;
	MemoryContext batch;
	MemoryContext context;
	StringInfoData out;
	int			saved;
	bool		is_last = true;

	if (trigger == NULL || which > 1 || trigger->tables[which].store == NULL)
		pgjava_protocol_violation("a request for a transition table that is not there");
	if (trigger->slot == NULL)
		trigger->slot = MakeSingleTupleTableSlot(trigger->function->descriptor,
												 &TTSOpsMinimalTuple);
	batch = AllocSetContextCreate(CurrentMemoryContext, "pgjava transition", ALLOCSET_DEFAULT_SIZES);
	context = MemoryContextSwitchTo(batch);
	initStringInfo(&out);
	pgjava_begin_frame(&out, FRAME_ROWS, 0);
	position(&trigger->tables[which], from_start);
	saved = pgjava_utf8_begin();
	PG_TRY();
	{
		is_last = put_batch(&out, trigger, trigger->tables[which].store);
	}
	PG_FINALLY();
	{
		pgjava_utf8_end(saved);
	}
	PG_END_TRY();
	if (is_last)
		out.data[out.cursor + 5] = ROWS_LAST;
	pgjava_end_frame(&out);
	pgjava_flush(&out);
	MemoryContextSwitchTo(context);
	MemoryContextDelete(batch);
}
