/*-------------------------------------------------------------------------
 *
 * pgjava.h
 *	  What the files of the extension share.
 *
 * A backend that calls a Java function opens one connection to the worker,
 * the JVM beside the server, and keeps it.  Calls nest strictly: while the
 * backend waits for the result of a call it serves the statements which the
 * Java code sends back, and one of those may call Java again.
 *
 * Reading order: handler.c (a call), connection.c (the wait), frames.c (the
 * bytes), types.c (the values), spi.c (statements from Java), launcher.c
 * (who starts the JVM).  The layout of every frame is in PROTOCOL.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#ifndef PGJAVA_H
#define PGJAVA_H

#include "postgres.h"

#include "access/tupdesc.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "nodes/pg_list.h"
#include "portability/instr_time.h"
#include "storage/itemptr.h"
#include "utils/relcache.h"
#include "utils/resowner.h"
#include "utils/timestamp.h"

/* PostgreSQL 18 has it, and no longer what the others have. */
#ifndef pg_noreturn
#define pg_noreturn __attribute__((noreturn))
#endif

/* Raised with each change of a frame's layout. */
#define PGJAVA_PROTOCOL_VERSION 2

/* Types of frames, as PROTOCOL.md names them. */
#define FRAME_HELLO		'H'
#define FRAME_ATTACH	'A'
#define FRAME_DEFINE	'D'
#define FRAME_DEFINED	'f'
#define FRAME_CALL		'C'
#define FRAME_RESULT	'R'
#define FRAME_ROWS		'S'
#define FRAME_FETCH		'F'
#define FRAME_ERROR		'E'
#define FRAME_LOG		'L'
#define FRAME_PREPARE	'P'
#define FRAME_PREPARED	'p'
#define FRAME_EXECUTE	'X'
#define FRAME_EXECUTED	'x'
#define FRAME_FORGET	'Y'
#define FRAME_SAVEPOINT 'B'
#define FRAME_RELEASE	'O'
#define FRAME_ROLLBACK	'K'
#define FRAME_DONE		'd'
#define FRAME_COMMIT	'M'
#define FRAME_ABORT		'N'
#define FRAME_TRANSITION 'T'
#define FRAME_JAR		'J'
#define FRAME_CONTENT	'j'
#define FRAME_MESSAGES	'V'
#define FRAME_ANSWERS	'v'
#define FRAME_FORGET_GROUPS 'G'

/* Flag of ROWS: no more follow. */
#define ROWS_LAST		0x01

/* Flags of CALL. */
#define CALL_READ_ONLY	0x01
#define CALL_ATOMIC		0x02

/* Flags of DEFINE. */
#define DEFINE_SET			0x01
#define DEFINE_PROCEDURE	0x02
#define DEFINE_COMPOSITE	0x04
#define DEFINE_VOID			0x08

/* What a DEFINE is of. */
typedef enum PgJavaKind
{
	KIND_FUNCTION = 0,			/* procedures and DO blocks, too */
	KIND_TRIGGER = 1,
	KIND_EVENT_TRIGGER = 2,
	KIND_TRANSITION = 3,		/* of an aggregate, as is the next */
	KIND_FINAL = 4,
} PgJavaKind;

/* One frame as it was received; the body is palloc'd. */
typedef struct PgJavaFrame
{
	char		type;
	uint8		flags;
	uint16		level;
	StringInfoData body;
} PgJavaFrame;

/* How values of one type travel. */
typedef struct PgJavaType
{
	Oid			oid;
	int32		typmod;
	Oid			ioparam;
	bool		is_text;		/* travels as the server's text */
	bool		is_unwanted;	/* of a trigger's column: does not travel */
	FmgrInfo	send;			/* set by pgjava_type_for_sending */
	FmgrInfo	recv;			/* set by pgjava_type_for_receiving */
} PgJavaType;

/* Settings; pgjava.c */
extern char *pgjava_socket;
extern char *pgjava_worker_user;
extern char *pgjava_java_home;
extern char *pgjava_class_path;
extern char *pgjava_vm_options;
extern char *pgjava_stop_library;
extern int	pgjava_start_timeout;
extern int	pgjava_max_frame;
extern int	pgjava_max_workers;
extern int	pgjava_idle_timeout;
extern int	pgjava_sandbox_memory;
extern int	pgjava_spin_micros;

/* The path of the untrusted language's socket, palloc'd; pgjava.c */
extern char *pgjava_socket_path_of_untrusted(void);

/* The path of the chosen worker's socket, palloc'd; launcher.c */
extern char *pgjava_socket_path(void);

/*
 * A call in progress.  They form a stack: a statement of Java code may call
 * Java again.
 */
typedef struct PgJavaCall
{
	struct PgJavaCall *outer;
	struct PgJavaConnection *connection;
	struct PgJavaFunction *defining;	/* between DEFINE and DEFINED, else NULL */
	uint16		level;			/* 1 for the outermost */
	MemoryContext context;		/* lives as long as the call */
	ResourceOwner owner;		/* what the call's caller gave it */
	bool		read_only;
	bool		atomic;
	bool		spi_connected;
	List	   *savepoints;		/* of PgJavaSavepoint, the innermost last */
	struct PgJavaTrigger *trigger;	/* of a trigger's call, else NULL */
} PgJavaCall;

/* The innermost call, NULL outside of calls; handler.c */
extern PgJavaCall *pgjava_call;

/* spin.c */

/* What a connection knows of its waits for answers. */
typedef struct PgJavaSpin
{
	bool		is_prompt;		/* the last answer came soon */
	int			skips;			/* so many waits sleep at once */
	int			penalty;		/* for polling in vain */
	instr_time	start;			/* of this wait */
} PgJavaSpin;

extern Size pgjava_spin_shmem_size(void);
extern void pgjava_spin_shmem_init(void);
extern void pgjava_wait_begins(PgJavaSpin *spin);
extern bool pgjava_spin(PgJavaSpin *spin, bool (*poll) (void *), void *argument);
extern void pgjava_has_slept(PgJavaSpin *spin);

/* connection.c */
extern void pgjava_connect(Oid owner);
extern struct PgJavaConnection *pgjava_connection(void);
extern void pgjava_use_connection(struct PgJavaConnection *connection);
extern bool pgjava_is_connected(uint32 generation);
extern void pgjava_disconnect(void);
extern uint32 pgjava_generation(void);
extern bool pgjava_try_write(const char *bytes, Size length);
extern void pgjava_write(const char *bytes, Size length);
extern void pgjava_read(char *bytes, Size length);

/* frames.c */
extern void pgjava_begin_frame(StringInfo out, char type, uint8 flags);
extern void pgjava_end_frame(StringInfo out);
extern void pgjava_flush(StringInfo out);
extern void pgjava_receive(PgJavaFrame *frame);
extern void pgjava_put_cstring(StringInfo out, const char *text);
extern const char *pgjava_get_cstring(StringInfo in);
pg_noreturn extern void pgjava_protocol_violation(const char *what);

/* errors.c */
pg_noreturn extern void pgjava_raise(StringInfo body);
extern void pgjava_log(StringInfo body);
extern void pgjava_put_error(StringInfo out, const ErrorData *error);

/* types.c */
extern void pgjava_type_for_sending(PgJavaType *type, Oid oid, MemoryContext context);
extern void pgjava_type_for_receiving(PgJavaType *type, Oid oid, int32 typmod, MemoryContext context);
extern void pgjava_type_as_text(PgJavaType *type, MemoryContext context);
extern void pgjava_put_value(StringInfo out, PgJavaType *type, Datum value, bool is_null);
extern Datum pgjava_get_value(StringInfo in, PgJavaType *type, bool *is_null);
extern int	pgjava_utf8_begin(void);
extern void pgjava_utf8_end(int saved);
extern bool pgjava_put_definitions(StringInfo out, List *oids);

/* arrays.c */
extern bool pgjava_put_numbers(StringInfo out, Oid oid, Datum value);
extern bool pgjava_get_numbers(StringInfo in, Oid oid, int length, Datum *value);

/* spi.c */
extern bool pgjava_serve(PgJavaFrame *frame);
extern void pgjava_forget_plans(void);
extern void pgjava_begin_spi(void);
extern void pgjava_end_spi(PgJavaCall *call);
extern void pgjava_ensure_snapshot(void);
extern bool pgjava_ends_call(const ErrorData *error, uint32 generation);

/* savepoint.c */
typedef enum PgJavaSavepointKind
{
	SAVEPOINT_OF_CALL,			/* PgSession.inSavepoint */
	SAVEPOINT_SCOPE,			/* of a connection up to Sync */
	SAVEPOINT_BLOCK,			/* BEGIN of a connection */
	SAVEPOINT_NAMED				/* SAVEPOINT of a connection */
} PgJavaSavepointKind;

typedef struct PgJavaSavepoint
{
	PgJavaSavepointKind kind;
	struct PgJavaConversation *conversation;	/* NULL: of the call */
	char	   *name;			/* NULL: without */
	ResourceOwner owner;		/* to return to */
	bool		is_over;		/* an error has rolled it back */
} PgJavaSavepoint;

extern void pgjava_push_savepoint(PgJavaSavepointKind kind, struct PgJavaConversation *conversation,
								  const char *name);
extern void pgjava_undo_savepoint(PgJavaSavepoint *savepoint);
extern void pgjava_pop_savepoint(bool commit);
extern int	pgjava_end_within_savepoint(void);
extern int	pgjava_abort_savepoints(bool is_success);

/* conversation.c */
extern void pgjava_fail_conversation(struct PgJavaConversation *conversation);
extern void pgjava_forget_conversations(void);
extern void pgjava_end_conversations(PgJavaCall *call, bool is_success);

/* messages.c */
extern void pgjava_serve_messages(StringInfo in);

/* function.c */
typedef struct PgJavaFunction
{
	Oid			oid;			/* InvalidOid of a DO block */
	Oid			relid;			/* of a trigger: the table whose rows it is given */
	uint32		number;			/* by which the worker knows it */
	PgJavaKind	kind;
	char	   *schema_name;	/* of the trigger's table */
	char	   *table_name;
	TransactionId xmin;			/* of the row of pg_proc it was made from */
	ItemPointerData tid;
	bool		is_valid;		/* no type it is made of has changed since */
	int			uses;			/* calls in progress */
	uint32		defined;		/* generation of the connection that knows it */
	uint32		jars_seen;		/* pgjava_jars_changes() when it was defined */
	bool		is_trusted;		/* in the language java, not javau */
	Oid			owner;
	Oid			schema;
	List	   *jars;			/* of PgJavaJar, where its classes are looked for */
	MemoryContext context;		/* owns all of this */
	char	   *name;
	char	   *source;
	bool		is_set;
	bool		is_procedure;
	bool		is_void;
	bool		read_only;
	int			nargs;
	PgJavaType *args;
	Oid			result;
	TupleDesc	descriptor;		/* of a composite result, else NULL */
	int			ncolumns;		/* 1 for a scalar, 0 for void */
	PgJavaType *columns;		/* oid 0: a dropped column */
} PgJavaFunction;

extern PgJavaFunction *pgjava_function(Oid oid);
extern PgJavaFunction *pgjava_trigger_function(Oid oid, Relation relation);
extern PgJavaFunction *pgjava_block(const char *source, bool is_trusted);
extern void pgjava_put_define(StringInfo out, PgJavaFunction *function);
extern void pgjava_get_defined(StringInfo in, PgJavaFunction *function);

/* handler.c */

/* One CALL: what it sends, and what becomes of the answer. */
typedef struct PgJavaRequest
{
	/* Appends what follows the function's number; NULL: only find the method. */
	void		(*put) (StringInfo out, PgJavaFunction *function, struct PgJavaRequest *request);
	/* Reads RESULT in the worker's UTF-8. */
	void		(*get) (StringInfo in, PgJavaFunction *function, struct PgJavaRequest *request);
	FunctionCallInfo fcinfo;
	struct PgJavaTrigger *trigger;
	struct Aggregation *aggregation;
	MemoryContext caller;		/* where the result belongs */
	Datum		value;
	bool		is_null;
} PgJavaRequest;

extern void pgjava_run(PgJavaFunction *function, PgJavaRequest *request, bool atomic);
extern void pgjava_get_result(StringInfo in, PgJavaFunction *function, PgJavaRequest *request);

/* trigger.c */
extern Datum pgjava_call_trigger(FunctionCallInfo fcinfo);
extern Datum pgjava_call_event_trigger(FunctionCallInfo fcinfo);
extern void pgjava_register_transitions(struct PgJavaTrigger *trigger);
extern void pgjava_serve_transition(StringInfo in);

/* jars.c */
typedef struct PgJavaJar
{
	char	   *name;
	char	   *hash;			/* SHA-256 of its content, in hexadecimal */
	Oid			owner;
} PgJavaJar;

extern uint32 pgjava_jars_changes(void);
extern void pgjava_find_jars(PgJavaFunction *function);
extern void pgjava_put_jars(StringInfo out, PgJavaFunction *function);
extern void pgjava_send_jar(StringInfo in);
/* aggregate.c */
extern Datum pgjava_call_transition(FunctionCallInfo fcinfo, PgJavaFunction *function);
extern Datum pgjava_call_final(FunctionCallInfo fcinfo, PgJavaFunction *function);
extern void pgjava_put_forgotten(StringInfo out);

/* launcher.c */
extern void pgjava_launcher_init(void);
extern bool pgjava_launcher_is_there(void);
extern void pgjava_choose_worker(Oid owner);
extern bool pgjava_wait_for_worker(TimestampTz deadline);
extern uint64 pgjava_worker_epoch(void);

#endif							/* PGJAVA_H */
