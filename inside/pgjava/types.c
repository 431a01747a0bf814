/*-------------------------------------------------------------------------
 *
 * types.c
 *	  Values travel as the types' binary send functions write them.
 *
 * A value is its length (i32, -1 for NULL) and its bytes.  The most common
 * types are written and read here without a function call; their layout is
 * that of their send functions.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_range.h"
#include "catalog/pg_type.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/*
 * Whether pgjava_put_value and pgjava_get_value know the layout.
 */
static inline bool
is_read_in_place(Oid oid)
{
	return oid == BOOLOID || oid == INT2OID || oid == INT4OID || oid == INT8OID ||
		oid == FLOAT4OID || oid == FLOAT8OID;
}

/*
 * Prepares a type of arguments.  The functions live in `context`.
 */
void
pgjava_type_for_sending(PgJavaType *type, Oid oid, MemoryContext context)
{
	Oid			send;
	bool		is_varlena;

	memset(type, 0, sizeof(*type));
	type->oid = oid;
	type->typmod = -1;
	if (is_read_in_place(oid) || oid == TEXTOID || oid == VARCHAROID || oid == BYTEAOID)
		return;
	getTypeBinaryOutputInfo(oid, &send, &is_varlena);
	fmgr_info_cxt(send, &type->send, context);
}

/*
 * Prepares a type of results.  The functions live in `context`.
 */
void
pgjava_type_for_receiving(PgJavaType *type, Oid oid, int32 typmod, MemoryContext context)
{
	Oid			recv;

	memset(type, 0, sizeof(*type));
	type->oid = oid;
	type->typmod = typmod;
	if (is_read_in_place(oid))
		return;
	getTypeBinaryInputInfo(oid, &recv, &type->ioparam);
	fmgr_info_cxt(recv, &type->recv, context);
}

/*
 * The worker asks for the text of a type whose binary layout it does not know:
 * send is the output function then, recv the input function.
 */
void
pgjava_type_as_text(PgJavaType *type, MemoryContext context)
{
	Oid			output;
	Oid			input;
	bool		is_varlena;

	getTypeOutputInfo(type->oid, &output, &is_varlena);
	fmgr_info_cxt(output, &type->send, context);
	getTypeInputInfo(type->oid, &input, &type->ioparam);
	fmgr_info_cxt(input, &type->recv, context);
	type->is_text = true;
}

/*
 * Text travels in UTF-8 whatever the client speaks, but the send and receive
 * functions convert to and from the client's encoding.  Between begin and end
 * the client's encoding is UTF-8; the caller calls end in a PG_FINALLY, and
 * executes no SQL in between.  Returns what end takes; -1: nothing to do.
 */
int
pgjava_utf8_begin(void)
{
	int			saved = pg_get_client_encoding();

	if (saved == PG_UTF8)
		return -1;
	if (PrepareClientEncoding(PG_UTF8) < 0 || SetClientEncoding(PG_UTF8) < 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("could not switch to UTF-8 for Java")));
	return saved;
}

void
pgjava_utf8_end(int saved)
{
	/* It was set before, so its conversion is prepared. */
	if (saved >= 0 && SetClientEncoding(saved) < 0)
		elog(FATAL, "could not return to the encoding of the client");
}

/*
 * Appends a value.
 */
void
pgjava_put_value(StringInfo out, PgJavaType *type, Datum value, bool is_null)
{
	bytea	   *bytes;
	int			length;

	if (is_null)
	{
		pq_sendint32(out, (uint32) -1);
		return;
	}
	if (type->is_text)
	{
		char	   *text = OutputFunctionCall(&type->send, value);

		length = (int) strlen(text);
		pq_sendint32(out, (uint32) length);
		appendBinaryStringInfo(out, text, length);
		pfree(text);
		return;
	}
	switch (type->oid)
	{
		case BOOLOID:
			pq_sendint32(out, 1);
			pq_sendint8(out, DatumGetBool(value) ? 1 : 0);
			return;
		case INT2OID:
			pq_sendint32(out, 2);
			pq_sendint16(out, (uint16) DatumGetInt16(value));
			return;
		case INT4OID:
			pq_sendint32(out, 4);
			pq_sendint32(out, (uint32) DatumGetInt32(value));
			return;
		case INT8OID:
			pq_sendint32(out, 8);
			pq_sendint64(out, (uint64) DatumGetInt64(value));
			return;
		case FLOAT4OID:
			pq_sendint32(out, 4);
			pq_sendfloat4(out, DatumGetFloat4(value));
			return;
		case FLOAT8OID:
			pq_sendint32(out, 8);
			pq_sendfloat8(out, DatumGetFloat8(value));
			return;
		case TEXTOID:
		case VARCHAROID:
		case BYTEAOID:
			{
				struct varlena *packed = PG_DETOAST_DATUM_PACKED(value);

				/* The database's encoding is UTF-8: as it is stored. */
				length = (int) VARSIZE_ANY_EXHDR(packed);
				pq_sendint32(out, (uint32) length);
				appendBinaryStringInfo(out, VARDATA_ANY(packed), length);
				if ((Pointer) packed != DatumGetPointer(value))
					pfree(packed);
				return;
			}
		default:
			if (pgjava_put_numbers(out, type->oid, value))
				return;
			bytes = SendFunctionCall(&type->send, value);
			length = (int) (VARSIZE(bytes) - VARHDRSZ);
			pq_sendint32(out, (uint32) length);
			appendBinaryStringInfo(out, VARDATA(bytes), length);
			pfree(bytes);
	}
}

/*
 * Refuses a value of a length that its type cannot have.
 */
static inline void
expect_length(const PgJavaType *type, int length, int expected)
{
	if (length != expected)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("the Java worker sent %d bytes for a value of type %s, which has %d",
						length, format_type_be(type->oid), expected)));
}

/*
 * Reads a value by its type's receive function, which takes NULL, too, if it
 * is not strict: that is how a domain refuses it.
 */
static Datum
receive_value(StringInfo in, PgJavaType *type, int length)
{
	StringInfoData value;
	char		saved;
	Datum		datum;

	if (length < 0)
		return type->is_text
			? InputFunctionCall(&type->recv, NULL, type->ioparam, type->typmod)
			: ReceiveFunctionCall(&type->recv, NULL, type->ioparam, type->typmod);
	if (type->is_text)
	{
		char	   *text = pnstrdup(in->data + in->cursor, length);

		if (!pg_verify_mbstr(PG_UTF8, text, length, true))
			pgjava_protocol_violation("a text that is not UTF-8");
		in->cursor += length;
		datum = InputFunctionCall(&type->recv, text, type->ioparam, type->typmod);
		pfree(text);
		return datum;
	}

	/* As the backend does for Bind: a zero byte stands behind each value. */
	value.data = in->data + in->cursor;
	value.maxlen = length + 1;
	value.len = length;
	value.cursor = 0;
	in->cursor += length;
	saved = in->data[in->cursor];
	in->data[in->cursor] = '\0';
	datum = ReceiveFunctionCall(&type->recv, &value, type->ioparam, type->typmod);
	in->data[in->cursor] = saved;
	if (value.cursor != value.len)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("the Java worker sent a value of type %s that is %d bytes too long",
						format_type_be(type->oid), value.len - value.cursor)));
	return datum;
}

/*
 * Reads a value into the current memory context.
 */
Datum
pgjava_get_value(StringInfo in, PgJavaType *type, bool *is_null)
{
	int			length = (int) pq_getmsgint(in, 4);
	Datum		numbers;

	if (length < -1 || length > in->len - in->cursor)
		pgjava_protocol_violation("a value that is longer than its frame");
	*is_null = length < 0;
	if (length >= 0 && !type->is_text)
	{
		switch (type->oid)
		{
			case BOOLOID:
				expect_length(type, length, 1);
				return BoolGetDatum(pq_getmsgbyte(in) != 0);
			case INT2OID:
				expect_length(type, length, 2);
				return Int16GetDatum((int16) pq_getmsgint(in, 2));
			case INT4OID:
				expect_length(type, length, 4);
				return Int32GetDatum((int32) pq_getmsgint(in, 4));
			case INT8OID:
				expect_length(type, length, 8);
				return Int64GetDatum(pq_getmsgint64(in));
			case FLOAT4OID:
				expect_length(type, length, 4);
				return Float4GetDatum(pq_getmsgfloat4(in));
			case FLOAT8OID:
				expect_length(type, length, 8);
				return Float8GetDatum(pq_getmsgfloat8(in));
			default:
				if (pgjava_get_numbers(in, type->oid, length, &numbers))
					return numbers;
				break;
		}
	}
	else if (length < 0 && is_read_in_place(type->oid))
		return (Datum) 0;
	return receive_value(in, type, length);
}

/*
 * Appends a composite type's attributes: u16 count, then their types.
 */
static List *
put_attributes(StringInfo out, Oid oid)
{
	List	   *oids = NIL;
	TupleDesc	descriptor = lookup_rowtype_tupdesc_copy(oid, -1);
	ListCell   *cell;

	for (int i = 0; i < descriptor->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(descriptor, i);

		if (!attribute->attisdropped)
			oids = lappend_oid(oids, attribute->atttypid);
	}
	pq_sendint16(out, (uint16) list_length(oids));
	foreach(cell, oids)
		pq_sendint32(out, lfirst_oid(cell));
	return oids;
}

/*
 * The type of a range's bounds, or of a multirange's ranges.
 */
static Oid
subtype_of(Oid oid, char kind)
{
	if (kind == TYPTYPE_RANGE)
		return get_range_subtype(oid);
	if (kind == TYPTYPE_MULTIRANGE)
		return get_multirange_range(oid);
	return InvalidOid;
}

/*
 * Appends one row of pg_type in the order of io.tiercel.wire's TypeDefinition
 * and returns the types it is made of.
 */
static List *
put_definition(StringInfo out, Oid oid)
{
	HeapTuple	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(oid));
	Form_pg_type type;
	Oid			subtype;
	List	   *parts;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for type %u", oid);
	type = (Form_pg_type) GETSTRUCT(tuple);
	subtype = subtype_of(oid, type->typtype);
	pq_sendint32(out, oid);
	pgjava_put_cstring(out, NameStr(type->typname));
	pq_sendint8(out, (uint8) type->typtype);
	pq_sendint8(out, (uint8) type->typcategory);
	pq_sendint32(out, type->typelem);
	pq_sendint32(out, type->typarray);
	pq_sendint32(out, type->typbasetype);
	pq_sendint8(out, (uint8) type->typdelim);
	pq_sendint32(out, subtype);
	if (type->typtype == TYPTYPE_COMPOSITE)
		parts = put_attributes(out, oid);
	else
	{
		pq_sendint16(out, 0);
		parts = list_make3_oid(type->typelem, type->typbasetype, subtype);
	}
	parts = lappend_oid(parts, type->typarray);
	ReleaseSysCache(tuple);
	return parts;
}

/*
 * Appends the definitions of types, and of all they are made of, that the
 * worker cannot know: u16 count, then the definitions.  Returns whether there
 * were any.  Oids below the first that initdb assigns are fixed for ever.
 */
bool
pgjava_put_definitions(StringInfo out, List *oids)
{
	int			at = out->len;
	List	   *seen = NIL;
	List	   *todo = list_copy(oids);
	uint16		count = 0;

	pq_sendint16(out, 0);
	while (todo != NIL)
	{
		Oid			oid = linitial_oid(todo);

		todo = list_delete_first(todo);
		if (!OidIsValid(oid) || list_member_oid(seen, oid))
			continue;
		seen = lappend_oid(seen, oid);
		if (oid < FirstGenbkiObjectId && get_typtype(oid) != TYPTYPE_COMPOSITE)
			continue;
		todo = list_concat(todo, put_definition(out, oid));
		if (++count == PG_UINT16_MAX)
			elog(ERROR, "too many types");
	}
	out->data[at] = (char) (count >> 8);
	out->data[at + 1] = (char) count;
	return count > 0;
}
