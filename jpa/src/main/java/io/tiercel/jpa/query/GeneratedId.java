package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.IdGeneration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Where the rows of a bulk insert that names no ids get them.
sealed interface GeneratedId {

  /// Each row computes its own.
  record OfRow(String sql) implements GeneratedId {}

  /// From a sequence whose values stand for blocks of ids, as EntityManagers take them: a value `v`
  /// of one that increments by `n` for `v - n + 1 … v`. As many blocks are taken as the rows need.
  /// The increment is the sequence's own, whatever the mapping says.
  ///
  /// @param sequence its name as SQL text in quotes
  /// @param smallest the first id: the first block is shorter when the sequence begins there
  record OfBlocks(String sequence, long smallest) implements GeneratedId {

    /// The parts of a statement that number ids from 1.
    ///
    /// @param rows the rows that need ids, which are numbered from 1 as well
    /// @param ids what the ids are called
    List<String> parts(String rows, String ids) {
      String count = "(select count(*) from " + rows + ")";
      String first = "greatest(%d, b.v - b.size + 1)".formatted(smallest);
      String blocks = ids + "_blocks";
      String more = ids + "_more";
      return List.of(
          """
          %s as materialized (select nextval(s.seqrelid::regclass) as v, s.seqincrement as size\
           from pg_sequence s, generate_series(1, (%s + s.seqincrement - 1) / s.seqincrement)\
           where s.seqrelid = %s::regclass)\
          """
              .formatted(blocks, count, sequence),
          """
          %s as materialized (select nextval(%s) as v, b.size from %s b group by b.size\
           having sum(b.v - %s + 1) < %s)\
          """
              .formatted(more, sequence, blocks, first, count),
          """
          %s as materialized (select x.id, row_number() over (order by x.id) as n\
           from (select * from %s union all select * from %s) b,\
           generate_series(%s, b.v) x(id))\
          """
              .formatted(ids, blocks, more, first));
    }
  }

  /// How the entity's ids are generated; null when the column does it by itself, or nothing does.
  ///
  /// @param isAlone whether there is one row
  static @Nullable GeneratedId of(EntityMapping entity, boolean isAlone) {
    var column = entity.id().columns().getFirst();
    return switch (entity.idGeneration()) {
      case IdGeneration.Sequence sequence -> {
        String name = Constants.quoted(sequence.sequence().sql());
        // One row needs one value; its block is used up either way.
        yield isAlone || sequence.allocationSize() == 1
            ? new OfRow("nextval(" + name + ")")
            : new OfBlocks(name, sequence.initialValue());
      }
      case IdGeneration.Identity _ ->
          entity.tables().size() == 1
              ? null
              : new OfRow(
                  "nextval(pg_get_serial_sequence(%s, %s))"
                      .formatted(
                          Constants.quoted(entity.root().table().sql()),
                          Constants.quoted(column.name())));
      case IdGeneration.Uuid _ ->
          new OfRow(
              column.columnType() == UUID.class ? "gen_random_uuid()" : "gen_random_uuid()::text");
      case IdGeneration.Counter _, IdGeneration.Assigned _ -> null;
    };
  }
}
