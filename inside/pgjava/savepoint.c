/*-------------------------------------------------------------------------
 *
 * savepoint.c
 *	  The subtransactions that a call of Java code has opened.
 *
 * They nest, whoever opened them: PgSession.inSavepoint, or a connection of the
 * driver for its block, its savepoints, or its scope up to Sync.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"

#include "access/xact.h"
#include "utils/memutils.h"

/*
 * Opens a subtransaction.
 */
void
pgjava_push_savepoint(PgJavaSavepointKind kind, struct PgJavaConversation *conversation,
					  const char *name)
{
	MemoryContext context = MemoryContextSwitchTo(pgjava_call->context);
	PgJavaSavepoint *savepoint = palloc0(sizeof(PgJavaSavepoint));

	savepoint->kind = kind;
	savepoint->conversation = conversation;
	savepoint->name = name == NULL ? NULL : pstrdup(name);
	savepoint->owner = CurrentResourceOwner;
	pgjava_call->savepoints = lappend(pgjava_call->savepoints, savepoint);
	PG_TRY();
	{
		BeginInternalSubTransaction(NULL);
	}
	PG_CATCH();
	{
		pgjava_call->savepoints = list_delete_last(pgjava_call->savepoints);
		PG_RE_THROW();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
}

/*
 * Rolls a subtransaction back, which must be the innermost, but keeps its
 * place until it is popped.
 */
void
pgjava_undo_savepoint(PgJavaSavepoint *savepoint)
{
	MemoryContext context = CurrentMemoryContext;

	if (savepoint->is_over)
		return;
	savepoint->is_over = true;
	RollbackAndReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = savepoint->owner;
}

/*
 * Ends the innermost subtransaction of the current call.
 */
void
pgjava_pop_savepoint(bool commit)
{
	MemoryContext context = CurrentMemoryContext;
	PgJavaSavepoint *savepoint = llast(pgjava_call->savepoints);

	/* Before it is closed: should that fail, it must not be closed again. */
	pgjava_call->savepoints = list_delete_last(pgjava_call->savepoints);
	if (savepoint->is_over)
		return;
	if (!commit)
	{
		pgjava_undo_savepoint(savepoint);
		return;
	}
	ReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = savepoint->owner;
}

/*
 * Rolls back what was begun within the innermost savepoint of the call itself,
 * and is not over: transactions of connections.  Returns how many there were;
 * -1: there is no such savepoint.
 */
int
pgjava_end_within_savepoint(void)
{
	int			others = 0;
	int			at = list_length(pgjava_call->savepoints) - 1;

	while (at >= 0 &&
		   ((PgJavaSavepoint *) list_nth(pgjava_call->savepoints, at))->kind != SAVEPOINT_OF_CALL)
		at--;
	if (at < 0)
		return -1;
	while (list_length(pgjava_call->savepoints) > at + 1)
	{
		PgJavaSavepoint *savepoint = llast(pgjava_call->savepoints);

		if (savepoint->kind != SAVEPOINT_SCOPE)
			others++;
		pgjava_fail_conversation(savepoint->conversation);
		pgjava_pop_savepoint(savepoint->kind == SAVEPOINT_SCOPE);
	}
	return others;
}

/*
 * Ends what the current call left open; returns how many it should have ended
 * itself.  The scope of a connection's last statements is none of these: they
 * have succeeded.
 */
int
pgjava_abort_savepoints(bool is_success)
{
	int			count = 0;

	while (pgjava_call->savepoints != NIL)
	{
		PgJavaSavepoint *savepoint = llast(pgjava_call->savepoints);
		bool		is_scope = savepoint->kind == SAVEPOINT_SCOPE;

		if (!is_scope)
			count++;
		pgjava_pop_savepoint(is_scope && is_success);
	}
	return count;
}
