package io.tiercel.inside;

/// What an event trigger's method is told: `public static void method(PgEventTrigger trigger)`.
/// Immutable. Functions such as `pg_event_trigger_ddl_commands()` tell more, by [PgSession#query].
///
/// @param event `ddl_command_start`, `ddl_command_end`, `sql_drop` or `table_rewrite`
/// @param commandTag of the command, such as `CREATE TABLE`
public record PgEventTrigger(String event, String commandTag) {}
