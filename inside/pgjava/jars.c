/*-------------------------------------------------------------------------
 *
 * jars.c
 *	  Code that is stored in the database.
 *
 * DEFINE says which versions of which jars a function's classes are in, by
 * the hashes of their contents.  A worker that does not have one of them asks
 * for it before it answers; it can ask for those alone.  The backend reads the
 * tables as their owner, so callers need no right on them.
 *
 * A change of the tables is a change of the relation pgjava.jar for all
 * sessions (jars_changed, a trigger): what they have defined is defined again
 * before its next call.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"

#include "access/table.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "executor/spi.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#define EXTENSION_SCHEMA "pgjava"
#define JAR_TABLE "jar"

PG_FUNCTION_INFO_V1(pgjava_jars_changed);

/* As of the last definition. */
static Oid	jar_table = InvalidOid;
static uint32 changes = 1;

static void
note_change(Datum arg pg_attribute_unused(), Oid relid)
{
	if (relid == InvalidOid || relid == jar_table || jar_table == InvalidOid)
		changes++;
}

/*
 * Counts the changes that may have been made to jars and class paths.
 */
uint32
pgjava_jars_changes(void)
{
	static bool is_registered = false;

	if (!is_registered)
	{
		CacheRegisterRelcacheCallback(note_change, (Datum) 0);
		is_registered = true;
	}
	return changes;
}

/*
 * The table of jars; InvalidOid before the extension's version 0.2.
 */
static Oid
find_jar_table(void)
{
	Oid			schema = get_namespace_oid(EXTENSION_SCHEMA, true);

	return OidIsValid(schema) ? get_relname_relid(JAR_TABLE, schema) : InvalidOid;
}

/*
 * Trigger on the tables: every session shall look at them again.
 */
Datum
pgjava_jars_changed(PG_FUNCTION_ARGS)
{
	Oid			table = find_jar_table();

	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("jars_changed is a trigger")));
	if (OidIsValid(table))
		CacheInvalidateRelcacheByRelid(table);
	PG_RETURN_POINTER(NULL);
}

static Oid
owner_of(Oid table)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(table));
	Oid			owner;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", table);
	owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	return owner;
}

/*
 * What to do with the rows of a query, while SPI is connected.
 */
typedef void (*Use) (void *state);

/*
 * Runs a query on the tables as their owner, and sees what is committed now:
 * which code a function has is, like its definition, nothing that a
 * transaction's snapshot keeps.  An error gives the user back with the
 * (sub)transaction.
 */
static void
query_as_owner(const char *sql, int nargs, Oid *types, Datum *values, Use use, void *state)
{
	Oid			table = find_jar_table();
	Oid			user;
	int			context;
	bool		has_pushed = !IsInParallelMode();

	if (!OidIsValid(table))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("there is no table of jars"),
				 errhint("Update the extension: ALTER EXTENSION pgjava UPDATE.")));
	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(owner_of(table), context | SECURITY_LOCAL_USERID_CHANGE);
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "could not connect to SPI");
	if (has_pushed)
		PushActiveSnapshot(GetLatestSnapshot());
	if (SPI_execute_with_args(sql, nargs, types, values, NULL, true, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not read the tables of jars");
	if (has_pushed)
		PopActiveSnapshot();
	use(state);
	SPI_finish();
	SetUserIdAndSecContext(user, context);
}

/*
 * The jar that stands before the class, as in "shop!com.example.Prices.tax";
 * NULL if none does.
 */
static char *
named_jar(const char *source)
{
	size_t		length = strcspn(source, "!(");

	return source[length] == '!' ? pnstrdup(source, length) : NULL;
}

static void
take_jars(void *state)
{
	PgJavaFunction *function = state;
	MemoryContext caller = MemoryContextSwitchTo(function->context);

	for (uint64 i = 0; i < SPI_processed; i++)
	{
		HeapTuple	row = SPI_tuptable->vals[i];
		PgJavaJar  *jar = palloc(sizeof(PgJavaJar));
		bool		is_null;

		jar->name = pstrdup(SPI_getvalue(row, SPI_tuptable->tupdesc, 1));
		jar->hash = pstrdup(SPI_getvalue(row, SPI_tuptable->tupdesc, 2));
		jar->owner = DatumGetObjectId(SPI_getbinval(row, SPI_tuptable->tupdesc, 3, &is_null));
		function->jars = lappend(function->jars, jar);
	}
	MemoryContextSwitchTo(caller);
}

/*
 * Whose code a function may run: its owner's.  Trusted code of different owners
 * never shares a worker; and an untrusted function must not become somebody
 * else's because they have taken the name of a jar that is gone.
 */
static void
require_owner(PgJavaFunction *function)
{
	ListCell   *cell;

	foreach(cell, function->jars)
	{
		PgJavaJar  *jar = lfirst(cell);

		if (jar->owner != function->owner &&
			(function->is_trusted || !superuser_arg(jar->owner)))
			ereport(ERROR,
					(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					 errmsg("jar \"%s\" and function \"%s\" have different owners",
							jar->name, function->name),
					 errhint("Functions use jars of their owner, and untrusted ones also those of superusers.")));
	}
}

/*
 * Looks up the jars of a function: the one that its source names, or those of
 * its schema's class path.
 */
void
pgjava_find_jars(PgJavaFunction *function)
{
	char	   *name = named_jar(function->source);
	char	   *schema = get_namespace_name(function->schema);
	Oid			types[] = {TEXTOID};
	Datum		values[1];

	list_free(function->jars);
	function->jars = NIL;
	function->jars_seen = pgjava_jars_changes();
	jar_table = find_jar_table();
	if (OidIsValid(jar_table) && (name != NULL || schema != NULL))
	{
		values[0] = CStringGetTextDatum(name != NULL ? name : schema);
		query_as_owner(name != NULL
					   ? "select j.name, v.hash, j.owner::pg_catalog.oid from pgjava.jar j join pgjava.jar_version v"
					   " on v.jar operator(pg_catalog.=) j.name and v.version operator(pg_catalog.=) j.version"
					   " where j.name operator(pg_catalog.=) $1"
					   : "select j.name, v.hash, j.owner::pg_catalog.oid from pgjava.class_path c join pgjava.jar j"
					   " on j.name operator(pg_catalog.=) c.jar join pgjava.jar_version v"
					   " on v.jar operator(pg_catalog.=) j.name and v.version operator(pg_catalog.=) j.version"
					   " where c.schema operator(pg_catalog.=) $1 order by c.position",
					   1, types, values, take_jars, function);
	}
	require_owner(function);
	if (name != NULL && function->jars == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("there is no jar \"%s\"", name),
				 errdetail("Function \"%s\" has its class from there.", function->name)));
}

/*
 * Appends the class path to DEFINE: u16 count, name and hash of each.
 */
void
pgjava_put_jars(StringInfo out, PgJavaFunction *function)
{
	ListCell   *cell;

	pq_sendint16(out, (uint16) list_length(function->jars));
	foreach(cell, function->jars)
	{
		PgJavaJar  *jar = lfirst(cell);

		pgjava_put_cstring(out, jar->name);
		pgjava_put_cstring(out, jar->hash);
	}
}

static void
put_content(void *state)
{
	StringInfo	out = state;
	bool		is_null;
	bytea	   *content;

	if (SPI_processed == 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("a jar has just been removed"),
				 errhint("Call the function again.")));
	content = DatumGetByteaPP(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &is_null));
	appendBinaryStringInfo(out, VARDATA_ANY(content), VARSIZE_ANY_EXHDR(content));
}

/*
 * Answers JAR, a hash, by CONTENT, the bytes.
 */
void
pgjava_send_jar(StringInfo in)
{
	const char *hash = pgjava_get_cstring(in);
	PgJavaFunction *function = pgjava_call->defining;
	PgJavaJar  *wanted = NULL;
	StringInfoData out;
	Oid			types[] = {TEXTOID, TEXTOID};
	Datum		values[2];
	ListCell   *cell;

	if (function == NULL)
		pgjava_protocol_violation("the wish for a jar outside of a definition");
	foreach(cell, function->jars)
	{
		PgJavaJar  *jar = lfirst(cell);

		if (strcmp(jar->hash, hash) == 0)
			wanted = jar;
	}
	if (wanted == NULL)
		pgjava_protocol_violation("the wish for a jar that the function does not have");
	initStringInfo(&out);
	pgjava_begin_frame(&out, FRAME_CONTENT, 0);
	values[0] = CStringGetTextDatum(wanted->name);
	values[1] = CStringGetTextDatum(wanted->hash);
	query_as_owner("select v.content from pgjava.jar_version v where v.jar operator(pg_catalog.=) $1"
				   " and v.hash operator(pg_catalog.=) $2 limit 1",
				   2, types, values, put_content, &out);
	pgjava_end_frame(&out);
	pgjava_flush(&out);
	pfree(out.data);
}
