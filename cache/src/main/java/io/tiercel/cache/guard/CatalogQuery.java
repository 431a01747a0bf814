package io.tiercel.cache.guard;

/// The question to the catalog. Parameters: the publication, the tables' schemas, their names.
///
/// A fingerprint is made of the ids of the transactions that wrote the catalog's rows: ANALYZE and
/// VACUUM write in place and leave them as they are, so that a difference means a statement.
final class CatalogQuery {
  private static final String COLUMNS =
      """
      w.s,
      w.n,
      w.relkind::text,
      w.relpersistence::text,
      coalesce(w.relrowsecurity, false),
      EXISTS (SELECT FROM published p WHERE p.schemaname = w.s AND p.tablename = w.n),
      EXISTS (
        SELECT FROM pg_publication_rel r JOIN publication p ON p.oid = r.prpubid
        JOIN member m ON m.relid = r.prrelid
        WHERE m.root = w.oid AND (r.prqual IS NOT NULL OR r.prattrs IS NOT NULL)),
      (
        SELECT string_agg(c.oid::regclass::text, ', ') FROM part c
        WHERE c.root = w.oid AND c.oid <> w.oid AND c.relkind <> 'p'
          AND (c.relkind <> 'r' OR c.relpersistence <> 'p')),
      w.relkind = 'r' AND EXISTS (SELECT FROM pg_inherits i WHERE i.inhparent = w.oid),
      (
        SELECT c.oid::regclass::text FROM part c
        WHERE c.root = w.oid AND c.relkind = 'r' AND NOT CASE c.relreplident
          WHEN 'f' THEN true
          WHEN 'd' THEN EXISTS (
            SELECT FROM pg_index i
            WHERE i.indrelid = c.oid AND i.indisprimary AND i.indisvalid AND i.indimmediate)
          WHEN 'i' THEN EXISTS (
            SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisreplident)
          ELSE false END
        ORDER BY c.oid LIMIT 1),
      EXISTS (
        SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid
          AND a.attnum = ANY (i.indkey)
        WHERE i.indrelid = w.oid AND i.indisprimary AND a.attgenerated <> ''),
      md5(concat_ws('|',
        (SELECT string_agg(concat_ws(':', c.oid, c.xmin, c.relfilenode), ',' ORDER BY c.oid)
          FROM part c WHERE c.root = w.oid),
        (SELECT string_agg(concat_ws(':', a.attrelid, a.attnum, a.xmin), ','
            ORDER BY a.attrelid, a.attnum)
          FROM member m JOIN pg_attribute a ON a.attrelid = m.relid
          WHERE m.root = w.oid AND a.attnum > 0),
        (SELECT string_agg(concat_ws(':', e.oid, e.xmin), ',' ORDER BY e.oid)
          FROM pg_enum e WHERE e.enumtypid IN (
            SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = w.oid)),
        (SELECT string_agg(concat_ws(':', i.inhrelid, i.inhparent, i.xmin), ','
            ORDER BY i.inhrelid, i.inhparent)
          FROM pg_inherits i
          WHERE w.oid = i.inhparent OR i.inhrelid IN (
            SELECT m.relid FROM member m WHERE m.root = w.oid)),
        (SELECT string_agg(concat_ws(':', i.indexrelid, i.xmin), ',' ORDER BY i.indexrelid)
          FROM pg_index i WHERE (i.indisprimary OR i.indisreplident) AND i.indrelid IN (
            SELECT m.relid FROM member m WHERE m.root = w.oid)),
        (SELECT string_agg(concat_ws(':', p.oid, p.xmin), ',' ORDER BY p.oid)
          FROM pg_policy p WHERE p.polrelid = w.oid))),
      EXISTS (SELECT FROM publication),
      coalesce((SELECT p.pubinsert AND p.pubupdate AND p.pubdelete AND p.pubtruncate
        FROM publication p), false),
      md5(concat_ws('|',
        (SELECT concat_ws(':', p.oid, p.xmin) FROM publication p),
        (SELECT string_agg(concat_ws(':', r.oid, r.xmin), ',' ORDER BY r.oid)
          FROM pg_publication_rel r JOIN publication p ON p.oid = r.prpubid
          WHERE r.prrelid IN (SELECT m.relid FROM member m)),
        (SELECT string_agg(concat_ws(':', r.oid, r.xmin), ',' ORDER BY r.oid)
          FROM pg_publication_namespace r JOIN publication p ON p.oid = r.pnpubid))),
      """
          + DdlTriggers.ARE_THERE
          + """
          ,
          coalesce(w.relkind = 'p', false) AND EXISTS (
            SELECT FROM publication p WHERE NOT p.pubviaroot)
            AND EXISTS (SELECT FROM pg_publication_rel r JOIN publication p ON p.oid = r.prpubid
              WHERE r.prrelid = w.oid)
          """;

  static final String SQL =
      """
      WITH publication AS MATERIALIZED (
        SELECT p.*, p.xmin FROM pg_publication p WHERE p.pubname = $1),
      published AS MATERIALIZED (
        SELECT p.schemaname, p.tablename FROM pg_publication_tables p WHERE p.pubname = $1),
      wanted AS MATERIALIZED (
        SELECT w.s, w.n, c.oid, c.relkind, c.relpersistence, c.relrowsecurity
        FROM unnest($2::text[], $3::text[]) AS w(s, n)
        LEFT JOIN pg_namespace ns ON ns.nspname = w.s
        LEFT JOIN pg_class c ON c.relnamespace = ns.oid AND c.relname = w.n),
      member AS MATERIALIZED (
        SELECT w.oid AS root, w.oid AS relid FROM wanted w WHERE w.oid IS NOT NULL
        UNION
        SELECT w.oid, t.relid::oid FROM wanted w, pg_partition_tree(w.oid) t
        WHERE w.relkind = 'p'),
      part AS MATERIALIZED (
        SELECT m.root, c.oid, c.xmin, c.relfilenode, c.relkind, c.relpersistence, c.relreplident
        FROM member m JOIN pg_class c ON c.oid = m.relid)
      SELECT
      """
          + COLUMNS
          + " FROM wanted w";

  private CatalogQuery() {}
}
