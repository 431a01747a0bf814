\echo Use "CREATE EXTENSION pgjava" to load this file. \quit

create function javau_call_handler() returns language_handler
  language c as 'MODULE_PATHNAME';

create function javau_inline_handler(internal) returns void
  language c strict as 'MODULE_PATHNAME';

create function javau_validator(oid) returns void
  language c strict as 'MODULE_PATHNAME';

-- Untrusted: its functions may do what the worker's user may. Only superusers create them.
create language javau handler javau_call_handler inline javau_inline_handler
  validator javau_validator;
comment on language javau is 'Java, run by one JVM beside the server, without a sandbox';

create function worker(out pid integer, out state text, out starts integer, out started timestamptz)
  language c volatile parallel safe as 'MODULE_PATHNAME', 'pgjava_worker';

create function restart_worker() returns void
  language c volatile as 'MODULE_PATHNAME', 'pgjava_restart_worker';
revoke execute on function restart_worker() from public;

create view pg_stat_java as
  select pid, state, starts, started from worker() where state is not null;
grant select on pg_stat_java to public;
