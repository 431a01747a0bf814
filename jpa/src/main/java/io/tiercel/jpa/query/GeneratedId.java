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

    /// The parts of a statement that take the blocks.
    ///
    /// @param rows the rows that need ids, which are numbered from 1
    /// @param ids the name of the last part, one row: the first ids of the blocks, their size, and
    ///     how many ids the first block is short of
    List<String> parts(String rows, String ids) {
      String count = "(select count(*) from " + rows + ")";
      String blocks = ids + "_blocks";
      String cut = ids + "_cut";
      return List.of(
          """
          %s as materialized (select nextval(s.seqrelid::regclass) as v, s.seqincrement as size\
           from pg_sequence s, generate_series(1, (%s + s.seqincrement - 1) / s.seqincrement)\
           where s.seqrelid = %s::regclass)\
          """
              .formatted(blocks, count, sequence),
          """
          %s as materialized (select size, count(*) as taken,\
           greatest(0, max(%d - (v - size + 1))) as short from %s group by size)\
          """
              .formatted(cut, smallest, blocks),
          """
          %s as materialized (select c.size, c.short, array(select v - c.size + 1 from (\
          select v from %s union all select nextval(%s) from %s d\
           where (%s + d.short + d.size - 1) / d.size > d.taken) b order by 1) as firsts from %s c)\
          """
              .formatted(ids, blocks, sequence, cut, count, cut));
    }

    /// The id of a row.
    ///
    /// @param number of the row, from 1
    String id(String number, String ids) {
      // Scalar subqueries are computed once, where a join would look at the array for each row.
      String place = "(%s - 1 + (select short from %s))".formatted(number, ids);
      String size = "(select size from " + ids + ")";
      return "((select firsts from %s))[%s / %s + 1] + %s %% %s"
          .formatted(ids, place, size, place, size);
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
