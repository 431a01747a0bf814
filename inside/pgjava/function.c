/*-------------------------------------------------------------------------
 *
 * function.c
 *	  What a session keeps of each Java function, and how it tells the worker.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/* A trigger's function is another one for each table. */
typedef struct FunctionKey
{
	Oid			oid;
	Oid			relid;
} FunctionKey;

typedef struct FunctionEntry
{
	FunctionKey key;
	PgJavaFunction *function;
} FunctionEntry;

static HTAB *functions = NULL;

/* Numbers are given out once in a session; 0 is that of DO blocks. */
static uint32 last_number = 0;

/*
 * A type has changed, or a table (InvalidOid: any), which is a type too.
 * Functions that use only what every server has do not care, and triggers only
 * for their own table and for types.
 */
static void
invalidate(Oid relid)
{
	HASH_SEQ_STATUS scan;
	FunctionEntry *entry;

	hash_seq_init(&scan, functions);
	while ((entry = hash_seq_search(&scan)) != NULL)
	{
		PgJavaFunction *function = entry->function;
		bool		is_builtin;

		if (function == NULL)
			continue;
		if (function->kind == KIND_TRIGGER && OidIsValid(relid) && relid != function->relid)
			continue;
		is_builtin = function->descriptor == NULL && function->result < FirstGenbkiObjectId;
		for (int i = 0; i < function->nargs && is_builtin; i++)
			is_builtin = function->args[i].oid < FirstGenbkiObjectId;
		if (!is_builtin)
			function->is_valid = false;
	}
}

static void
invalidate_by_type(Datum arg pg_attribute_unused(), int cacheid pg_attribute_unused(),
				   uint32 hashvalue pg_attribute_unused())
{
	invalidate(InvalidOid);
}

static void
invalidate_by_relation(Datum arg pg_attribute_unused(), Oid relid)
{
	invalidate(relid);
}

static void
create_cache(void)
{
	HASHCTL		control = {.keysize = sizeof(FunctionKey), .entrysize = sizeof(FunctionEntry)};

	functions = hash_create("pgjava functions", 64, &control, HASH_ELEM | HASH_BLOBS);
	CacheRegisterSyscacheCallback(TYPEOID, invalidate_by_type, (Datum) 0);
	CacheRegisterRelcacheCallback(invalidate_by_relation, (Datum) 0);
}

/*
 * Refuses what has no value that could travel.
 */
static void
refuse_pseudo_type(Oid oid)
{
	if (get_typtype(oid) == TYPTYPE_PSEUDO)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("Java functions do not support type %s yet", format_type_be(oid))));
}

/*
 * The columns of a composite result.
 */
static void
load_columns(PgJavaFunction *function)
{
	function->ncolumns = function->descriptor->natts;
	function->columns = palloc0(sizeof(PgJavaType) * Max(1, function->ncolumns));
	for (int i = 0; i < function->ncolumns; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(function->descriptor, i);

		if (!attribute->attisdropped)
			pgjava_type_for_receiving(&function->columns[i], attribute->atttypid,
									  attribute->atttypmod, function->context);
	}
}

/*
 * What the function returns: nothing, one value, or columns.
 */
static void
load_result(PgJavaFunction *function, HeapTuple tuple)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(tuple);

	function->result = proc->prorettype;
	function->is_set = proc->proretset;
	function->is_procedure = proc->prokind == PROKIND_PROCEDURE;
	function->is_void = proc->prorettype == VOIDOID || !OidIsValid(proc->prorettype);
	if (function->is_void)
		return;
	if (proc->prorettype == RECORDOID)
	{
		function->descriptor = build_function_result_tupdesc_t(tuple);
		if (function->descriptor == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("Java functions that return record need OUT parameters or RETURNS TABLE")));
		function->descriptor = BlessTupleDesc(function->descriptor);
		load_columns(function);
		return;
	}
	refuse_pseudo_type(proc->prorettype);
	if (get_typtype(proc->prorettype) == TYPTYPE_COMPOSITE)
	{
		function->descriptor = lookup_rowtype_tupdesc_copy(proc->prorettype, -1);
		load_columns(function);
		return;
	}
	function->ncolumns = 1;
	function->columns = palloc0(sizeof(PgJavaType));
	pgjava_type_for_receiving(&function->columns[0], proc->prorettype, -1, function->context);
}

static void
load_arguments(PgJavaFunction *function, Form_pg_proc proc, int first, int count)
{
	function->nargs = count;
	function->args = palloc0(sizeof(PgJavaType) * Max(1, function->nargs));
	for (int i = 0; i < function->nargs; i++)
	{
		Oid			oid = proc->proargtypes.values[first + i];

		refuse_pseudo_type(oid);
		pgjava_type_for_sending(&function->args[i], oid, function->context);
	}
}

/*
 * The columns of the table whose rows a trigger is given, and may change.
 */
static void
load_table(PgJavaFunction *function, Relation relation)
{
	TupleDesc	descriptor = RelationGetDescr(relation);

	function->relid = RelationGetRelid(relation);
	function->schema_name = get_namespace_name(RelationGetNamespace(relation));
	function->table_name = pstrdup(RelationGetRelationName(relation));
	function->descriptor = CreateTupleDescCopy(descriptor);
	load_columns(function);
	function->nargs = function->ncolumns;
	function->args = palloc0(sizeof(PgJavaType) * Max(1, function->nargs));
	for (int i = 0; i < function->nargs; i++)
	{
		if (!TupleDescAttr(descriptor, i)->attisdropped)
			pgjava_type_for_sending(&function->args[i], TupleDescAttr(descriptor, i)->atttypid,
									function->context);
	}
}

/*
 * The values of a function: of its arguments and result, or of a trigger's
 * table, which is NULL as long as nobody has created the trigger.  The state of
 * an aggregate does not travel.
 */
static void
load_values(PgJavaFunction *function, HeapTuple tuple, Relation relation)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(tuple);

	if (proc->prorettype == TRIGGEROID || proc->prorettype == EVENT_TRIGGEROID)
	{
		function->kind = proc->prorettype == TRIGGEROID ? KIND_TRIGGER : KIND_EVENT_TRIGGER;
		if (relation != NULL)
			load_table(function, relation);
		return;
	}
	if (proc->pronargs > 0 && proc->proargtypes.values[0] == INTERNALOID)
	{
		/* Behind the state, PostgreSQL gives a final function nothing but NULLs. */
		function->kind = proc->prorettype == INTERNALOID ? KIND_TRANSITION : KIND_FINAL;
		if (function->kind == KIND_TRANSITION)
		{
			load_arguments(function, proc, 1, proc->pronargs - 1);
			return;
		}
		load_result(function, tuple);
		return;
	}
	load_arguments(function, proc, 0, proc->pronargs);
	load_result(function, tuple);
}

static bool
is_trusted_language(Oid language)
{
	HeapTuple	tuple = SearchSysCache1(LANGOID, ObjectIdGetDatum(language));
	bool		is_trusted;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for language %u", language);
	is_trusted = ((Form_pg_language) GETSTRUCT(tuple))->lanpltrusted;
	ReleaseSysCache(tuple);
	return is_trusted;
}

/*
 * Makes a function from its row of pg_proc, in a memory context of its own
 * below TopMemoryContext once it is complete.
 */
static PgJavaFunction *
load_function(HeapTuple tuple, Relation relation)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(tuple);
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "pgjava function",
												  ALLOCSET_SMALL_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(context);
	PgJavaFunction *function = palloc0(sizeof(PgJavaFunction));
	bool		is_null;
	Datum		source;

	function->context = context;
	function->oid = proc->oid;
	function->xmin = HeapTupleHeaderGetRawXmin(tuple->t_data);
	function->tid = tuple->t_self;
	function->is_valid = true;
	function->name = pstrdup(NameStr(proc->proname));
	function->is_trusted = is_trusted_language(proc->prolang);
	function->owner = proc->proowner;
	function->schema = proc->pronamespace;
	function->read_only = proc->provolatile != PROVOLATILE_VOLATILE;
	source = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &is_null);
	if (is_null)
		elog(ERROR, "null prosrc");
	function->source = TextDatumGetCString(source);
	load_values(function, tuple, relation);

	MemoryContextSwitchTo(caller);
	MemoryContextSetParent(context, TopMemoryContext);
	return function;
}

static bool
is_current(PgJavaFunction *function, HeapTuple tuple)
{
	return function->is_valid &&
		function->xmin == HeapTupleHeaderGetRawXmin(tuple->t_data) &&
		ItemPointerEquals(&function->tid, &tuple->t_self);
}

/*
 * The function as the catalog has it now.
 */
PgJavaFunction *
pgjava_function(Oid oid)
{
	return pgjava_trigger_function(oid, NULL);
}

/*
 * The function of a trigger of a table.
 */
PgJavaFunction *
pgjava_trigger_function(Oid oid, Relation relation)
{
	FunctionKey key = {.oid = oid, .relid = relation == NULL ? InvalidOid : RelationGetRelid(relation)};
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(oid));
	FunctionEntry *entry;
	PgJavaFunction *function;
	bool		found;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", oid);
	if (functions == NULL)
		create_cache();
	entry = hash_search(functions, &key, HASH_FIND, &found);
	if (found && is_current(entry->function, tuple))
	{
		ReleaseSysCache(tuple);
		return entry->function;
	}
	function = load_function(tuple, relation);
	ReleaseSysCache(tuple);

	/* Loading may have looked up catalogs, and so have changed the cache. */
	entry = hash_search(functions, &key, HASH_ENTER, &found);
	if (found && entry->function != NULL)
	{
		function->number = entry->function->number;
		if (entry->function->uses == 0)
			MemoryContextDelete(entry->function->context);
	}
	else
		function->number = ++last_number;
	entry->function = function;
	return function;
}

/*
 * A DO block: a function without arguments and result, that nobody keeps.
 */
PgJavaFunction *
pgjava_block(const char *source, bool is_trusted)
{
	MemoryContext context = AllocSetContextCreate(TopMemoryContext, "pgjava block",
												  ALLOCSET_SMALL_SIZES);
	PgJavaFunction *function = MemoryContextAllocZero(context, sizeof(PgJavaFunction));

	function->context = context;
	function->is_valid = true;
	function->is_procedure = true;
	function->is_void = true;
	function->is_trusted = is_trusted;
	function->owner = GetUserId();
	function->name = MemoryContextStrdup(context, "DO");
	function->source = MemoryContextStrdup(context, source);
	return function;
}

/*
 * Appends the names of a trigger's table and of its columns.
 */
static void
put_table(StringInfo out, PgJavaFunction *function)
{
	pq_sendint8(out, OidIsValid(function->relid));
	if (!OidIsValid(function->relid))
		return;
	pgjava_put_cstring(out, function->schema_name);
	pgjava_put_cstring(out, function->table_name);
	for (int i = 0; i < function->ncolumns; i++)
		pgjava_put_cstring(out, NameStr(TupleDescAttr(function->descriptor, i)->attname));
}

/*
 * Appends DEFINE.
 */
void
pgjava_put_define(StringInfo out, PgJavaFunction *function)
{
	uint8		flags = 0;
	List	   *oids = NIL;

	if (function->is_set)
		flags |= DEFINE_SET;
	if (function->is_procedure)
		flags |= DEFINE_PROCEDURE;
	if (function->descriptor != NULL)
		flags |= DEFINE_COMPOSITE;
	if (function->is_void)
		flags |= DEFINE_VOID;
	pgjava_begin_frame(out, FRAME_DEFINE, flags);
	pq_sendint32(out, function->number);
	pq_sendint32(out, function->oid);
	pq_sendint8(out, (uint8) function->kind);
	pgjava_put_cstring(out, function->name);
	pgjava_put_cstring(out, function->source);
	pq_sendint16(out, (uint16) function->nargs);
	for (int i = 0; i < function->nargs; i++)
	{
		pq_sendint32(out, function->args[i].oid);
		oids = lappend_oid(oids, function->args[i].oid);
	}
	pq_sendint16(out, (uint16) function->ncolumns);
	for (int i = 0; i < function->ncolumns; i++)
	{
		pq_sendint32(out, function->columns[i].oid);
		oids = lappend_oid(oids, function->columns[i].oid);
	}
	(void) pgjava_put_definitions(out, oids);
	if (function->kind == KIND_TRIGGER)
		put_table(out, function);
	pgjava_put_jars(out, function);
	pgjava_end_frame(out);
}

/*
 * Reads DEFINED: for each argument and then for each column whether it travels
 * in binary (u8, 1) or as text (0), or, of a trigger's row, not at all (2).
 */
void
pgjava_get_defined(StringInfo in, PgJavaFunction *function)
{
	for (int i = 0; i < function->nargs; i++)
	{
		int			format = pq_getmsgbyte(in);

		if (format == 0 && OidIsValid(function->args[i].oid))
			pgjava_type_as_text(&function->args[i], function->context);
		function->args[i].is_unwanted = format == 2;
	}
	for (int i = 0; i < function->ncolumns; i++)
	{
		if (pq_getmsgbyte(in) == 0 && OidIsValid(function->columns[i].oid))
			pgjava_type_as_text(&function->columns[i], function->context);
	}
	function->defined = pgjava_generation();
}
