package io.tiercel.wire.codec;

import java.util.List;

/// A row of `pg_type`: what [Codecs#with(java.util.Collection)] must know of a type that is not
/// built in. Immutable.
///
/// @param oid of the type, in this database
/// @param name of the type, for error messages
/// @param kind `typtype`: `b` base, `c` composite, `d` domain, `e` enum, `m` multirange, `p`
///     pseudo, `r` range
/// @param category `typcategory`: `A` is an array, `S` a type that looks like text
/// @param elementOid `typelem`, for an array
/// @param arrayOid `typarray`, 0 if there is none
/// @param baseOid `typbasetype`, for a domain
/// @param delimiter `typdelim`, between the elements of an array of this type
/// @param subtypeOid of a range, the type of its bounds; of a multirange, the type of its ranges;
///     else 0
/// @param attributeOids of a composite type, the types of its attributes, in order
public record TypeDefinition(
    int oid,
    String name,
    char kind,
    char category,
    int elementOid,
    int arrayOid,
    int baseOid,
    char delimiter,
    int subtypeOid,
    List<Integer> attributeOids) {
  public TypeDefinition {
    attributeOids = List.copyOf(attributeOids);
  }

  /// Reads the definitions of the types whose oids are `$1` (`oid[]`), and of all types these are
  /// made of. The columns are the components of this record, in order: `oid`, `text`, `text`,
  /// `text`, `oid`, `oid`, `oid`, `text`, `oid`, `oid[]`.
  public static final String QUERY =
      """
      with recursive wanted as (
        select unnest($1::oid[]) as oid
        union
        select part.oid
        from wanted
        join pg_catalog.pg_type t on t.oid = wanted.oid
        cross join lateral (
          select unnest(array[t.typelem, t.typbasetype, t.typarray])
          union all
          select r.rngsubtype from pg_catalog.pg_range r where r.rngtypid = t.oid
          union all
          select r.rngtypid from pg_catalog.pg_range r where r.rngmultitypid = t.oid
          union all
          select a.atttypid
          from pg_catalog.pg_attribute a
          where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
        ) as part(oid)
        where part.oid <> 0
      )
      select t.oid, t.typname::text, t.typtype::text, t.typcategory::text,
             t.typelem, t.typarray, t.typbasetype, t.typdelim::text,
             coalesce(
               (select r.rngsubtype from pg_catalog.pg_range r where r.rngtypid = t.oid),
               (select r.rngtypid from pg_catalog.pg_range r where r.rngmultitypid = t.oid),
               0),
             array(
               select a.atttypid
               from pg_catalog.pg_attribute a
               where t.typtype = 'c' and a.attrelid = t.typrelid
                 and a.attnum > 0 and not a.attisdropped
               order by a.attnum)
      from wanted
      join pg_catalog.pg_type t on t.oid = wanted.oid
      """;
}
