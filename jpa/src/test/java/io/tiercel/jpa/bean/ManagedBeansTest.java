package io.tiercel.jpa.bean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Inject;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PrePersist;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Jakarta Persistence 3.2, sections 3.6.1 and 3.9: entity listeners and converters with CDI, and
/// from other sources of beans.
@Timeout(60)
@NullUnmarked // a null where none is expected fails the test by itself
class ManagedBeansTest {
  private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

  @ApplicationScoped
  static class Clerk {
    String name() {
      return "clerk";
    }
  }

  static class Stamping {
    @Inject private Clerk clerk;

    @PostConstruct
    void ready() {
      EVENTS.add("listener ready for the " + clerk.name());
    }

    @PrePersist
    void stamp(Object letter) {
      ((Signed) letter).sign(clerk.name());
    }

    @PostPersist
    void sent(Object letter) {
      EVENTS.add("sent");
    }

    @PreDestroy
    void gone() {
      EVENTS.add("listener gone");
    }
  }

  interface Signed {
    void sign(String name);
  }

  record Seal(String motto) {}

  static class Sealing implements AttributeConverter<Seal, String> {
    private final Clerk clerk;

    @Inject
    Sealing(Clerk clerk) {
      this.clerk = clerk;
      EVENTS.add("converter made");
    }

    @Override
    public String convertToDatabaseColumn(Seal seal) {
      return clerk.name() + ":" + seal.motto();
    }

    @Override
    public Seal convertToEntityAttribute(String column) {
      return new Seal(column.substring(clerk.name().length() + 1));
    }

    @PreDestroy
    void gone() {
      EVENTS.add("converter gone");
    }
  }

  @Entity(name = "letter")
  @EntityListeners(Stamping.class)
  static class Letter implements Signed {
    @Id int id;
    String signature;

    @Convert(converter = Sealing.class)
    Seal seal;

    Letter() {}

    Letter(int id) {
      this.id = id;
      this.seal = new Seal("motto " + id);
    }

    @Override
    public void sign(String name) {
      signature = name;
    }
  }

  @Entity(name = "parcel")
  @EntityListeners(Stamping.class)
  static class Parcel implements Signed {
    @Id int id;
    String signature;

    @Override
    public void sign(String name) {
      signature = name;
    }
  }

  interface Nowhere {}

  static class Unsatisfied {
    @Inject Nowhere nowhere;

    @PrePersist
    void stamp(Object lost) {}
  }

  @Entity(name = "lost")
  @EntityListeners(Unsatisfied.class)
  static class Lost {
    @Id int id;
  }

  private TestDatabase database;
  private SeContainer container;

  @BeforeEach
  void open() {
    EVENTS.clear();
    database = TestServer.v18().newDatabase();
    container =
        SeContainerInitializer.newInstance()
            .disableDiscovery()
            .addBeanClasses(Clerk.class)
            .initialize();
  }

  @AfterEach
  void close() {
    container.close();
    database.close();
  }

  private EntityManagerFactory unit(Map<String, ?> properties, Class<?>... entities) {
    var unit =
        new PersistenceConfiguration("post")
            .property(PersistenceConfiguration.JDBC_URL, database.jdbcUrl())
            .property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "drop-and-create");
    List.of(entities).forEach(unit::managedClass);
    properties.forEach(unit::property);
    return unit.createEntityManagerFactory();
  }

  private EntityManagerFactory withCdi(Class<?>... entities) {
    return unit(Map.of(BeanSources.BEAN_MANAGER, container.getBeanManager()), entities);
  }

  @Test
  void beans_are_made_with_their_first_use_and_destroyed_with_the_factory() {
    var factory = withCdi(Letter.class, Parcel.class);
    factory.runInTransaction(manager -> manager.find(Letter.class, 1));
    assertEquals(List.of(), EVENTS);

    factory.runInTransaction(manager -> manager.persist(new Letter(1)));
    assertEquals(List.of("listener ready for the clerk", "converter made", "sent"), EVENTS);
    Letter found = factory.callInTransaction(manager -> manager.find(Letter.class, 1));
    assertEquals("clerk", found.signature);
    assertEquals(new Seal("motto 1"), found.seal);
    assertEquals(
        "clerk:motto 1",
        factory.callInTransaction(
            manager -> manager.createNativeQuery("select seal from letter").getSingleResult()));

    // One instance serves all.
    factory.runInTransaction(manager -> manager.persist(new Parcel()));
    factory.runInTransaction(manager -> manager.persist(new Letter(2)));
    assertEquals(5, EVENTS.size(), EVENTS::toString);
    EVENTS.clear();
    factory.close();
    assertEquals(List.of("converter gone", "listener gone"), EVENTS.stream().sorted().toList());
  }

  @Test
  void a_listener_that_cannot_be_injected_is_named() {
    try (var factory = withCdi(Lost.class)) {
      var failure =
          assertThrows(
              PersistenceException.class,
              () -> factory.runInTransaction(manager -> manager.persist(new Lost())));
      assertTrue(failure.getMessage().contains(Unsatisfied.class.getName()), failure::getMessage);
      assertTrue(failure.getMessage().contains("Nowhere"), failure::getMessage);
    }
  }

  @Test
  void another_source_goes_before_cdi() {
    List<Class<?>> asked = new ArrayList<>();
    BeanSource source =
        new BeanSource() {
          @Override
          public <T> Bean<T> create(Class<T> type) {
            asked.add(type);
            return new CdiBeans(container.getBeanManager()).create(type);
          }
        };
    var properties =
        Map.of(BeanSources.BEANS, source, BeanSources.BEAN_MANAGER, container.getBeanManager());
    try (var factory = unit(properties, Letter.class)) {
      factory.runInTransaction(manager -> manager.persist(new Letter(1)));
    }
    assertEquals(List.of(Stamping.class, Sealing.class), asked);
  }

  @Test
  void properties_of_another_class_are_refused() {
    for (String property : List.of(BeanSources.BEANS, BeanSources.BEAN_MANAGER)) {
      var failure =
          assertThrows(
              PersistenceException.class, () -> unit(Map.of(property, "cdi"), Letter.class));
      assertTrue(failure.getMessage().contains(property), failure::getMessage);
      assertTrue(failure.getMessage().contains("java.lang.String"), failure::getMessage);
    }
  }

  /// Both threads are in the source when either instance comes out.
  @Test
  void of_two_instances_made_at_once_one_is_destroyed() throws Exception {
    var both = new CyclicBarrier(2);
    var destroyed = new AtomicInteger();
    BeanSource source =
        new BeanSource() {
          @Override
          public <T> Bean<T> create(Class<T> type) {
            try {
              both.await(30, TimeUnit.SECONDS);
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
            return new Bean<>(type.cast(new AtomicInteger()), destroyed::incrementAndGet);
          }
        };
    var beans = new UnitBeans(source);
    var supplier =
        beans.of(AtomicInteger.class, (cause, mend) -> new PersistenceException(mend, cause));
    var results = new ArrayList<AtomicInteger>();
    Thread other = Thread.ofVirtual().start(() -> results.add(supplier.get()));
    AtomicInteger mine = supplier.get();
    other.join();
    assertTrue(results.getFirst() == mine);
    assertEquals(1, destroyed.get());
    beans.close();
    assertEquals(2, destroyed.get());
  }

  @Test
  void a_failure_while_one_is_destroyed_does_not_spare_the_others() {
    BeanSource source =
        new BeanSource() {
          @Override
          public <T> Bean<T> create(Class<T> type) {
            return new Bean<>(
                null,
                () -> {
                  EVENTS.add(type.getSimpleName());
                  throw new IllegalStateException(type.getSimpleName());
                });
          }
        };
    var beans = new UnitBeans(source);
    for (Class<?> type : List.of(Letter.class, Parcel.class, Lost.class)) {
      Object unused = beans.of(type, (cause, mend) -> new PersistenceException(mend, cause)).get();
    }
    var failure = assertThrows(IllegalStateException.class, beans::close);
    assertEquals(3, EVENTS.size());
    assertEquals(2, failure.getSuppressed().length);
    assertInstanceOf(IllegalStateException.class, failure.getSuppressed()[0]);
    beans.close();
    assertEquals(3, EVENTS.size());
  }
}
