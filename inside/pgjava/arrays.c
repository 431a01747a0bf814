/*-------------------------------------------------------------------------
 *
 * arrays.c
 *	  Arrays of numbers, written and read in place.
 *
 * array_send and array_recv call a function for each element, which costs ten
 * times what the number itself does.  The layout here is theirs: number of
 * dimensions, 0 for no NULLs, type of the elements (i32 each), length and
 * lower bound of each dimension (i32), then each element's length (i32) and
 * big-endian bytes.  What is not plain (NULLs; of what is read, more than one
 * dimension) is left to them.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"

#include "catalog/pg_type.h"
#include "libpq/pqformat.h"
#include "port/pg_bswap.h"
#include "utils/array.h"
#include "utils/memutils.h"

#define LENGTH_BYTES 4
#define ONE_DIMENSION_BYTES (5 * 4)

/*
 * The type and size of an array's elements; false if it is none of those.
 */
static bool
elements_of(Oid oid, Oid *element, int *size)
{
	switch (oid)
	{
		case INT4ARRAYOID:
			*element = INT4OID;
			*size = 4;
			return true;
		case FLOAT4ARRAYOID:
			*element = FLOAT4OID;
			*size = 4;
			return true;
		case INT8ARRAYOID:
			*element = INT8OID;
			*size = 8;
			return true;
		case FLOAT8ARRAYOID:
			*element = FLOAT8OID;
			*size = 8;
			return true;
		default:
			return false;
	}
}

/*
 * Appends `count` numbers of 4 or 8 bytes, each behind its length.
 */
static void
put_elements(StringInfo out, const char *data, int count, int size)
{
	uint32		length = pg_hton32((uint32) size);
	char	   *to;

	enlargeStringInfo(out, count * (LENGTH_BYTES + size));
	to = out->data + out->len;
	for (int i = 0; i < count; i++)
	{
		memcpy(to, &length, LENGTH_BYTES);
		to += LENGTH_BYTES;
		if (size == 4)
		{
			uint32		number;

			memcpy(&number, data, 4);
			number = pg_hton32(number);
			memcpy(to, &number, 4);
		}
		else
		{
			uint64		number;

			memcpy(&number, data, 8);
			number = pg_hton64(number);
			memcpy(to, &number, 8);
		}
		to += size;
		data += size;
	}
	out->len = (int) (to - out->data);
	out->data[out->len] = '\0';
}

/*
 * Appends an array with its length.  Returns false, having appended nothing,
 * if it is not one of plain numbers.
 */
bool
pgjava_put_numbers(StringInfo out, Oid oid, Datum value)
{
	Oid			element;
	int			size;
	ArrayType  *array;
	int			count;

	if (!elements_of(oid, &element, &size))
		return false;
	array = DatumGetArrayTypeP(value);
	count = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));

	/* So many may not fit, which array_send reports. */
	if (ARR_HASNULL(array) || ARR_ELEMTYPE(array) != element || count > (int) (MaxAllocSize / 16))
	{
		if ((Pointer) array != DatumGetPointer(value))
			pfree(array);
		return false;
	}
	pq_sendint32(out, (uint32) (3 * 4 + ARR_NDIM(array) * 8 + count * (LENGTH_BYTES + size)));
	pq_sendint32(out, (uint32) ARR_NDIM(array));
	pq_sendint32(out, 0);
	pq_sendint32(out, element);
	for (int i = 0; i < ARR_NDIM(array); i++)
	{
		pq_sendint32(out, (uint32) ARR_DIMS(array)[i]);
		pq_sendint32(out, (uint32) ARR_LBOUND(array)[i]);
	}
	put_elements(out, ARR_DATA_PTR(array), count, size);
	if ((Pointer) array != DatumGetPointer(value))
		pfree(array);
	return true;
}

static uint32
get_uint32(const char *from)
{
	uint32		number;

	memcpy(&number, from, sizeof(number));
	return pg_ntoh32(number);
}

/*
 * Reads `count` numbers.  Returns false if one of them has another length.
 */
static bool
get_elements(const char *from, int count, int size, char *to)
{
	for (int i = 0; i < count; i++)
	{
		if (get_uint32(from) != (uint32) size)
			return false;
		from += LENGTH_BYTES;
		if (size == 4)
		{
			uint32		number = get_uint32(from);

			memcpy(to, &number, 4);
		}
		else
		{
			uint64		number;

			memcpy(&number, from, 8);
			number = pg_ntoh64(number);
			memcpy(to, &number, 8);
		}
		from += size;
		to += size;
	}
	return true;
}

/*
 * Reads an array of `length` bytes that are there.  Returns false, having read
 * nothing, if it is not one dimension of plain numbers that begins at 1.
 */
bool
pgjava_get_numbers(StringInfo in, Oid oid, int length, Datum *value)
{
	const char *from = in->data + in->cursor;
	Oid			element;
	int			size;
	uint32		count;
	Size		bytes;
	ArrayType  *array;

	if (!elements_of(oid, &element, &size) || length < ONE_DIMENSION_BYTES ||
		get_uint32(from) != 1 || get_uint32(from + 4) != 0 || get_uint32(from + 8) != element ||
		get_uint32(from + 16) != 1)
		return false;
	count = get_uint32(from + 12);
	if (count == 0 || (uint64) count * (LENGTH_BYTES + size) != (uint64) (length - ONE_DIMENSION_BYTES))
		return false;
	bytes = ARR_OVERHEAD_NONULLS(1) + (Size) count * size;
	array = palloc0(bytes);
	SET_VARSIZE(array, bytes);
	array->ndim = 1;
	array->dataoffset = 0;
	array->elemtype = element;
	ARR_DIMS(array)[0] = (int) count;
	ARR_LBOUND(array)[0] = 1;
	if (!get_elements(from + ONE_DIMENSION_BYTES, (int) count, size, ARR_DATA_PTR(array)))
	{
		pfree(array);
		return false;
	}
	in->cursor += length;
	*value = PointerGetDatum(array);
	return true;
}
