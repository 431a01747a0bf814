/*-------------------------------------------------------------------------
 *
 * errors.c
 *	  A Java exception becomes an error here, an error an exception there.
 *
 * No longjmp crosses a Java frame and no exception crosses a C frame, for
 * they are in different processes; what crosses is the frame ERROR: fields of
 * a code (u8) and a text each, ended by a zero code, with the codes of
 * PostgreSQL's ErrorResponse and 'J', the Java stack, which goes to the log.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"

#include "libpq/pqformat.h"
#include "utils/elog.h"

typedef struct ErrorFields
{
	const char *sqlstate;
	const char *message;
	const char *detail;
	const char *hint;
	const char *java_stack;
} ErrorFields;

/*
 * Reads the fields of an ERROR or LOG; the texts stay in the body.
 */
static ErrorFields
get_fields(StringInfo body)
{
	ErrorFields fields = {NULL};

	for (;;)
	{
		char		code = (char) pq_getmsgbyte(body);
		const char *text;

		if (code == '\0')
			break;
		text = pgjava_get_cstring(body);
		switch (code)
		{
			case 'C':
				fields.sqlstate = text;
				break;
			case 'M':
				fields.message = text;
				break;
			case 'D':
				fields.detail = text;
				break;
			case 'H':
				fields.hint = text;
				break;
			case 'J':
				fields.java_stack = text;
				break;
			default:
				/* A field of a later version. */
				break;
		}
	}
	if (fields.message == NULL)
		pgjava_protocol_violation("an error without a message");
	return fields;
}

/*
 * The packed form of a SQLSTATE, or 38000 if it is none: letters and digits,
 * and not of the class "successful completion".
 */
static int
packed_sqlstate(const char *state)
{
	if (state == NULL || strlen(state) != 5 ||
		strspn(state, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 5 ||
		strncmp(state, "00", 2) == 0)
		return ERRCODE_EXTERNAL_ROUTINE_EXCEPTION;
	return MAKE_SQLSTATE(state[0], state[1], state[2], state[3], state[4]);
}

/*
 * Reports the fields at a level of elog.h.
 */
static void
report(int elevel, const ErrorFields *fields)
{
	ereport(elevel,
			(elevel < ERROR && fields->sqlstate == NULL
			 ? 0 : errcode(packed_sqlstate(fields->sqlstate)),
			 errmsg_internal("%s", fields->message),
			 fields->detail ? errdetail_internal("%s", fields->detail) : 0,
			 fields->java_stack ? errdetail_log("%s", fields->java_stack) : 0,
			 fields->hint ? errhint("%s", fields->hint) : 0));
}

/*
 * Raises the error of an ERROR frame.
 */
void
pgjava_raise(StringInfo body)
{
	ErrorFields fields = get_fields(body);

	report(ERROR, &fields);
	pg_unreachable();
}

/*
 * Reports the message of a LOG frame, which begins with its level (u8): 0
 * debug, 1 log, 2 info, 3 notice, 4 warning.  None of them ends the call.
 */
void
pgjava_log(StringInfo body)
{
	static const int levels[] = {DEBUG1, LOG, INFO, NOTICE, WARNING};
	int			level = pq_getmsgbyte(body);
	ErrorFields fields = get_fields(body);

	if (level < 0 || level >= (int) lengthof(levels))
		pgjava_protocol_violation("a log message of unknown level");
	report(levels[level], &fields);
}

/*
 * Appends one field unless there is nothing to say.
 */
static void
put_field(StringInfo out, char code, const char *text)
{
	if (text == NULL)
		return;
	pq_sendint8(out, (uint8) code);
	pgjava_put_cstring(out, text);
}

/*
 * Appends an error, so that Java can throw it.
 */
void
pgjava_put_error(StringInfo out, const ErrorData *error)
{
	put_field(out, 'V', "ERROR");
	put_field(out, 'C', unpack_sql_state(error->sqlerrcode));
	put_field(out, 'M', error->message ? error->message : "missing error text");
	put_field(out, 'D', error->detail);
	put_field(out, 'H', error->hint);
	put_field(out, 'W', error->context);
	put_field(out, 's', error->schema_name);
	put_field(out, 't', error->table_name);
	put_field(out, 'c', error->column_name);
	put_field(out, 'd', error->datatype_name);
	put_field(out, 'n', error->constraint_name);
	pq_sendint8(out, 0);
}
