/*-------------------------------------------------------------------------
 *
 * conversation.c
 *	  What a client of the protocol within the session keeps, and its
 *	  transactions.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "conversation.h"

#include "access/xact.h"
#include "nodes/makefuncs.h"
#include "utils/guc.h"
#include "utils/memutils.h"

typedef struct NamedStatement
{
	char		name[CONVERSATION_NAME];	/* hash key */
	PgJavaStatement *statement;
} NamedStatement;

static HTAB *conversations = NULL;

static HTAB *
by_name(const char *what, Size entry)
{
	HASHCTL		control = {.keysize = CONVERSATION_NAME, .entrysize = entry};

	return hash_create(what, 32, &control, HASH_ELEM | HASH_STRINGS);
}

/*
 * The conversation of a number, for the current call from now on.
 */
PgJavaConversation *
pgjava_conversation(uint32 id)
{
	HASHCTL		control = {.keysize = sizeof(uint64), .entrysize = sizeof(PgJavaConversation)};
	uint64		key = ((uint64) pgjava_generation() << 32) | id;
	PgJavaConversation *conversation;
	bool		found;

	if (conversations == NULL)
		conversations = hash_create("pgjava conversations", 8, &control, HASH_ELEM | HASH_BLOBS);
	conversation = hash_search(conversations, &key, HASH_ENTER, &found);
	if (!found)
	{
		memset((char *) conversation + sizeof(uint64), 0,
			   sizeof(PgJavaConversation) - sizeof(uint64));
		conversation->id = id;
		conversation->generation = pgjava_generation();
		conversation->statements = by_name("pgjava statements", sizeof(NamedStatement));
		conversation->portals = by_name("pgjava portals", sizeof(PgJavaPortal));
	}
	if (conversation->call != NULL && conversation->call != pgjava_call)
		pgjava_protocol_violation("messages of another call's conversation");
	conversation->call = pgjava_call;
	return conversation;
}

static void
check_name(const char *name)
{
	if (strlen(name) >= CONVERSATION_NAME)
		ereport(ERROR,
				(errcode(ERRCODE_NAME_TOO_LONG),
				 errmsg("the name of a statement or portal has more than %d bytes: \"%s\"",
						CONVERSATION_NAME - 1, name)));
}

/*
 * A statement that has no name yet.
 */
PgJavaStatement *
pgjava_new_statement(void)
{
	MemoryContext context = AllocSetContextCreate(TopMemoryContext, "pgjava statement",
												  ALLOCSET_SMALL_SIZES);
	PgJavaStatement *statement = MemoryContextAllocZero(context, sizeof(PgJavaStatement));

	statement->context = context;
	statement->uses = 1;
	return statement;
}

/*
 * Frees a statement that nobody uses any more.
 */
void
pgjava_release_statement(PgJavaStatement *statement)
{
	if (--statement->uses > 0)
		return;
	if (statement->plan != NULL)
		SPI_freeplan(statement->plan);
	MemoryContextDelete(statement->context);
}

/*
 * The name takes the statement over.  The unnamed one replaces the one before.
 */
void
pgjava_name_statement(PgJavaConversation *conversation, const char *name,
					  PgJavaStatement *statement)
{
	NamedStatement *named;
	bool		found;

	check_name(name);
	if (name[0] == '\0')
		pgjava_close_statement(conversation, name);
	named = hash_search(conversation->statements, name, HASH_ENTER, &found);
	if (found)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_PSTATEMENT),
				 errmsg("prepared statement \"%s\" already exists", name)));
	named->statement = statement;
}

PgJavaStatement *
pgjava_find_statement(PgJavaConversation *conversation, const char *name)
{
	NamedStatement *named;

	check_name(name);
	named = hash_search(conversation->statements, name, HASH_FIND, NULL);
	if (named == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_PSTATEMENT),
				 errmsg("prepared statement \"%s\" does not exist", name)));
	return named->statement;
}

/*
 * Does nothing if there is none.  Its portals go on.
 */
void
pgjava_close_statement(PgJavaConversation *conversation, const char *name)
{
	NamedStatement *named;

	check_name(name);
	named = hash_search(conversation->statements, name, HASH_FIND, NULL);
	if (named == NULL)
		return;
	pgjava_release_statement(named->statement);
	hash_search(conversation->statements, name, HASH_REMOVE, NULL);
}

PgJavaPortal *
pgjava_new_portal(PgJavaConversation *conversation, const char *name, PgJavaStatement *statement)
{
	PgJavaPortal *portal;
	bool		found;

	check_name(name);
	if (name[0] == '\0')
		pgjava_close_portal(conversation, name);
	portal = hash_search(conversation->portals, name, HASH_ENTER, &found);
	if (found)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_CURSOR),
				 errmsg("portal \"%s\" already exists", name)));
	memset((char *) portal + CONVERSATION_NAME, 0, sizeof(PgJavaPortal) - CONVERSATION_NAME);
	portal->context = AllocSetContextCreate(TopMemoryContext, "pgjava portal",
											ALLOCSET_SMALL_SIZES);
	portal->statement = statement;
	statement->uses++;
	return portal;
}

PgJavaPortal *
pgjava_find_portal(PgJavaConversation *conversation, const char *name)
{
	PgJavaPortal *portal;

	check_name(name);
	portal = hash_search(conversation->portals, name, HASH_FIND, NULL);
	if (portal == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_CURSOR), errmsg("portal \"%s\" does not exist", name)));
	return portal;
}

/*
 * Does nothing if there is none.
 */
void
pgjava_close_portal(PgJavaConversation *conversation, const char *name)
{
	PgJavaPortal *portal;
	Portal		cursor;

	check_name(name);
	portal = hash_search(conversation->portals, name, HASH_FIND, NULL);
	if (portal == NULL)
		return;
	cursor = portal->cursor == NULL ? NULL : SPI_cursor_find(portal->cursor);
	if (cursor != NULL)
		SPI_cursor_close(cursor);
	pgjava_release_statement(portal->statement);
	MemoryContextDelete(portal->context);
	hash_search(conversation->portals, name, HASH_REMOVE, NULL);
}

/*
 * Portals end with the transaction.  After an error PostgreSQL has closed, or
 * will close, what they stand for.
 */
static void
close_portals(PgJavaConversation *conversation, bool closes_cursors)
{
	PgJavaPortal *portal;
	HASH_SEQ_STATUS scan;

	hash_seq_init(&scan, conversation->portals);
	while ((portal = hash_seq_search(&scan)) != NULL)
	{
		if (!closes_cursors)
			portal->cursor = NULL;
		pgjava_close_portal(conversation, portal->name);
	}
}

static void
free_statements(PgJavaConversation *conversation)
{
	NamedStatement *named;
	HASH_SEQ_STATUS scan;

	hash_seq_init(&scan, conversation->statements);
	while ((named = hash_seq_search(&scan)) != NULL)
		pgjava_close_statement(conversation, named->name);
}

static void
destroy(PgJavaConversation *conversation, bool closes_cursors)
{
	close_portals(conversation, closes_cursors);
	free_statements(conversation);
	hash_destroy(conversation->portals);
	hash_destroy(conversation->statements);
	hash_search(conversations, &conversation->key, HASH_REMOVE, NULL);
}

/*
 * Somebody else has rolled its transaction back.
 */
void
pgjava_fail_conversation(PgJavaConversation *conversation)
{
	conversation->has_failed = conversation->in_block;
}

/*
 * Those of connections that are gone; one that a call further out uses goes
 * later.
 */
void
pgjava_forget_conversations(void)
{
	PgJavaConversation *conversation;
	HASH_SEQ_STATUS scan;

	if (conversations == NULL)
		return;
	hash_seq_init(&scan, conversations);
	while ((conversation = hash_seq_search(&scan)) != NULL)
	{
		if (conversation->call == NULL && !pgjava_is_connected(conversation->generation))
			destroy(conversation, false);
	}
}

/*
 * A call is over: nothing of a transaction is left.  The Java code does not
 * use a conversation again whose block it has not ended.
 */
void
pgjava_end_conversations(PgJavaCall *call, bool is_success)
{
	PgJavaConversation *conversation;
	HASH_SEQ_STATUS scan;

	if (conversations == NULL)
		return;
	hash_seq_init(&scan, conversations);
	while ((conversation = hash_seq_search(&scan)) != NULL)
	{
		if (conversation->call != call)
			continue;
		close_portals(conversation, is_success);
		conversation->in_block = conversation->has_failed = conversation->is_skipping = false;
		conversation->call = NULL;
	}
}

/*
 * The innermost subtransaction, if it is the conversation's.
 */
static PgJavaSavepoint *
innermost(PgJavaConversation *conversation)
{
	PgJavaSavepoint *savepoint;

	if (pgjava_call->savepoints == NIL)
		return NULL;
	savepoint = llast(pgjava_call->savepoints);
	return savepoint->conversation == conversation ? savepoint : NULL;
}

/*
 * Sees to it that an error can be undone: in a subtransaction of the block, or
 * one for the scope up to Sync.
 */
void
pgjava_begin_scope(PgJavaConversation *conversation)
{
	PgJavaSavepoint *savepoint = innermost(conversation);

	if (savepoint == NULL || savepoint->is_over)
		pgjava_push_savepoint(SAVEPOINT_SCOPE, conversation, NULL);
}

/*
 * Sync.  Outside of a block, portals end with it.
 */
void
pgjava_end_scope(PgJavaConversation *conversation)
{
	PgJavaSavepoint *savepoint = innermost(conversation);

	conversation->is_skipping = false;
	if (!conversation->in_block)
		close_portals(conversation, true);
	if (savepoint != NULL && savepoint->kind == SAVEPOINT_SCOPE)
		pgjava_pop_savepoint(true);
}

/*
 * An error: undoes the innermost subtransaction, and with it at least what
 * was done since the last Sync.
 */
void
pgjava_fail_scope(PgJavaConversation *conversation)
{
	PgJavaSavepoint *savepoint = innermost(conversation);

	if (savepoint != NULL && savepoint->kind == SAVEPOINT_SCOPE)
		pgjava_pop_savepoint(false);
	else if (savepoint != NULL)
		pgjava_undo_savepoint(savepoint);
	conversation->has_failed = conversation->in_block;
}

static bool
owns_a_savepoint(PgJavaConversation *conversation)
{
	ListCell   *cell;

	foreach(cell, pgjava_call->savepoints)
	{
		if (((PgJavaSavepoint *) lfirst(cell))->conversation == conversation)
			return true;
	}
	return false;
}

/*
 * Ends all subtransactions of the conversation.
 */
static void
end_all(PgJavaConversation *conversation, bool commit)
{
	close_portals(conversation, true);
	while (innermost(conversation) != NULL)
		pgjava_pop_savepoint(commit);
	if (owns_a_savepoint(conversation))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_TERMINATION),
				 errmsg("cannot end the transaction of a connection while a savepoint or a connection that was begun within it is open")));
}

/*
 * In a subtransaction, BEGIN can make the transaction read-only until its end,
 * but cannot change its isolation level.
 */
static void
apply_options(List *options)
{
	ListCell   *cell;

	foreach(cell, options)
	{
		DefElem    *option = lfirst_node(DefElem, cell);
		const char *value;

		if (strcmp(option->defname, "transaction_isolation") == 0)
		{
			value = strVal(&castNode(A_Const, option->arg)->val);
			if (pg_strcasecmp(value, GetConfigOption("transaction_isolation", false, false)) != 0)
				ereport(ERROR,
						(errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
						 errmsg("the calling transaction has isolation level %s, not %s",
								GetConfigOption("transaction_isolation", false, false), value)));
		}
		else if (strcmp(option->defname, "transaction_read_only") == 0)
			SetPGVariable("transaction_read_only", list_make1(option->arg), true);
	}
}

static void
begin_block(PgJavaConversation *conversation, List *options)
{
	PgJavaSavepoint *savepoint = innermost(conversation);

	if (pgjava_call->atomic)
	{
		if (savepoint != NULL && savepoint->kind == SAVEPOINT_SCOPE)
			savepoint->kind = SAVEPOINT_BLOCK;
		else
			pgjava_push_savepoint(SAVEPOINT_BLOCK, conversation, NULL);
	}
	apply_options(options);
	conversation->in_block = true;
}

static void
end_block(PgJavaConversation *conversation, bool commit)
{
	bool		is_block = conversation->in_block;

	end_all(conversation, commit);
	conversation->in_block = conversation->has_failed = false;

	/* As a server does outside of a block: nothing. */
	if (pgjava_call->atomic || !is_block)
		return;
	if (pgjava_call->savepoints != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_TERMINATION),
				 errmsg("cannot end the transaction within a savepoint")));
	if (commit)
		SPI_commit();
	else
		SPI_rollback();
	pgjava_ensure_snapshot();
}

static PgJavaSavepoint *
find_savepoint(PgJavaConversation *conversation, const char *name)
{
	for (int i = list_length(pgjava_call->savepoints) - 1; i >= 0; i--)
	{
		PgJavaSavepoint *savepoint = list_nth(pgjava_call->savepoints, i);

		if (savepoint->conversation != conversation)
			break;
		if (savepoint->name != NULL && strcmp(savepoint->name, name) == 0)
			return savepoint;
	}
	ereport(ERROR,
			(errcode(ERRCODE_S_E_INVALID_SPECIFICATION),
			 errmsg("savepoint \"%s\" does not exist", name)));
}

/*
 * Ends the subtransactions of the conversation down to a savepoint.
 */
static void
end_down_to(PgJavaSavepoint *savepoint, bool commit)
{
	bool		is_it;

	do
	{
		is_it = llast(pgjava_call->savepoints) == savepoint;
		pgjava_pop_savepoint(commit);
	} while (!is_it);
}

static void
require_block(PgJavaConversation *conversation, const char *command)
{
	if (!conversation->in_block)
		ereport(ERROR,
				(errcode(ERRCODE_NO_ACTIVE_SQL_TRANSACTION),
				 errmsg("%s can only be used in transaction blocks", command)));
}

/*
 * A command that controls the transaction; returns its tag.
 */
const char *
pgjava_end_or_begin(PgJavaConversation *conversation, TransactionStmt *statement)
{
	bool		commit;

	switch (statement->kind)
	{
		case TRANS_STMT_BEGIN:
		case TRANS_STMT_START:
			if (!conversation->in_block)
				begin_block(conversation, statement->options);
			return statement->kind == TRANS_STMT_BEGIN ? "BEGIN" : "START TRANSACTION";
		case TRANS_STMT_COMMIT:
		case TRANS_STMT_ROLLBACK:
			commit = statement->kind == TRANS_STMT_COMMIT && !conversation->has_failed;
			end_block(conversation, commit);
			if (statement->chain)
				begin_block(conversation, NIL);
			return commit ? "COMMIT" : "ROLLBACK";
		case TRANS_STMT_SAVEPOINT:
			require_block(conversation, "SAVEPOINT");
			pgjava_push_savepoint(SAVEPOINT_NAMED, conversation, statement->savepoint_name);
			return "SAVEPOINT";
		case TRANS_STMT_RELEASE:
			require_block(conversation, "RELEASE SAVEPOINT");
			end_down_to(find_savepoint(conversation, statement->savepoint_name), true);
			return "RELEASE";
		case TRANS_STMT_ROLLBACK_TO:
			require_block(conversation, "ROLLBACK TO SAVEPOINT");
			end_down_to(find_savepoint(conversation, statement->savepoint_name), false);
			conversation->has_failed = false;
			pgjava_push_savepoint(SAVEPOINT_NAMED, conversation, statement->savepoint_name);
			return "ROLLBACK";
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("Java code inside the server cannot prepare transactions")));
	}
}

/*
 * Terminate.
 */
void
pgjava_drop_conversation(PgJavaConversation *conversation)
{
	end_all(conversation, false);
	destroy(conversation, true);
}
