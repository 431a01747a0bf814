package io.tiercel.jpa.schema;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.History;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Table;
import java.util.List;
import java.util.stream.Collectors;

/// The history of an entity in a generated schema: the period of its table, a table like it, and a
/// trigger that writes both.
///
/// A row is valid from the begin of the transaction that wrote it. One that began before the last
/// change of the row was committed comes a microsecond after that change, so that periods never
/// overlap. What a transaction changes twice was never seen by another: only the last of it counts.
///
/// @param table the table of former rows
record HistoryDraft(History history, Table table) {

  private String period() {
    return Identifier.quote(history.period());
  }

  private String owner() {
    return history.entity().table().sql();
  }

  /// The trigger and its function; the function stands in the schema of the history.
  Table keeper() {
    return new Table(table.schema(), ObjectNames.of(table.name(), List.of("keep"), "row"));
  }

  /// What a table needs that has been made just now, or that is there: what is there stays.
  List<String> create() {
    return List.of(
        "alter table %s add column if not exists %s tstzrange not null default tstzrange(current_timestamp, null)"
            .formatted(owner(), period()),
        "create table if not exists %s (like %s)".formatted(table.sql(), owner()),
        addColumns(),
        "create index if not exists %s on %s (%s)"
            .formatted(index(), table.sql(), String.join(", ", key())),
        keep(),
        "create or replace trigger %s before insert or update or delete on %s for each row execute function %s()"
            .formatted(Identifier.quote(keeper().name()), owner(), keeper().sql()));
  }

  private List<String> key() {
    return history.entity().id().columns().stream().map(Column::sql).toList();
  }

  private String index() {
    List<String> names = history.entity().id().columns().stream().map(Column::name).toList();
    return Identifier.quote(ObjectNames.of(table.name(), names, "idx"));
  }

  /// Columns that the entity's table got after the history was made.
  private String addColumns() {
    String columns =
        "pg_attribute where attrelid = %s::regclass and attnum > 0 and not attisdropped";
    return "do $history$ declare c record; begin for c in select attname, format_type(atttypid, atttypmod) as type from %s and attname not in (select attname from %s) loop execute format('alter table %%s add column %%I %%s', %s, c.attname, c.type); end loop; end $history$"
        .formatted(
            columns.formatted(quoted(owner())),
            columns.formatted(quoted(table.sql())),
            quoted(table.sql()));
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private String keep() {
    List<String> columns = history.columns().stream().map(Column::sql).toList();
    return """
    create or replace function %1$s() returns trigger language plpgsql as $history$\
     declare moment timestamptz := current_timestamp; begin\
     if tg_op <> 'INSERT' then\
     if lower(old.%2$s) > moment then\
     moment := lower(old.%2$s) + interval '1 microsecond'; end if;\
     if lower_inf(old.%2$s) or lower(old.%2$s) < moment then\
     insert into %3$s (%4$s, %2$s) values (%5$s, tstzrange(lower(old.%2$s), moment)); end if;\
     if tg_op = 'DELETE' then return old; end if; end if;\
     new.%2$s := tstzrange(moment, null); return new; end $history$\
    """
        .formatted(
            keeper().sql(),
            period(),
            table.sql(),
            String.join(", ", columns),
            columns.stream().map(column -> "old." + column).collect(Collectors.joining(", ")));
  }

  /// Undoes [#create()], once the entity's table is gone.
  ///
  /// @param guard `if exists ` or an empty string
  List<String> drop(String guard) {
    return List.of(
        "drop table " + guard + table.sql(), "drop function " + guard + keeper().sql() + "()");
  }
}
