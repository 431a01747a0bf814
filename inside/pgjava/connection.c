/*-------------------------------------------------------------------------
 *
 * connection.c
 *	  The session's way to the worker: two Unix sockets and one wait.
 *
 * Frames travel on the first socket.  Nothing travels on the second: the
 * worker watches it while Java code runs, and its end tells that nobody waits
 * for that code any more, be it for a cancel, a timeout or a SIGKILL of this
 * backend.  So a backend that gives a call up closes both and raises its error
 * at once; stopping the thread is the worker's business.
 *
 * Every wait is for the socket, the latch and the postmaster's death together.
 *
 * SPDX-License-Identifier: Apache-2.0
 *-------------------------------------------------------------------------
 */
#include "pgjava.h"
#include "compat.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "commands/dbcommands.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pgtime.h"
#include "storage/fd.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"
#include "utils/wait_event.h"

#define READ_AHEAD_BYTES 8192
#define RETRY_MILLIS 5

/*
 * A session has one connection to each worker that it calls: that of the
 * untrusted language, and one for each owner of functions in the trusted one.
 */
typedef struct PgJavaConnection
{
	struct PgJavaConnection *next;
	Oid			owner;			/* InvalidOid: the untrusted language */
	pgsocket	data_socket;
	pgsocket	control_socket;
	WaitEventSet *wait_set;
	int			socket_event;
	PgJavaSpin	spin;

	/* Differs from all others, so that others can tell what was meant for an old one. */
	uint32		generation;

	/* What was received and not read yet. */
	Size		read_ahead_start;
	Size		read_ahead_end;
	char		read_ahead[READ_AHEAD_BYTES];
} PgJavaConnection;

static PgJavaConnection unconfined = {
	.data_socket = PGINVALID_SOCKET, .control_socket = PGINVALID_SOCKET
};
static PgJavaConnection *connections = &unconfined;
static uint32 generations = 0;

/* The one that the innermost call uses. */
static PgJavaConnection *current = &unconfined;

uint32
pgjava_generation(void)
{
	return current->generation;
}

PgJavaConnection *
pgjava_connection(void)
{
	return current;
}

/*
 * Makes the connection of a call the current one; NULL is none's.
 */
void
pgjava_use_connection(PgJavaConnection *connection)
{
	current = connection == NULL ? &unconfined : connection;
}

/*
 * Whether a connection still stands.
 */
bool
pgjava_is_connected(uint32 generation)
{
	for (PgJavaConnection *at = connections; at != NULL; at = at->next)
	{
		if (at->generation == generation)
			return at->data_socket != PGINVALID_SOCKET;
	}
	return false;
}

static PgJavaConnection *
connection_of(Oid owner)
{
	PgJavaConnection *found = connections;

	while (found != NULL && found->owner != owner)
		found = found->next;
	if (found == NULL)
	{
		found = MemoryContextAllocZero(TopMemoryContext, sizeof(PgJavaConnection));
		found->owner = owner;
		found->data_socket = PGINVALID_SOCKET;
		found->control_socket = PGINVALID_SOCKET;
		found->next = connections;
		connections = found;
	}
	return found;
}

/* How a connection was lost. */
static char lost_detail[256];

static bool
lose(const char *detail)
{
	strlcpy(lost_detail, detail, sizeof(lost_detail));
	return false;
}

/*
 * The connection broke while somebody relied on it.
 */
static void
report_lost(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_SYSTEM_ERROR),
			 errmsg("the Java worker ended during the call"),
			 errdetail_internal("%s", lost_detail),
			 errhint("The next call waits for a new worker. The transaction can go on from a savepoint.")));
}

/*
 * Waits until the socket can be read or written, or until a deadline (0:
 * none) has passed; then returns false.  Cancels and everything else that
 * interrupts a backend is served meanwhile.
 */
static bool
wait_for_socket(uint32 event, TimestampTz deadline)
{
	ModifyWaitEvent(current->wait_set, current->socket_event, event, NULL);
	for (;;)
	{
		WaitEvent	occurred;
		long		timeout = -1;

		if (deadline != 0)
		{
			timeout = TimestampDifferenceMilliseconds(GetCurrentTimestamp(), deadline);
			if (timeout <= 0)
				return false;
		}
		if (WaitEventSetWait(current->wait_set, timeout, &occurred, 1, PG_WAIT_EXTENSION) == 0)
			continue;
		if (occurred.events & WL_LATCH_SET)
		{
			ResetLatch(MyLatch);
			CHECK_FOR_INTERRUPTS();
		}
		if (occurred.events & event)
			return true;
	}
}

/*
 * Sends bytes.  Returns false if the connection is lost.
 */
static bool
try_write(const char *bytes, Size length)
{
	while (length > 0)
	{
		ssize_t		sent = send(current->data_socket, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (sent >= 0)
		{
			bytes += sent;
			length -= (Size) sent;
		}
		else if (errno == EAGAIN || errno == EWOULDBLOCK)
			wait_for_socket(WL_SOCKET_WRITEABLE, 0);
		else if (errno != EINTR)
			return lose(strerror(errno));
	}
	return true;
}

/*
 * As pgjava_write, but returns false if there is no connection any more.
 */
bool
pgjava_try_write(const char *bytes, Size length)
{
	return current->data_socket != PGINVALID_SOCKET && try_write(bytes, length);
}

void
pgjava_write(const char *bytes, Size length)
{
	if (!try_write(bytes, length))
		report_lost();
}

/*
 * Receives what there is, which may be nothing.  Returns false if the
 * connection is lost.
 */
static bool
receive_some(char *bytes, Size length, Size *received)
{
	ssize_t		count = recv(current->data_socket, bytes, length, MSG_DONTWAIT);

	*received = count > 0 ? (Size) count : 0;
	if (count == 0)
		return lose("It closed the connection.");
	if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
		return lose(strerror(errno));
	return true;
}

/*
 * Takes bytes from what was read ahead; returns how many.
 */
static Size
take_read_ahead(char *bytes, Size length)
{
	Size		taken = Min(length, current->read_ahead_end - current->read_ahead_start);

	memcpy(bytes, current->read_ahead + current->read_ahead_start, taken);
	current->read_ahead_start += taken;
	return taken;
}

/* What is received, and how that went. */
typedef struct Reception
{
	char	   *bytes;
	Size		length;
	Size		received;
	bool		is_connected;
} Reception;

/*
 * Whether something has come, be it the end of the connection.
 */
static bool
has_received(void *argument)
{
	Reception  *reception = argument;

	reception->is_connected = receive_some(reception->bytes, reception->length, &reception->received);
	return !reception->is_connected || reception->received > 0;
}

/*
 * Waits for bytes and receives what there is, which may be nothing.  Returns
 * false if the connection is lost, or if the deadline (0: none) has passed.
 */
static bool
wait_and_receive(char *bytes, Size length, Size *received, TimestampTz deadline)
{
	Reception	reception = {.bytes = bytes, .length = length};

	/* An answer takes longer than asking for it: so wait first. */
	pgjava_wait_begins(&current->spin);
	if (!pgjava_spin(&current->spin, has_received, &reception))
	{
		if (!wait_for_socket(WL_SOCKET_READABLE, deadline))
			return lose("It does not answer.");
		pgjava_has_slept(&current->spin);
		(void) has_received(&reception);
	}
	*received = reception.received;
	return reception.is_connected;
}

/*
 * Receives exactly `length` bytes.  Large bodies go where they belong without
 * another copy.  Returns false if the connection is lost, or if the deadline
 * (0: none) has passed.
 */
static bool
try_read(char *bytes, Size length, TimestampTz deadline)
{
	for (;;)
	{
		Size		received = take_read_ahead(bytes, length);

		bytes += received;
		length -= received;
		if (length == 0)
			return true;

		if (length >= READ_AHEAD_BYTES)
		{
			if (!wait_and_receive(bytes, length, &received, deadline))
				return false;
			bytes += received;
			length -= received;
		}
		else
		{
			current->read_ahead_start = 0;
			current->read_ahead_end = 0;
			if (!wait_and_receive(current->read_ahead, READ_AHEAD_BYTES, &current->read_ahead_end, deadline))
				return false;
		}
	}
}

void
pgjava_read(char *bytes, Size length)
{
	if (!try_read(bytes, length, 0))
		report_lost();
}

/*
 * Gives the connection up.  Does nothing without one.
 */
void
pgjava_disconnect(void)
{
	if (current->wait_set != NULL)
		FreeWaitEventSet(current->wait_set);
	current->wait_set = NULL;
	if (current->control_socket != PGINVALID_SOCKET)
	{
		close(current->control_socket);
		ReleaseExternalFD();
	}
	current->control_socket = PGINVALID_SOCKET;
	if (current->data_socket != PGINVALID_SOCKET)
	{
		close(current->data_socket);
		ReleaseExternalFD();
	}
	current->data_socket = PGINVALID_SOCKET;
	current->read_ahead_start = current->read_ahead_end = 0;
	current->generation = ++generations;
}

/*
 * Raises an error unless the process behind a socket runs as the user who may
 * be the worker: otherwise anybody who can put a socket into that place would
 * be sent our data.
 */
static void
check_peer(pgsocket sock)
{
	uid_t		uid;
	gid_t		gid;
	uid_t		expected = geteuid();

	if (pgjava_worker_user[0] != '\0')
	{
		struct passwd *user = getpwnam(pgjava_worker_user);

		if (user == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("\"pgjava.worker_user\" names a user that does not exist: \"%s\"",
							pgjava_worker_user)));
		expected = user->pw_uid;
	}
	if (getpeereid(sock, &uid, &gid) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_CONNECTION_FAILURE),
				 errmsg("could not tell who listens on \"%s\": %m", pgjava_socket_path())));
	if (uid != expected)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("the process that listens on \"%s\" is not the Java worker",
						pgjava_socket_path()),
				 errdetail("It runs as user id %u, expected is %u.", uid, expected),
				 errhint("Set \"pgjava.worker_user\" if the worker has a user of its own.")));
}

/*
 * One attempt to connect a socket, which must be closed.  Returns false if nobody listens yet; then
 * errno tells why.
 */
static bool
try_connect(pgsocket *sock)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	char	   *path = pgjava_socket_path();
	int			saved_errno;

	if (strlen(path) >= sizeof(address.sun_path))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the path of the Java worker's socket is too long: \"%s\"", path),
				 errdetail("It may have %d bytes.", (int) sizeof(address.sun_path) - 1)));
	strlcpy(address.sun_path, path, sizeof(address.sun_path));
	if (!AcquireExternalFD())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_RESOURCES),
				 errmsg("no file descriptor is left for the Java worker")));
	*sock = socket(AF_UNIX, SOCK_STREAM, 0);
	if (*sock != PGINVALID_SOCKET)
	{
		/* A Unix socket connects at once or not at all. */
		if (pg_set_noblock(*sock) &&
			fcntl(*sock, F_SETFD, FD_CLOEXEC) == 0 &&
			connect(*sock, (struct sockaddr *) &address, sizeof(address)) == 0)
			return true;
		saved_errno = errno;
		close(*sock);
		*sock = PGINVALID_SOCKET;
		errno = saved_errno;
	}
	saved_errno = errno;
	ReleaseExternalFD();
	errno = saved_errno;
	return false;
}

/*
 * Connects a socket before the deadline.  The launcher tells when its worker
 * listens; without a launcher somebody else has to have started it.
 */
static void
connect_until(pgsocket *sock, TimestampTz deadline)
{
	for (;;)
	{
		/* A confined worker listens before its last wall stands. */
		bool		is_ready = !OidIsValid(current->owner) || pgjava_worker_epoch() != 0;
		int			cause;
		bool		is_waiting = false;

		if (is_ready && try_connect(sock))
			break;
		cause = is_ready ? errno : ENOENT;

		if (cause == EAGAIN && GetCurrentTimestamp() < deadline)
		{
			/* More sessions connect at once than the worker's queue takes. */
			(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
							 RETRY_MILLIS, PG_WAIT_EXTENSION);
			ResetLatch(MyLatch);
			CHECK_FOR_INTERRUPTS();
			is_waiting = true;
		}
		else if (pgjava_launcher_is_there())
			is_waiting = pgjava_wait_for_worker(deadline);
		if (is_waiting)
			pgjava_choose_worker(current->owner);
		if (!is_waiting)
		{
			errno = cause;
			ereport(ERROR,
					(errcode(ERRCODE_CANNOT_CONNECT_NOW),
					 errmsg("could not reach the Java worker at \"%s\": %m", pgjava_socket_path()),
					 pgjava_launcher_is_there()
					 ? errhint("See the server's log, and \"select * from pgjava.pg_stat_java\".")
					 : errhint("Add pgjava to \"shared_preload_libraries\", or start a worker and set \"pgjava.socket\".")));
		}
	}
	check_peer(*sock);
}

/*
 * Sends HELLO and checks the worker's.  Returns the token by which the control
 * connection says whose it is.  Returns false if the worker is gone.
 */
static bool
exchange_hello(TimestampTz deadline, uint64 *token)
{
	StringInfoData out;
	char		header[8];
	StringInfoData in;
	char		body[2 + 8 + 8];
	int			version;
	uint64		epoch;
	uint64		expected = pgjava_worker_epoch();

	initStringInfo(&out);
	out.cursor = 0;
	pgjava_begin_frame(&out, FRAME_HELLO, 0);
	pq_sendint16(&out, PGJAVA_PROTOCOL_VERSION);
	pq_sendint32(&out, PG_VERSION_NUM);
	pq_sendint32(&out, (uint32) MyProcPid);
	pgjava_put_cstring(&out, get_database_name(MyDatabaseId));
	pgjava_put_cstring(&out, GetUserNameFromId(GetSessionUserId(), false));
	pgjava_put_cstring(&out, pg_get_timezone_name(session_timezone));
	pgjava_end_frame(&out);
	if (!try_write(out.data, out.len) || !try_read(header, sizeof(header), deadline))
		return false;
	if (header[4] != FRAME_HELLO || memcmp(header, "\0\0\0\022", 4) != 0)
		pgjava_protocol_violation("something else than its greeting");
	if (!try_read(body, sizeof(body), deadline))
		return false;
	in.data = body;
	in.len = in.maxlen = sizeof(body);
	in.cursor = 0;
	version = (int) pq_getmsgint(&in, 2);
	epoch = (uint64) pq_getmsgint64(&in);
	if (version != PGJAVA_PROTOCOL_VERSION)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the Java worker speaks version %d of the protocol, this server %d",
						version, PGJAVA_PROTOCOL_VERSION),
				 errhint("Install the extension and the worker's jars from one release.")));
	if ((expected != 0 || OidIsValid(current->owner)) && epoch != expected)
		ereport(ERROR,
				(errcode(ERRCODE_CANNOT_CONNECT_NOW),
				 errmsg("the Java worker at \"%s\" is not the one that the launcher started",
						pgjava_socket_path())));
	*token = (uint64) pq_getmsgint64(&in);
	return true;
}

/*
 * Says on the control connection whose it is.  So few bytes fit into the
 * buffer of a new socket.
 */
static bool
attach(uint64 token)
{
	StringInfoData out;

	initStringInfo(&out);
	pgjava_begin_frame(&out, FRAME_ATTACH, 0);
	pq_sendint64(&out, token);
	pgjava_end_frame(&out);
	if (send(current->control_socket, out.data, out.len, MSG_NOSIGNAL | MSG_DONTWAIT) != out.len)
		return lose(strerror(errno));
	return true;
}

/*
 * Makes both connections.  Returns false if the worker went meanwhile: then
 * nothing has happened yet, and there may be another one soon.
 */
static bool
connect_both(TimestampTz deadline)
{
	uint64		token;

	connect_until(&current->data_socket, deadline);
	current->wait_set = pgjava_create_wait_event_set(3);
	AddWaitEventToSet(current->wait_set, WL_EXIT_ON_PM_DEATH, PGINVALID_SOCKET, NULL, NULL);
	AddWaitEventToSet(current->wait_set, WL_LATCH_SET, PGINVALID_SOCKET, MyLatch, NULL);
	current->socket_event = AddWaitEventToSet(current->wait_set, WL_SOCKET_READABLE, current->data_socket, NULL, NULL);
	if (!exchange_hello(deadline, &token))
		return false;
	connect_until(&current->control_socket, deadline);
	return attach(token);
}

/*
 * Makes both connections before the deadline.
 */
static void
connect_in_time(void)
{
	TimestampTz deadline = TimestampTzPlusMilliseconds(GetCurrentTimestamp(),
													   (int64) pgjava_start_timeout * 1000);

	while (!connect_both(deadline))
	{
		pgjava_disconnect();
		CHECK_FOR_INTERRUPTS();
		if (GetCurrentTimestamp() >= deadline)
			ereport(ERROR,
					(errcode(ERRCODE_CANNOT_CONNECT_NOW),
					 errmsg("could not reach the Java worker at \"%s\"", pgjava_socket_path()),
					 errdetail_internal("%s", lost_detail)));
	}
}

/*
 * Whether the connection still stands, and nothing has come unasked.
 */
static bool
is_usable(void)
{
	char		byte;

	return current->data_socket != PGINVALID_SOCKET &&
		current->read_ahead_start == current->read_ahead_end &&
		recv(current->data_socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
		(errno == EAGAIN || errno == EWOULDBLOCK);
}

/*
 * Whether a call that has not ended uses the current connection.
 */
static bool
serves_call(void)
{
	for (PgJavaCall *call = pgjava_call; call != NULL; call = call->outer)
	{
		if (call->connection == current)
			return true;
	}
	return false;
}

/*
 * Makes the connection to the worker of an owner's trusted functions, or of
 * all untrusted ones (InvalidOid), the current one, and sees to it that it
 * stands.  Within a call of the same connection that one is the only one that
 * can serve it.
 */
void
pgjava_connect(Oid owner)
{
	PgJavaConnection *outer = current;

	current = connection_of(owner);
	PG_TRY();
	{
		if (serves_call())
		{
			if (current->data_socket == PGINVALID_SOCKET)
			{
				lose("It was lost in an inner call.");
				report_lost();
			}
		}
		else if (!is_usable())
		{
			if (GetDatabaseEncoding() != PG_UTF8)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("Java functions need a database in UTF8, this one is in %s",
								GetDatabaseEncodingName())));
			pgjava_disconnect();
			pgjava_forget_plans();
			pgjava_forget_conversations();
			pgjava_choose_worker(owner);
			connect_in_time();
		}
	}
	PG_CATCH();
	{
		if (!serves_call())
			pgjava_disconnect();
		current = outer;
		PG_RE_THROW();
	}
	PG_END_TRY();
}
