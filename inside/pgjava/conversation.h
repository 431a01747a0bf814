/*-------------------------------------------------------------------------
 *
 * conversation.h
 *	  A client of PostgreSQL's own protocol within the session that called it.
 *
 * The driver of the Java code speaks protocol 3 with the backend that waits
 * for it: messages of the extended and the simple query protocol travel in
 * frames MESSAGES, and are answered as a server would answer.  There may be
 * several such clients in one session, each with its own prepared statements,
 * portals and transaction block.
 *
 * A block cannot be a transaction of its own where the caller's goes on: there
 * it is a subtransaction.  In a procedure that may end transactions it is the
 * transaction.  Outside of blocks each scope up to Sync is a subtransaction,
 * as it is an implicit transaction elsewhere.
 *
 * conversation.c has what a client keeps and its transactions, messages.c the
 * messages, rows.c what is sent of results, copy.c COPY FROM STDIN.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#ifndef PGJAVA_CONVERSATION_H
#define PGJAVA_CONVERSATION_H

#include "pgjava.h"

#include "executor/spi.h"
#include "nodes/params.h"
#include "nodes/parsenodes.h"
#include "utils/hsearch.h"
#include "utils/plancache.h"

/* Longest name of a statement or portal, with its end. */
#define CONVERSATION_NAME 64

typedef struct PgJavaStatement
{
	MemoryContext context;		/* owns this and what follows */
	int			uses;			/* by its name, and by portals */
	SPIPlanPtr	plan;
	bool		is_kept;		/* the plan outlives the call */
	CachedPlanSource *source;	/* NULL: an empty query */
	Oid		   *types;
	int			ntypes;
	TupleDesc	described;		/* what the client was told of the result; NULL: none */
	PgJavaType *binary;			/* of the parameters, made when first needed */
	PgJavaType *text;
} PgJavaStatement;

typedef struct PgJavaPortal
{
	char		name[CONVERSATION_NAME];	/* hash key */
	MemoryContext context;		/* owns what follows */
	PgJavaStatement *statement;
	ParamListInfo parameters;
	int16	   *formats;
	int			nformats;
	char	   *cursor;			/* PostgreSQL's portal, once it runs */
	bool		is_done;
} PgJavaPortal;

typedef struct PgJavaConversation
{
	uint64		key;			/* hash key: of the connection, and the number there */
	uint32		id;
	uint32		generation;		/* of the connection */
	PgJavaCall *call;			/* that uses it; NULL between calls */
	HTAB	   *statements;
	HTAB	   *portals;
	bool		in_block;
	bool		has_failed;		/* the block; only its end is served */
	bool		is_skipping;	/* to the next Sync */
} PgJavaConversation;

/* conversation.c */
extern PgJavaConversation *pgjava_conversation(uint32 id);
extern void pgjava_drop_conversation(PgJavaConversation *conversation);
extern PgJavaStatement *pgjava_new_statement(void);
extern void pgjava_release_statement(PgJavaStatement *statement);
extern void pgjava_name_statement(PgJavaConversation *conversation, const char *name,
								  PgJavaStatement *statement);
extern PgJavaStatement *pgjava_find_statement(PgJavaConversation *conversation, const char *name);
extern void pgjava_close_statement(PgJavaConversation *conversation, const char *name);
extern PgJavaPortal *pgjava_new_portal(PgJavaConversation *conversation, const char *name,
									   PgJavaStatement *statement);
extern PgJavaPortal *pgjava_find_portal(PgJavaConversation *conversation, const char *name);
extern void pgjava_close_portal(PgJavaConversation *conversation, const char *name);
extern void pgjava_begin_scope(PgJavaConversation *conversation);
extern void pgjava_end_scope(PgJavaConversation *conversation);
extern void pgjava_fail_scope(PgJavaConversation *conversation);
extern const char *pgjava_end_or_begin(PgJavaConversation *conversation, TransactionStmt *statement);

/* rows.c */
typedef struct PgJavaOutput
{
	StringInfoData bytes;		/* the frame that is being written */
	int			complete;		/* where its last complete message ends */
	uint32		conversation;
} PgJavaOutput;

extern void pgjava_begin_output(PgJavaOutput *output, uint32 conversation);
extern void pgjava_begin_message(PgJavaOutput *output, char type);
extern void pgjava_end_message(PgJavaOutput *output);
extern void pgjava_end_output(PgJavaOutput *output);
extern void pgjava_put_description(PgJavaOutput *output, PgJavaStatement *statement,
								   const int16 *formats, int nformats);
extern uint64 pgjava_run_portal(PgJavaOutput *output, PgJavaPortal *portal, long limit);

/* copy.c */
extern bool pgjava_is_copy_in(PgJavaStatement *statement);
extern uint64 pgjava_copy_in(PgJavaOutput *output, StringInfo in, PgJavaStatement *statement);

#endif							/* PGJAVA_CONVERSATION_H */
