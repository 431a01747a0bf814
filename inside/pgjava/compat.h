/*-------------------------------------------------------------------------
 *
 * compat.h
 *	  Where PostgreSQL 14 to 18 differ.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#ifndef PGJAVA_COMPAT_H
#define PGJAVA_COMPAT_H

#include "parser/parse_param.h"
#include "storage/latch.h"
#include "utils/guc.h"
#if PG_VERSION_NUM >= 180000
#include "storage/waiteventset.h"
#endif

#if PG_VERSION_NUM < 140000
#error "pgjava needs PostgreSQL 14 or later"
#endif

/* A set that lives as long as the session. */
#if PG_VERSION_NUM >= 170000
#define pgjava_create_wait_event_set(n) CreateWaitEventSet(NULL, n)
#else
#define pgjava_create_wait_event_set(n) CreateWaitEventSet(TopMemoryContext, n)
#endif

#if PG_VERSION_NUM < 150000
#define MarkGUCPrefixReserved(prefix) EmitWarningsOnPlaceholders(prefix)
#define setup_parse_variable_parameters parse_variable_parameters
#endif

#endif							/* PGJAVA_COMPAT_H */
