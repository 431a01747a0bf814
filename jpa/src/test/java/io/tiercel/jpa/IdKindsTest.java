package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.Temporal;
import jakarta.persistence.TemporalType;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Year;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Ids of every simple type (Jakarta Persistence 3.2, section 2.4) and versions of every type
/// (section 11.1.56).
@NullUnmarked // a null where none is expected fails the test by itself
@SuppressWarnings("deprecation") // @Temporal is to be followed all the same
class IdKindsTest {
  enum Grade {
    A,
    B
  }

  @MappedSuperclass
  abstract static class Noted {
    String note;

    abstract Object key();
  }

  @Entity(name = "ByByte")
  static class ByByte extends Noted {
    @Id byte id = -3;

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "ByChar")
  static class ByChar extends Noted {
    @Id char id = 'c';

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "ByFloat")
  static class ByFloat extends Noted {
    @Id float id = 1.5f;

    @Override
    Object key() {
      return id;
    }
  }

  /// PostgreSQL takes both zeros for one value.
  @Entity(name = "ByDouble")
  static class ByDouble extends Noted {
    @Id Double id = -0.0;

    @Override
    Object key() {
      return 0.0;
    }
  }

  @Entity(name = "ByBoolean")
  static class ByBoolean extends Noted {
    @Id Boolean id = true;

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "ByBigInteger")
  static class ByBigInteger extends Noted {
    @Id BigInteger id = BigInteger.TEN.pow(20);

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "ByBigDecimal")
  static class ByBigDecimal extends Noted {
    @Id
    @Column(precision = 10, scale = 2)
    BigDecimal id = new BigDecimal("1.5");

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "ByDay")
  static class ByDay extends Noted {
    @Id
    @Temporal(TemporalType.DATE)
    Date id = java.sql.Date.valueOf("2026-11-22");

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "ByLocalMoment")
  static class ByLocalMoment extends Noted {
    @Id
    @Column(columnDefinition = "timestamp")
    Timestamp id = Timestamp.valueOf("2026-11-22 12:30:05.123456");

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "BySqlDate")
  static class BySqlDate extends Noted {
    @Id java.sql.Date id = java.sql.Date.valueOf("2026-11-22");

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "ByTime")
  static class ByTime extends Noted {
    @Id LocalTime id = LocalTime.of(12, 30);

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "ByYear")
  static class ByYear extends Noted {
    @Id Year id = Year.of(2026);

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "ByEnum")
  static class ByEnum extends Noted {
    @Id Grade id = Grade.B;

    @Override
    Object key() {
      return id;
    }
  }

  @Entity(name = "ByTextUuid")
  static class ByTextUuid extends Noted {
    @Id
    @Column(columnDefinition = "char(40)")
    UUID id = new UUID(1, 2);

    @Override
    Object key() {
      return id;
    }
  }

  private static final List<Supplier<Noted>> KINDS =
      List.of(
          ByByte::new,
          ByChar::new,
          ByFloat::new,
          ByDouble::new,
          ByBoolean::new,
          ByBigInteger::new,
          ByBigDecimal::new,
          ByDay::new,
          ByLocalMoment::new,
          BySqlDate::new,
          ByTime::new,
          ByYear::new,
          ByEnum::new,
          ByTextUuid::new);

  private static EntityManagerFactory factory(TestDatabase database, List<Class<?>> types) {
    var unit =
        new PersistenceConfiguration("ids")
            .provider(TiercelPersistenceProvider.class.getName())
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "create");
    types.forEach(unit::managedClass);
    return unit.createEntityManagerFactory();
  }

  @EveryPostgres
  void an_entity_lives_under_an_id_of_any_basic_type(TestServer server) {
    List<Class<?>> types = KINDS.stream().<Class<?>>map(kind -> kind.get().getClass()).toList();
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory = factory(database, types)) {
      KINDS.forEach(kind -> live(factory, kind.get()));
    }
  }

  private static void live(EntityManagerFactory factory, Noted noted) {
    String name = noted.getClass().getSimpleName();
    factory.runInTransaction(manager -> manager.persist(noted));
    factory.runInTransaction(
        manager -> {
          Noted found = found(manager, noted);
          assertNotNull(found, name);
          assertSame(
              found, manager.createQuery("from " + name, noted.getClass()).getSingleResult(), name);
          found.note = "changed";
        });
    factory.runInTransaction(
        manager -> {
          Noted found = found(manager, noted);
          assertEquals("changed", found.note, name);
          manager.remove(found);
        });
    assertNull(factory.callInTransaction(manager -> found(manager, noted)), name);
  }

  private static Noted found(EntityManager manager, Noted noted) {
    return manager.find(noted.getClass(), noted.key());
  }

  @MappedSuperclass
  abstract static class Counted {
    @Id int id = 1;
    String note;

    abstract Object version();
  }

  @Entity(name = "OfInt")
  static class OfInt extends Counted {
    @Version int version;

    @Override
    Object version() {
      return version;
    }
  }

  @Entity(name = "OfInteger")
  static class OfInteger extends Counted {
    @Version Integer version;

    @Override
    Object version() {
      return version;
    }
  }

  @Entity(name = "OfShort")
  static class OfShort extends Counted {
    @Version short version;

    @Override
    Object version() {
      return version;
    }
  }

  @Entity(name = "OfBoxedShort")
  static class OfBoxedShort extends Counted {
    @Version Short version;

    @Override
    Object version() {
      return version;
    }
  }

  @Entity(name = "OfLong")
  static class OfLong extends Counted {
    @Version long version;

    @Override
    Object version() {
      return version;
    }
  }

  @Entity(name = "OfBoxedLong")
  static class OfBoxedLong extends Counted {
    @Version Long version;

    @Override
    Object version() {
      return version;
    }
  }

  @Entity(name = "OfTimestamp")
  static class OfTimestamp extends Counted {
    @Version Timestamp version;

    @Override
    Object version() {
      return version;
    }
  }

  @Entity(name = "OfLocalTimestamp")
  static class OfLocalTimestamp extends Counted {
    @Version
    @Column(columnDefinition = "timestamp")
    Timestamp version;

    @Override
    Object version() {
      return version;
    }
  }

  @Entity(name = "OfInstant")
  static class OfInstant extends Counted {
    @Version Instant version;

    @Override
    Object version() {
      return version;
    }
  }

  @Entity(name = "OfLocalDateTime")
  static class OfLocalDateTime extends Counted {
    @Version LocalDateTime version;

    @Override
    Object version() {
      return version;
    }
  }

  @Test
  void a_version_of_any_type_moves_with_each_change() {
    List<Class<? extends Counted>> types =
        List.of(
            OfInt.class,
            OfInteger.class,
            OfShort.class,
            OfBoxedShort.class,
            OfLong.class,
            OfBoxedLong.class,
            OfTimestamp.class,
            OfLocalTimestamp.class,
            OfInstant.class,
            OfLocalDateTime.class);
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, List.copyOf(types))) {
      types.forEach(type -> moves(factory, type));
    }
  }

  private static void moves(EntityManagerFactory factory, Class<? extends Counted> type) {
    factory.runInTransaction(manager -> manager.persist(instance(type)));
    Object first = version(factory, type);
    factory.runInTransaction(manager -> manager.find(type, 1).note = "a");
    Object second = version(factory, type);
    assertEquals(
        1,
        compare(second, first),
        () -> "%s: %s after %s".formatted(type.getSimpleName(), second, first));
    factory.runInTransaction(manager -> manager.remove(manager.find(type, 1)));
    assertNull(factory.callInTransaction(manager -> manager.find(type, 1)));
  }

  private static Object version(EntityManagerFactory factory, Class<? extends Counted> type) {
    return factory.callInTransaction(manager -> manager.find(type, 1)).version();
  }

  @SuppressWarnings("unchecked") // both are versions of one entity
  private static int compare(Object one, Object other) {
    return Integer.signum(((Comparable<Object>) one).compareTo(other));
  }

  private static Counted instance(Class<? extends Counted> type) {
    try {
      return type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type.getName(), e);
    }
  }
}
