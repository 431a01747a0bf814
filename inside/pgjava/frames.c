/*-------------------------------------------------------------------------
 *
 * frames.c
 *	  Frames: what stands between bytes and meaning.
 *
 * A frame is the length of its body (u32), its type (u8), flags (u8) and the
 * nesting level of the call it belongs to (u16), then the body.  All numbers
 * are big-endian, as the types' send functions write theirs.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"

#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "port/pg_bswap.h"

#define HEADER_BYTES 8

/*
 * Appends the header of a frame of the current level.  Its length is written
 * by pgjava_end_frame; several frames may follow each other in one buffer,
 * and out->cursor is where the open one begins.
 */
void
pgjava_begin_frame(StringInfo out, char type, uint8 flags)
{
	out->cursor = out->len;
	pq_sendint32(out, 0);
	pq_sendint8(out, (uint8) type);
	pq_sendint8(out, flags);
	pq_sendint16(out, pgjava_call ? pgjava_call->level : 0);
}

/*
 * Writes the length of the frame begun last.
 */
void
pgjava_end_frame(StringInfo out)
{
	uint32		length = (uint32) (out->len - out->cursor - HEADER_BYTES);

	if (length > (uint32) pgjava_max_frame * 1024)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("cannot send %u bytes to Java at once", length),
				 errhint("\"pgjava.max_frame\" allows %d kB.", pgjava_max_frame)));
	length = pg_hton32(length);
	memcpy(out->data + out->cursor, &length, sizeof(length));
}

/*
 * Sends all frames of a buffer and empties it.
 */
void
pgjava_flush(StringInfo out)
{
	pgjava_write(out->data, out->len);
	resetStringInfo(out);
}

/*
 * Receives one frame.  The body is allocated in the current memory context:
 * reading a value may call Java again, so it must not lie in a shared buffer.
 */
void
pgjava_receive(PgJavaFrame *frame)
{
	char		header[HEADER_BYTES];
	uint32		length;
	uint16		level;

	pgjava_read(header, HEADER_BYTES);
	memcpy(&length, header, sizeof(length));
	length = pg_ntoh32(length);
	memcpy(&level, header + 6, sizeof(level));
	frame->type = header[4];
	frame->flags = (uint8) header[5];
	frame->level = pg_ntoh16(level);
	if (length > (uint32) pgjava_max_frame * 1024)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("cannot take %u bytes from Java at once", length),
				 errhint("\"pgjava.max_frame\" allows %d kB.", pgjava_max_frame)));

	/* A zero byte beyond the body, so that no text runs out of it. */
	frame->body.data = palloc((Size) length + 1);
	frame->body.maxlen = (int) length + 1;
	frame->body.len = (int) length;
	frame->body.cursor = 0;
	pgjava_read(frame->body.data, length);
	frame->body.data[length] = '\0';

	if (frame->level != (pgjava_call ? pgjava_call->level : 0))
		pgjava_protocol_violation("a frame of another level");
}

/*
 * Appends a text that ends with a zero byte, in the database's encoding,
 * which is UTF-8: pgjava_connect has seen to that.
 */
void
pgjava_put_cstring(StringInfo out, const char *text)
{
	appendBinaryStringInfo(out, text, (int) strlen(text) + 1);
}

/*
 * Reads a text that ends with a zero byte.  It stays in the frame's body.
 */
const char *
pgjava_get_cstring(StringInfo in)
{
	const char *text = in->data + in->cursor;
	int			length = (int) strnlen(text, in->len - in->cursor);

	if (in->cursor + length >= in->len)
		pgjava_protocol_violation("a text without end");
	in->cursor += length + 1;
	if (!pg_verify_mbstr(PG_UTF8, text, length, true))
		pgjava_protocol_violation("a text that is not UTF-8");
	return text;
}

/*
 * The worker does not keep to the protocol: nothing it says after that can be
 * trusted.  The caller's PG_CATCH drops the connection.
 */
void
pgjava_protocol_violation(const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_PROTOCOL_VIOLATION),
			 errmsg("the Java worker sent %s", what)));
}
