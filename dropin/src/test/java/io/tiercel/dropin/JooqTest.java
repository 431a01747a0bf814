package io.tiercel.dropin;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JooqTest {
  private static final Table<Record> THING = table(name("thing"));
  private static final Field<Long> ID = field(name("id"), SQLDataType.BIGINT);
  private static final Field<String> NAME = field(name("name"), SQLDataType.VARCHAR);
  private static final Field<BigDecimal> PRICE = field(name("price"), SQLDataType.NUMERIC);
  private static final Field<UUID> CODE = field(name("code"), SQLDataType.UUID);
  private static final Field<LocalDate> DAY = field(name("day"), SQLDataType.LOCALDATE);
  private static final Field<OffsetDateTime> AT = field(name("at"), SQLDataType.OFFSETDATETIME);
  private static final Field<JSONB> DATA = field(name("data"), SQLDataType.JSONB);
  private static final Field<String[]> TAGS =
      field(name("tags"), SQLDataType.VARCHAR.getArrayDataType());
  private static final Field<byte[]> BYTES = field(name("bytes"), SQLDataType.BLOB);

  private static final String TABLE =
      """
      create table thing (id bigint generated always as identity primary key, name text unique,
        price numeric(12, 3), code uuid, day date, at timestamptz, data jsonb, tags text[],
        bytes bytea)""";

  @ParameterizedTest
  @EnumSource
  void every_type_goes_in_and_comes_out(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      database.execute(TABLE);
      DSLContext jooq = DSL.using(pool, SQLDialect.POSTGRES);
      var code = new UUID(1, 2);
      var at = OffsetDateTime.of(2026, 3, 4, 5, 6, 7, 123_456_000, ZoneOffset.UTC);
      Long id =
          jooq.insertInto(THING)
              .set(NAME, "nut")
              .set(PRICE, new BigDecimal("12.345"))
              .set(CODE, code)
              .set(DAY, LocalDate.of(2026, 3, 4))
              .set(AT, at)
              .set(DATA, JSONB.valueOf("{\"a\": [1, 2]}"))
              .set(TAGS, new String[] {"x", null, "y,z"})
              .set(BYTES, new byte[] {1, 0, -1})
              .returningResult(ID)
              .fetchSingle()
              .value1();

      Record read =
          jooq.select(ID, NAME, PRICE, CODE, DAY, AT, DATA, TAGS, BYTES)
              .from(THING)
              .where(ID.eq(id))
              .fetchSingle();

      assertEquals("nut", read.get(NAME));
      assertEquals(new BigDecimal("12.345"), read.get(PRICE));
      assertEquals(code, read.get(CODE));
      assertEquals(LocalDate.of(2026, 3, 4), read.get(DAY));
      assertEquals(at.toInstant(), read.get(AT).toInstant());
      assertEquals("{\"a\": [1, 2]}", read.get(DATA).data());
      assertArrayEquals(new String[] {"x", null, "y,z"}, read.get(TAGS));
      assertArrayEquals(new byte[] {1, 0, -1}, read.get(BYTES));
    }
  }

  @ParameterizedTest
  @EnumSource
  void nulls_batches_and_upserts(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      database.execute(TABLE);
      DSLContext jooq = DSL.using(pool, SQLDialect.POSTGRES);
      int[] counts =
          jooq.batch(jooq.insertInto(THING, NAME, PRICE).values((String) null, null))
              .bind("a", BigDecimal.ONE)
              .bind("b", null)
              .bind("c", BigDecimal.TEN)
              .execute();
      assertArrayEquals(new int[] {1, 1, 1}, counts);
      assertNull(jooq.select(PRICE).from(THING).where(NAME.eq("b")).fetchSingle().value1());

      jooq.insertInto(THING, NAME, PRICE)
          .values("a", new BigDecimal(7))
          .onConflict(NAME)
          .doUpdate()
          .set(PRICE, DSL.excluded(PRICE))
          .execute();

      assertEquals(
          List.of("a", "c"),
          jooq.select(NAME).from(THING).where(PRICE.gt(BigDecimal.ONE)).orderBy(NAME).fetch(NAME));
    }
  }

  @ParameterizedTest
  @EnumSource
  void transactions_nest_by_savepoints(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      database.execute(TABLE);
      DSLContext jooq = DSL.using(pool, SQLDialect.POSTGRES);
      jooq.transaction(
          outer -> {
            outer.dsl().insertInto(THING, NAME).values("kept").execute();
            assertThrows(
                IntegrityConstraintViolationException.class,
                () ->
                    outer
                        .dsl()
                        .transaction(
                            inner -> {
                              inner.dsl().insertInto(THING, NAME).values("lost").execute();
                              inner.dsl().insertInto(THING, NAME).values("kept").execute();
                            }));
          });
      assertEquals(List.of("kept"), jooq.select(NAME).from(THING).fetch(NAME));
    }
  }

  @ParameterizedTest
  @EnumSource
  void lazy_fetching_streams_with_a_fetch_size(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      DSLContext jooq = DSL.using(pool, SQLDialect.POSTGRES);
      jooq.transaction(
          configuration -> {
            long sum = 0;
            try (var cursor =
                configuration
                    .dsl()
                    .resultQuery("select i from generate_series(1, 10000) i")
                    .fetchSize(100)
                    .fetchLazy()) {
              for (Record row : cursor) {
                sum += row.get(0, Integer.class);
              }
            }
            assertEquals(50_005_000L, sum);
          });
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_catalog_is_read_through_its_metadata(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      database.execute(TABLE);
      var found =
          DSL.using(pool, SQLDialect.POSTGRES)
              .meta()
              .filterSchemas(s -> s.getName().equals("public"))
              .getTables("thing");
      assertEquals(1, found.size());
      Table<?> thing = found.getFirst();
      assertEquals(9, thing.fields().length);
      assertEquals(
          List.of("id"), thing.getPrimaryKey().getFields().stream().map(Field::getName).toList());
      assertEquals(
          SQLDataType.NUMERIC.getTypeName(), thing.field("price").getDataType().getTypeName());
    }
  }
}
