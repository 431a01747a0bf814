/*-------------------------------------------------------------------------
 *
 * copy.c
 *	  COPY FROM STDIN of a client of the protocol within the session.
 *
 * COPY itself reads from the client's socket, which leads elsewhere; but its
 * parser takes data from a callback.  Here that reads the CopyData messages
 * behind the command, and asks for more frames when they are used up.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "conversation.h"

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/xact.h"
#include "commands/copy.h"
#include "commands/defrem.h"
#include "executor/executor.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "parser/parse_relation.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/rls.h"
#include "utils/snapmgr.h"

/* The COPY in progress; it does not nest. */
typedef struct Source
{
	PgJavaOutput *output;
	StringInfo	in;				/* the messages of the frame */
	const char *data;			/* of the current CopyData */
	int			left;
	bool		is_done;
} Source;

static Source *source = NULL;

/*
 * Whether a statement is a COPY that this file can do.
 */
bool
pgjava_is_copy_in(PgJavaStatement *statement)
{
	Node	   *node;

	if (statement->source == NULL || statement->source->raw_parse_tree == NULL)
		return false;
	node = statement->source->raw_parse_tree->stmt;
	return IsA(node, CopyStmt) && ((CopyStmt *) node)->is_from &&
		((CopyStmt *) node)->filename == NULL;
}

/*
 * Java code wants something else before its COPY is over.
 */
static void
refuse(PgJavaFrame *frame)
{
	StringInfoData out;

	switch (frame->type)
	{
		case FRAME_LOG:
			pgjava_log(&frame->body);
			return;
		case FRAME_FORGET:
			(void) pgjava_serve(frame);
			return;
		case FRAME_RESULT:
		case FRAME_ROWS:
		case FRAME_ERROR:
			/* The call is over: nobody would read an answer. */
			pgjava_disconnect();
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
					 errmsg("the Java code left a COPY unfinished")));
			break;
		default:
			initStringInfo(&out);
			pgjava_begin_frame(&out, FRAME_ERROR, 0);
			pq_sendint8(&out, 'C');
			pgjava_put_cstring(&out, "55006");
			pq_sendint8(&out, 'M');
			pgjava_put_cstring(&out, "a COPY of the same call is not over yet");
			pq_sendint8(&out, 0);
			pgjava_end_frame(&out);
			pgjava_flush(&out);
			pfree(out.data);
	}
}

/*
 * Sends what was answered so far, and receives the next messages.
 */
static void
next_frame(void)
{
	uint32		id = source->output->conversation;
	MemoryContext context = MemoryContextSwitchTo(pgjava_call->context);
	PgJavaFrame frame;

	pgjava_end_output(source->output);
	for (;;)
	{
		pgjava_receive(&frame);
		if (frame.type == FRAME_MESSAGES && pq_getmsgint(&frame.body, 4) == id)
			break;
		refuse(&frame);
		pfree(frame.body.data);
	}
	pgjava_begin_output(source->output, id);
	pfree(source->in->data);
	*source->in = frame.body;
	MemoryContextSwitchTo(context);
}

/*
 * Takes the next message.
 */
static void
next_message(void)
{
	char		type;
	int			length;
	StringInfoData body;

	while (source->in->cursor == source->in->len)
		next_frame();
	type = (char) pq_getmsgbyte(source->in);
	length = (int) pq_getmsgint(source->in, 4) - 4;
	if (length < 0 || length > source->in->len - source->in->cursor)
		pgjava_protocol_violation("a message that is longer than its frame");
	body.data = source->in->data + source->in->cursor;
	body.len = body.maxlen = length;
	body.cursor = 0;
	source->in->cursor += length;
	switch (type)
	{
		case 'd':
			source->data = body.data;
			source->left = length;
			break;
		case 'c':
			source->is_done = true;
			break;
		case 'f':
			ereport(ERROR,
					(errcode(ERRCODE_OPERATOR_INTERVENTION),
					 errmsg("COPY from stdin failed: %s", pgjava_get_cstring(&body))));
			break;
		case 'H':
		case 'S':				/* as a server does: they mean nothing here */
			break;
		default:
			pgjava_protocol_violation("another message within a COPY");
	}
}

static int
read_data(void *to, int least, int most)
{
	int			count = 0;

	while (count < most && !(source->is_done && source->left == 0))
	{
		int			part = Min(most - count, source->left);

		if (part == 0)
		{
			if (count >= least)
				break;
			CHECK_FOR_INTERRUPTS();
			next_message();
			continue;
		}
		memcpy((char *) to + count, source->data, part);
		source->data += part;
		source->left -= part;
		count += part;
	}
	return count;
}

/*
 * Raises an error unless the current user may insert into the columns, and no
 * policy decides about rows.
 */
static void
check_rights(ParseState *state, Relation relation, CopyStmt *copy)
{
	ParseNamespaceItem *item = addRangeTableEntryForRelation(state, relation, RowExclusiveLock,
															 NULL, false, false);
	List	   *columns = CopyGetAttnums(RelationGetDescr(relation), relation, copy->attlist);
	ListCell   *cell;
#if PG_VERSION_NUM >= 160000
	RTEPermissionInfo *rights = item->p_perminfo;
#else
	RangeTblEntry *rights = item->p_rte;
#endif

	rights->requiredPerms = ACL_INSERT;
	foreach(cell, columns)
		rights->insertedCols = bms_add_member(rights->insertedCols,
											  lfirst_int(cell) - FirstLowInvalidHeapAttributeNumber);
#if PG_VERSION_NUM >= 160000
	ExecCheckPermissions(state->p_rtable, list_make1(rights), true);
#else
	ExecCheckRTPerms(state->p_rtable, true);
#endif
	if (check_enable_rls(RelationGetRelid(relation), InvalidOid, false) == RLS_ENABLED)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("COPY FROM not supported with row-level security"),
				 errhint("Use INSERT statements instead.")));
}

static void
put_response(PgJavaOutput *output, Relation relation, CopyStmt *copy)
{
	List	   *columns = CopyGetAttnums(RelationGetDescr(relation), relation, copy->attlist);
	bool		is_binary = false;
	ListCell   *cell;

	foreach(cell, copy->options)
	{
		DefElem    *option = lfirst_node(DefElem, cell);

		if (strcmp(option->defname, "format") == 0)
			is_binary = strcmp(defGetString(option), "binary") == 0;
	}
	pgjava_begin_message(output, 'G');
	pq_sendint8(&output->bytes, is_binary);
	pq_sendint16(&output->bytes, (uint16) list_length(columns));
	for (int i = 0; i < list_length(columns); i++)
		pq_sendint16(&output->bytes, is_binary);
	pgjava_end_message(output);
}

static uint64
copy_rows(PgJavaOutput *output, CopyStmt *copy)
{
	ParseState *state = make_parsestate(NULL);
	Relation	relation = table_openrv(copy->relation, RowExclusiveLock);
	CopyFromState reader;
	uint64		rows;

	check_rights(state, relation, copy);
	if (XactReadOnly && !relation->rd_islocaltemp)
		PreventCommandIfReadOnly("COPY FROM");
	reader = BeginCopyFrom(state, relation, NULL, NULL, false, read_data, copy->attlist,
						   copy->options);
	put_response(output, relation, copy);
	rows = CopyFrom(reader);
	while (!source->is_done)
		next_message();
	EndCopyFrom(reader);
	table_close(relation, NoLock);
	free_parsestate(state);
	return rows;
}

/*
 * Does a COPY FROM STDIN, whose data follow in the frame's messages or in
 * further frames.  Returns the number of rows.
 */
uint64
pgjava_copy_in(PgJavaOutput *output, StringInfo in, PgJavaStatement *statement)
{
	CopyStmt   *copy = (CopyStmt *) statement->source->raw_parse_tree->stmt;
	Source		here = {.output = output, .in = in};
	Source	   *outer = source;
	uint64		rows = 0;

	if (pgjava_call->read_only)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s is not allowed in a non-volatile function", "COPY FROM")));
	if (copy->relation == NULL || copy->whereClause != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("Java code inside the server cannot COPY with a WHERE clause")));
	PushActiveSnapshot(GetTransactionSnapshot());
	source = &here;
	PG_TRY();
	{
		rows = copy_rows(output, copy);
	}
	PG_FINALLY();
	{
		source = outer;
	}
	PG_END_TRY();
	PopActiveSnapshot();
	CommandCounterIncrement();
	return rows;
}
