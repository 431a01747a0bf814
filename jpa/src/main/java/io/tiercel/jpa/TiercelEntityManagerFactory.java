package io.tiercel.jpa;

import io.tiercel.jpa.bean.UnitBeans;
import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.criteria.extension.TiercelCriteriaBuilder;
import io.tiercel.jpa.format.StoredAs;
import io.tiercel.jpa.history.Histories;
import io.tiercel.jpa.jta.JtaPlatform;
import io.tiercel.jpa.jta.JtaPlatforms;
import io.tiercel.jpa.mapping.MappingOptions.ColumnName;
import io.tiercel.jpa.mapping.MappingOptions.FoundType;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.request.TiercelProcedureQuery;
import io.tiercel.jpa.request.TiercelQuery;
import io.tiercel.jpa.schema.action.SchemaActions;
import io.tiercel.jpa.schema.action.UnitSchema;
import io.tiercel.jpa.settings.DeclarationRules;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.unit.Database;
import io.tiercel.jpa.unit.MappedUnit;
import io.tiercel.jpa.unit.Unit;
import io.tiercel.jpa.validation.UnitValidation;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.Cache;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.Lob;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PersistenceUnitTransactionType;
import jakarta.persistence.PersistenceUnitUtil;
import jakarta.persistence.Query;
import jakarta.persistence.SchemaManager;
import jakarta.persistence.SynchronizationType;
import jakarta.persistence.TypedQueryReference;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.metamodel.Metamodel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A persistence unit in use. Safe for any number of threads; the EntityManagers it makes are not.
final class TiercelEntityManagerFactory implements EntityManagerFactory {
  private final UnitDefinition definition;
  private final Unit unit;
  private final SchemaActions schema;
  private volatile boolean open = true;

  private TiercelEntityManagerFactory(UnitDefinition definition, Unit unit, SchemaActions schema) {
    this.definition = definition;
    this.unit = unit;
    this.schema = schema;
  }

  /// Opens a unit and does its schema actions.
  static TiercelEntityManagerFactory open(UnitDefinition declared) {
    UnitDefinition definition = Tuning.of(declared);
    UnitProperties properties = UnitProperties.of(definition);
    DeclarationRules.check(definition);
    JtaPlatform jta =
        properties.isJta() ? JtaPlatforms.find(definition.name(), properties.values()) : null;
    UnitMapping mapping = MappedUnit.of(definition, properties);
    UnitValidation validation =
        UnitValidation.open(
            definition, DeclarationRules.validationMode(definition), LoadStates::isPresent);
    Database database = Database.open(properties);
    try {
      return open(definition, new Unit(properties, mapping, database, validation, jta));
    } catch (RuntimeException e) {
      try (validation;
          UnitBeans _ = mapping.beans()) {
        database.close();
      }
      throw e;
    }
  }

  /// Tables say how `@Lob` attributes are stored, unless a property says it, and durations, and
  /// which parts of attributes in a format have columns of their own: those
  /// that are there before a schema action, which passes over them, and those that it made.
  private static TiercelEntityManagerFactory open(UnitDefinition definition, Unit unit) {
    TiercelEntityManagerFactory factory = of(definition, unit);
    boolean lobs = unit.properties().tablesTellOfLobs() && unit.mapping().hasAttribute(Lob.class);
    boolean durations = unit.mapping().hasAttributeOf(Duration.class);
    boolean formats = unit.mapping().hasAttribute(StoredAs.class);
    boolean looks = lobs || durations || formats;
    if (looks && !factory.schema.dropsTables()) {
      factory = factory.asFound(lobs, durations, formats);
    }
    factory.schema.run();
    return looks && factory.schema.makesTables()
        ? factory.asFound(lobs, durations, formats)
        : factory;
  }

  private TiercelEntityManagerFactory asFound(boolean lobs, boolean durations, boolean formats) {
    Map<ColumnName, FoundType> found =
        lobs || durations ? schema.foundColumns(lobs, durations) : Map.of();
    Map<Table, Map<String, String>> generated = formats ? schema.generatedColumns() : Map.of();
    if (found.isEmpty() && generated.isEmpty()) {
      return this;
    }
    var options = unit.properties().mappingOptions().with(found, generated);
    var mapping = MappedUnit.of(definition, options, unit.mapping().beans());
    return of(
        definition,
        new Unit(unit.properties(), mapping, unit.database(), unit.validation(), unit.jta()));
  }

  private static TiercelEntityManagerFactory of(UnitDefinition definition, Unit unit) {
    SchemaActions schema =
        new SchemaActions(
            definition,
            unit.properties(),
            unit.mapping(),
            unit.database()::pool,
            () -> unit.catalog().clear());
    return new TiercelEntityManagerFactory(definition, unit, schema);
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException(
          "the EntityManagerFactory of \"%s\" is closed".formatted(definition.name()));
    }
  }

  @Override
  public EntityManager createEntityManager() {
    return createEntityManager(Map.of());
  }

  @Override
  public EntityManager createEntityManager(@Nullable Map<?, ?> properties) {
    return open(properties, true);
  }

  @Override
  public EntityManager createEntityManager(SynchronizationType type) {
    return createEntityManager(type, Map.of());
  }

  @Override
  public EntityManager createEntityManager(
      SynchronizationType type, @Nullable Map<?, ?> properties) {
    requireOpen();
    if (unit.jta() == null) {
      throw new IllegalStateException(
          "persistence unit \"%s\" is resource-local, it has no JTA synchronization"
              .formatted(definition.name()));
    }
    return open(properties, type != SynchronizationType.UNSYNCHRONIZED);
  }

  private EntityManager open(@Nullable Map<?, ?> properties, boolean isSynchronized) {
    requireOpen();
    Map<String, Object> own = Map.of();
    if (properties != null && !properties.isEmpty()) {
      Map<String, Object> given = new HashMap<>();
      own = given;
      properties.forEach((name, value) -> given.put(String.valueOf(name), value));
    }
    return new TiercelEntityManager(this, unit, own, isSynchronized);
  }

  @Override
  public CriteriaBuilder getCriteriaBuilder() {
    requireOpen();
    return unit.criteriaBuilder();
  }

  @Override
  public Metamodel getMetamodel() {
    requireOpen();
    return unit.metamodel();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    requireOpen();
    open = false;
    try (UnitValidation _ = unit.validation();
        UnitBeans _ = unit.mapping().beans();
        SharedEntities _ = unit.shared()) {
      unit.database().close();
    }
  }

  @Override
  public String getName() {
    return definition.name();
  }

  @Override
  public Map<String, Object> getProperties() {
    requireOpen();
    return definition.properties();
  }

  @Override
  public Cache getCache() {
    requireOpen();
    SharedEntities shared = unit.shared();
    return shared == null
        ? new NoCache(this::requireOpen, type -> unit.descriptors().of(type))
        : new UnitCache(this::requireOpen, type -> unit.descriptors().of(type), shared);
  }

  @Override
  public PersistenceUnitUtil getPersistenceUnitUtil() {
    requireOpen();
    return new UnitUtil(unit.descriptors());
  }

  @Override
  public PersistenceUnitTransactionType getTransactionType() {
    requireOpen();
    return unit.jta() == null
        ? PersistenceUnitTransactionType.RESOURCE_LOCAL
        : PersistenceUnitTransactionType.JTA;
  }

  @Override
  public SchemaManager getSchemaManager() {
    requireOpen();
    return new UnitSchema(schema);
  }

  @Override
  public void addNamedQuery(String name, Query query) {
    requireOpen();
    if (query instanceof TiercelProcedureQuery procedure) {
      unit.namedProcedures().add(name, procedure.declaration());
    } else {
      unit.namedQueries().add(name, query.unwrap(TiercelQuery.class).named());
    }
  }

  /// To [LearnedFetches]: what its reads have learned to bring.
  /// To [ConnectionStatistics]: what all connections of this factory have done so far. To
  /// [TiercelCriteriaBuilder]: the CriteriaBuilder with what it has beside the specification.
  /// To [Histories]: what takes care of the former rows of entities.
  @Override
  public <T> T unwrap(Class<T> type) {
    requireOpen();
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    if (type == LearnedFetches.class) {
      return type.cast(new LearnedFetches(unit.learner().learned()));
    }
    if (type == ConnectionStatistics.class) {
      return type.cast(unit.database().pool().statistics());
    }
    if (type == TiercelCriteriaBuilder.class) {
      return type.cast(unit.criteriaBuilder());
    }
    if (type == Histories.class) {
      return type.cast(new UnitHistories(this, unit.mapping()));
    }
    throw new PersistenceException(
        "cannot unwrap an EntityManagerFactory to %s"
            .formatted(type == null ? null : type.getName()));
  }

  @Override
  public <T> void addNamedEntityGraph(String name, EntityGraph<T> graph) {
    requireOpen();
    unit.graphs().add(name, graph);
  }

  @Override
  public <R> Map<String, TypedQueryReference<R>> getNamedQueries(Class<R> resultType) {
    requireOpen();
    return unit.namedQueries().of(resultType);
  }

  @Override
  public <E> Map<String, EntityGraph<? extends E>> getNamedEntityGraphs(Class<E> entityType) {
    requireOpen();
    return unit.graphs().byName(entityType);
  }

  @Override
  public void runInTransaction(Consumer<EntityManager> work) {
    callInTransaction(
        manager -> {
          work.accept(manager);
          return true;
        });
  }

  @Override
  public <R> R callInTransaction(Function<EntityManager, R> work) {
    requireOpen();
    JtaPlatform jta = unit.jta();
    if (jta != null) {
      return callInJtaTransaction(jta, work);
    }
    try (EntityManager manager = createEntityManager()) {
      EntityTransaction transaction = manager.getTransaction();
      transaction.begin();
      try {
        R result = work.apply(manager);
        if (transaction.getRollbackOnly()) {
          transaction.rollback();
        } else {
          transaction.commit();
        }
        return result;
      } finally {
        if (transaction.isActive()) {
          transaction.rollback();
        }
      }
    }
  }

  /// In the transaction of the thread, or one of its own.
  private <R> R callInJtaTransaction(JtaPlatform jta, Function<EntityManager, R> work) {
    boolean isOwn = jta.transaction() == null;
    if (isOwn) {
      jta.begin();
    }
    boolean isDone = false;
    try {
      R result;
      try (EntityManager manager = createEntityManager()) {
        result = work.apply(manager);
      }
      isDone = true;
      if (isOwn && !jta.isRollbackOnly()) {
        jta.commit();
      }
      return result;
    } finally {
      if (!isDone) {
        jta.setRollbackOnly();
      }
      if (isOwn && jta.transaction() != null && jta.isActive()) {
        jta.rollback();
      }
    }
  }
}
