/*-------------------------------------------------------------------------
 *
 * messages.c
 *	  PostgreSQL's protocol 3, served to the Java code that runs in a call.
 *
 * MESSAGES: number of the conversation (u32), then messages of a client after
 * its start.  Answered by ANSWERS, of which the last is flagged 1: messages of
 * a server.  An error passes over what follows up to Sync, as the protocol
 * says; a cancel ends the call.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "conversation.h"
#include "compat.h"

#include "libpq/pqformat.h"
#include "parser/parser.h"
#include "tcop/cmdtag.h"
#include "tcop/tcopprot.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

/* One frame of messages, while it is served. */
typedef struct Exchange
{
	PgJavaConversation *conversation;
	PgJavaOutput output;
	StringInfo	in;				/* the frame, or the next one once COPY has read it */
} Exchange;

static void
put_empty(Exchange *exchange, char type)
{
	pgjava_begin_message(&exchange->output, type);
	pgjava_end_message(&exchange->output);
}

/*
 * Refuses anything but the end of a block that has failed.
 */
static void
refuse_failed(PgJavaConversation *conversation, TransactionStmt *command)
{
	bool		ends = command != NULL &&
		(command->kind == TRANS_STMT_COMMIT || command->kind == TRANS_STMT_ROLLBACK ||
		 command->kind == TRANS_STMT_ROLLBACK_TO);

	if (conversation->has_failed && !ends)
		ereport(ERROR,
				(errcode(ERRCODE_IN_FAILED_SQL_TRANSACTION),
				 errmsg("current transaction is aborted, commands ignored until end of transaction block")));
}

/*
 * The command, if it is one that controls the transaction, else NULL.
 */
static TransactionStmt *
transaction_command(PgJavaStatement *statement)
{
	Node	   *node;

	if (statement->source == NULL || statement->source->raw_parse_tree == NULL)
		return NULL;
	node = statement->source->raw_parse_tree->stmt;
	return IsA(node, TransactionStmt) ? (TransactionStmt *) node : NULL;
}

static void
infer_types(ParseState *state, void *arg)
{
	PgJavaStatement *statement = arg;

	setup_parse_variable_parameters(state, &statement->types, &statement->ntypes);
}

/*
 * Plans a statement whose parameters' types are set, as far as they are known.
 */
static void
plan(PgJavaStatement *statement, const char *sql)
{
	List	   *sources;

	statement->plan = SPI_prepare_params(sql, infer_types, statement, CURSOR_OPT_NO_SCROLL);
	if (statement->plan == NULL)
		elog(ERROR, "could not prepare: %s", SPI_result_code_string(SPI_result));
	if (SPI_keepplan(statement->plan) != 0)
		elog(ERROR, "could not keep a plan");
	statement->is_kept = true;
	sources = SPI_plan_get_plan_sources(statement->plan);
	if (list_length(sources) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("cannot insert multiple commands into a prepared statement")));
	statement->source = sources == NIL ? NULL : linitial(sources);
	if (statement->source != NULL && statement->source->resultDesc != NULL)
	{
		MemoryContext context = MemoryContextSwitchTo(statement->context);

		statement->described = CreateTupleDescCopy(statement->source->resultDesc);
		MemoryContextSwitchTo(context);
	}
	for (int i = 0; i < statement->ntypes; i++)
	{
		if (!OidIsValid(statement->types[i]) || statement->types[i] == UNKNOWNOID)
			ereport(ERROR,
					(errcode(ERRCODE_INDETERMINATE_DATATYPE),
					 errmsg("could not determine data type of parameter $%d", i + 1)));
	}
}

/*
 * A statement of the types that a client declares.
 */
static PgJavaStatement *
new_statement(const char *sql, StringInfo types)
{
	PgJavaStatement *statement = pgjava_new_statement();

	PG_TRY();
	{
		statement->ntypes = types == NULL ? 0 : (int) pq_getmsgint(types, 2);
		statement->types = MemoryContextAllocZero(statement->context,
												  sizeof(Oid) * Max(1, statement->ntypes));
		for (int i = 0; i < statement->ntypes; i++)
			statement->types[i] = pq_getmsgint(types, 4);
		plan(statement, sql);
	}
	PG_CATCH();
	{
		/* A plan that SPI has not kept goes with its procedure's memory. */
		if (!statement->is_kept)
			statement->plan = NULL;
		pgjava_release_statement(statement);
		PG_RE_THROW();
	}
	PG_END_TRY();
	return statement;
}

static void
parse(Exchange *exchange, StringInfo in)
{
	const char *name = pgjava_get_cstring(in);
	const char *sql = pgjava_get_cstring(in);
	PgJavaStatement *statement = new_statement(sql, in);

	PG_TRY();
	{
		if (statement->source != NULL)
			refuse_failed(exchange->conversation, transaction_command(statement));
		pgjava_name_statement(exchange->conversation, name, statement);
	}
	PG_CATCH();
	{
		pgjava_release_statement(statement);
		PG_RE_THROW();
	}
	PG_END_TRY();
	put_empty(exchange, '1');
}

/*
 * How a parameter comes in a format; planned once.
 */
static PgJavaType *
parameter_type(PgJavaStatement *statement, int index, int16 format)
{
	PgJavaType **types = format == 0 ? &statement->text : &statement->binary;
	PgJavaType *type;

	if (*types == NULL)
		*types = MemoryContextAllocZero(statement->context, sizeof(PgJavaType) * statement->ntypes);
	type = &(*types)[index];
	if (!OidIsValid(type->oid))
	{
		PgJavaType	planned;

		pgjava_type_for_receiving(&planned, statement->types[index], -1, statement->context);
		if (format == 0)
			pgjava_type_as_text(&planned, statement->context);
		*type = planned;
	}
	return type;
}

static int16 *
get_formats(StringInfo in, int *count)
{
	int16	   *formats;

	*count = (int) pq_getmsgint(in, 2);
	formats = palloc(sizeof(int16) * Max(1, *count));
	for (int i = 0; i < *count; i++)
	{
		formats[i] = (int16) pq_getmsgint(in, 2);
		if (formats[i] != 0 && formats[i] != 1)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("unsupported format code: %d", formats[i])));
	}
	return formats;
}

/*
 * The parameters of Bind, in the current memory context.
 */
static ParamListInfo
get_parameters(StringInfo in, PgJavaStatement *statement)
{
	int			nformats;
	int16	   *formats = get_formats(in, &nformats);
	int			count = (int) pq_getmsgint(in, 2);
	ParamListInfo parameters = makeParamList(statement->ntypes);

	if (count != statement->ntypes || (nformats > 1 && nformats != count))
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("bind message supplies %d parameters, but the prepared statement requires %d",
						count, statement->ntypes)));
	for (int i = 0; i < count; i++)
	{
		int16		format = nformats == 0 ? 0 : formats[nformats == 1 ? 0 : i];
		ParamExternData *parameter = &parameters->params[i];

		parameter->ptype = statement->types[i];
		parameter->pflags = PARAM_FLAG_CONST;
		parameter->value = pgjava_get_value(in, parameter_type(statement, i, format),
											&parameter->isnull);
	}
	return parameters;
}

static void
bind(Exchange *exchange, StringInfo in)
{
	const char *name = pgjava_get_cstring(in);
	PgJavaStatement *statement = pgjava_find_statement(exchange->conversation,
													   pgjava_get_cstring(in));
	PgJavaPortal *portal;
	MemoryContext context;
	int			saved;

	if (statement->source != NULL)
		refuse_failed(exchange->conversation, transaction_command(statement));
	portal = pgjava_new_portal(exchange->conversation, name, statement);
	context = MemoryContextSwitchTo(portal->context);
	saved = pgjava_utf8_begin();
	PG_TRY();
	{
		portal->parameters = get_parameters(in, statement);
		portal->formats = get_formats(in, &portal->nformats);
	}
	PG_CATCH();
	{
		pgjava_utf8_end(saved);
		MemoryContextSwitchTo(context);
		pgjava_close_portal(exchange->conversation, name);
		PG_RE_THROW();
	}
	PG_END_TRY();
	pgjava_utf8_end(saved);
	MemoryContextSwitchTo(context);
	put_empty(exchange, '2');
}

static void
describe(Exchange *exchange, StringInfo in)
{
	int			kind = pq_getmsgbyte(in);
	const char *name = pgjava_get_cstring(in);

	if (kind == 'S')
	{
		PgJavaStatement *statement = pgjava_find_statement(exchange->conversation, name);

		pgjava_begin_message(&exchange->output, 't');
		pq_sendint16(&exchange->output.bytes, (uint16) statement->ntypes);
		for (int i = 0; i < statement->ntypes; i++)
			pq_sendint32(&exchange->output.bytes, statement->types[i]);
		pgjava_end_message(&exchange->output);
		pgjava_put_description(&exchange->output, statement, NULL, 0);
	}
	else
	{
		PgJavaPortal *portal = pgjava_find_portal(exchange->conversation, name);

		pgjava_put_description(&exchange->output, portal->statement, portal->formats,
							   portal->nformats);
	}
}

static void
put_tag(Exchange *exchange, const char *tag)
{
	pgjava_begin_message(&exchange->output, 'C');
	pgjava_put_cstring(&exchange->output.bytes, tag);
	pgjava_end_message(&exchange->output);
}

static void
put_count_tag(Exchange *exchange, CommandTag tag, uint64 count)
{
	char		text[COMPLETION_TAG_BUFSIZE];

	if (tag == CMDTAG_CREATE_TABLE_AS || tag == CMDTAG_SELECT_INTO)
		tag = CMDTAG_SELECT;
	if (command_tag_display_rowcount(tag))
		snprintf(text, sizeof(text), tag == CMDTAG_INSERT ? "%s 0 " UINT64_FORMAT : "%s " UINT64_FORMAT,
				 GetCommandTagName(tag), count);
	else
		strlcpy(text, GetCommandTagName(tag), sizeof(text));
	put_tag(exchange, text);
}

static void
run_statement(Exchange *exchange, PgJavaPortal *portal, PgJavaStatement *statement, long limit)
{
	TransactionStmt *command = transaction_command(statement);
	uint64		count;

	if (statement->source == NULL)
	{
		put_empty(exchange, 'I');
		return;
	}
	refuse_failed(exchange->conversation, command);
	if (command != NULL)
	{
		put_tag(exchange, pgjava_end_or_begin(exchange->conversation, command));
		return;
	}
	if (pgjava_is_copy_in(statement))
	{
		portal->is_done = true;
		put_count_tag(exchange, CMDTAG_COPY,
					  pgjava_copy_in(&exchange->output, exchange->in, statement));
		return;
	}
	count = pgjava_run_portal(&exchange->output, portal, limit);
	if (portal->is_done)
		put_count_tag(exchange, statement->source->commandTag, count);
	else
		put_empty(exchange, 's');
}

static void
run(Exchange *exchange, PgJavaPortal *portal, long limit)
{
	PgJavaStatement *statement = portal->statement;

	/* A command that ends the transaction ends its own portal. */
	statement->uses++;
	PG_TRY();
	{
		run_statement(exchange, portal, statement, limit);
	}
	PG_CATCH();
	{
		pgjava_release_statement(statement);
		PG_RE_THROW();
	}
	PG_END_TRY();
	pgjava_release_statement(statement);
}

static void
execute(Exchange *exchange, StringInfo in)
{
	PgJavaPortal *portal = pgjava_find_portal(exchange->conversation, pgjava_get_cstring(in));

	run(exchange, portal, (long) pq_getmsgint(in, 4));
}

static void
close_one(Exchange *exchange, StringInfo in)
{
	int			kind = pq_getmsgbyte(in);
	const char *name = pgjava_get_cstring(in);

	if (kind == 'S')
		pgjava_close_statement(exchange->conversation, name);
	else
		pgjava_close_portal(exchange->conversation, name);
	put_empty(exchange, '3');
}

static void
put_ready(Exchange *exchange)
{
	PgJavaConversation *conversation = exchange->conversation;

	pgjava_begin_message(&exchange->output, 'Z');
	pq_sendint8(&exchange->output.bytes,
				conversation->has_failed ? 'E' : conversation->in_block ? 'T' : 'I');
	pgjava_end_message(&exchange->output);
}

/*
 * One of the statements of a simple query: everything is text.
 */
static void
run_simple(Exchange *exchange, const char *sql)
{
	PgJavaPortal *portal;

	pgjava_begin_scope(exchange->conversation);
	pgjava_name_statement(exchange->conversation, "", new_statement(sql, NULL));
	portal = pgjava_new_portal(exchange->conversation, "",
							   pgjava_find_statement(exchange->conversation, ""));
	if (portal->statement->described != NULL)
		pgjava_put_description(&exchange->output, portal->statement, NULL, 0);
	run(exchange, portal, 0);
	pgjava_close_portal(exchange->conversation, "");
}

/*
 * Query.  Each of its statements is parsed when those before have run.
 */
static void
query(Exchange *exchange, StringInfo in)
{
	/* A COPY replaces the frame that it was in. */
	const char *sql = pstrdup(pgjava_get_cstring(in));
	List	   *statements = pg_parse_query(sql);
	ListCell   *cell;

	if (statements == NIL)
		put_empty(exchange, 'I');
	foreach(cell, statements)
	{
		RawStmt    *statement = lfirst_node(RawStmt, cell);
		const char *from = sql + Max(0, statement->stmt_location);

		run_simple(exchange, statement->stmt_len > 0 ? pnstrdup(from, statement->stmt_len) : from);
	}
}

/*
 * Serves one message but Sync.
 */
static void
serve(Exchange *exchange, char type, StringInfo in)
{
	if (type != 'H' && type != 'C')
		pgjava_begin_scope(exchange->conversation);
	switch (type)
	{
		case 'P':
			parse(exchange, in);
			break;
		case 'B':
			bind(exchange, in);
			break;
		case 'D':
			describe(exchange, in);
			break;
		case 'E':
			execute(exchange, in);
			break;
		case 'C':
			close_one(exchange, in);
			break;
		case 'Q':
			query(exchange, in);
			break;
		case 'H':				/* Flush: answers leave at the end of the frame */
		case 'd':				/* what is left of a COPY that was refused */
		case 'c':
		case 'f':
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("message '%c' cannot be served inside the server", type)));
	}
}

static void
put_error(Exchange *exchange, const ErrorData *error)
{
	pgjava_begin_message(&exchange->output, 'E');
	pq_sendint8(&exchange->output.bytes, 'S');
	pgjava_put_cstring(&exchange->output.bytes, "ERROR");
	pgjava_put_error(&exchange->output.bytes, error);
	pgjava_end_message(&exchange->output);
}

/*
 * Does one step of a message.  Its error is undone and sent; returns false
 * then.
 */
static bool
attempt(Exchange *exchange, char type, StringInfo in, uint32 generation)
{
	MemoryContext context = CurrentMemoryContext;
	ErrorData  *volatile error = NULL;

	PG_TRY();
	{
		if (type == 'S')
			pgjava_end_scope(exchange->conversation);
		else
			serve(exchange, type, in);
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		if (pgjava_ends_call(error, generation))
			PG_RE_THROW();
		FlushErrorState();
		pgjava_fail_scope(exchange->conversation);
		MemoryContextSwitchTo(context);
		put_error(exchange, error);
		FreeErrorData(error);
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
	return error == NULL;
}

/*
 * Serves the next message; returns false if the conversation is over.
 */
static bool
serve_next(Exchange *exchange, StringInfo in, uint32 generation)
{
	PgJavaConversation *conversation = exchange->conversation;
	char		type = (char) pq_getmsgbyte(in);
	int			length = (int) pq_getmsgint(in, 4) - 4;
	StringInfoData body;

	if (length < 0 || length > in->len - in->cursor)
		pgjava_protocol_violation("a message that is longer than its frame");
	body.data = in->data + in->cursor;
	body.len = length;
	body.maxlen = length + 1;
	body.cursor = 0;
	in->cursor += length;
	if (type == 'X')
		return false;
	if (conversation->is_skipping && type != 'S')
		return true;
	if (!attempt(exchange, type, &body, generation))
		conversation->is_skipping = type != 'S' && type != 'Q';
	if (type == 'Q')
		(void) attempt(exchange, 'S', NULL, generation);
	if (type == 'S' || type == 'Q')
		put_ready(exchange);
	return true;
}

/*
 * MESSAGES.
 */
void
pgjava_serve_messages(StringInfo in)
{
	Exchange	exchange;
	uint32		generation = pgjava_generation();
	MemoryContext context;
	MemoryContext outer;
	bool		goes_on = true;

	pgjava_begin_spi();
	pgjava_ensure_snapshot();
	exchange.in = in;
	exchange.conversation = pgjava_conversation(pq_getmsgint(in, 4));
	pgjava_begin_output(&exchange.output, exchange.conversation->id);
	context = AllocSetContextCreate(CurrentMemoryContext, "pgjava messages", ALLOCSET_DEFAULT_SIZES);
	outer = MemoryContextSwitchTo(context);
	while (goes_on && in->cursor < in->len)
	{
		goes_on = serve_next(&exchange, in, generation);
		MemoryContextReset(context);
	}
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(context);
	if (!goes_on)
		pgjava_drop_conversation(exchange.conversation);
	pgjava_end_output(&exchange.output);
}
