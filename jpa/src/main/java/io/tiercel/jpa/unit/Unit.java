package io.tiercel.jpa.unit;

import io.tiercel.jpa.criteria.UnitCriteriaBuilder;
import io.tiercel.jpa.criteria.extension.TiercelCriteriaBuilder;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.graph.NamedGraphs;
import io.tiercel.jpa.id.IdAllocators;
import io.tiercel.jpa.jta.JtaPlatform;
import io.tiercel.jpa.learn.Learner;
import io.tiercel.jpa.load.LearnedFinds;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.metamodel.StaticMetamodels;
import io.tiercel.jpa.metamodel.UnitMetamodel;
import io.tiercel.jpa.querycache.QueryResults;
import io.tiercel.jpa.readonly.SharedGraphs;
import io.tiercel.jpa.result.Arguments;
import io.tiercel.jpa.session.Limits;
import io.tiercel.jpa.settings.KnownHints;
import io.tiercel.jpa.settings.OperationOptions;
import io.tiercel.jpa.settings.TimeLimits;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.sql.ResultSetMappings;
import io.tiercel.jpa.statement.NamedProcedures;
import io.tiercel.jpa.statement.NamedQueries;
import io.tiercel.jpa.statement.QueryPlans;
import io.tiercel.jpa.validation.UnitValidation;
import io.tiercel.jpa.write.TableCatalog;
import org.jspecify.annotations.Nullable;

/// What all EntityManagers of a factory share. Safe for any number of threads.
public final class Unit {
  private final UnitProperties properties;
  private final UnitMapping mapping;
  private final Database database;
  private final UnitValidation validation;
  private final @Nullable JtaPlatform jta;
  private final @Nullable SharedEntities shared;
  private final @Nullable QueryResults results;
  private final Descriptors descriptors;
  private final @Nullable SharedGraphs sharedGraphs;
  private final Arguments arguments;
  private final IdAllocators ids = new IdAllocators();
  private final boolean readsOnly;

  /// Null until they are asked for: a value that is none is refused by who needs it.
  private volatile @Nullable Limits limits;

  private final Learner learner = new Learner();
  private final @Nullable LearnedFinds learnedFinds;
  private final TableCatalog catalog = new TableCatalog();
  private final QueryPlans plans;
  private final ResultSetMappings resultSetMappings;
  private final NamedQueries namedQueries;
  private final NamedProcedures namedProcedures;
  private final UnitMetamodel metamodel;

  /// Null until it is asked for: its classes are many. Guarded by this.
  private @Nullable TiercelCriteriaBuilder criteriaBuilder;

  private final NamedGraphs graphs;
  private final KnownHints knownHints = new KnownHints();

  public Unit(
      UnitProperties properties,
      UnitMapping mapping,
      Database database,
      UnitValidation validation,
      @Nullable JtaPlatform jta) {
    this.properties = properties;
    this.mapping = mapping;
    this.database = database;
    this.validation = validation;
    this.jta = jta;
    this.shared =
        SharedEntities.of(properties.unitName(), properties.shared(), mapping, database.pool());
    this.results = shared == null ? null : new QueryResults(shared);
    this.descriptors = new Descriptors(mapping, validation, shared);
    this.sharedGraphs = shared == null ? null : new SharedGraphs(shared, descriptors, catalog);
    Object readOnly = properties.values().get(OperationOptions.READ_ONLY);
    this.readsOnly = readOnly != null && OperationOptions.isReadOnly(readOnly);
    this.learnedFinds = properties.learnsFetching() ? new LearnedFinds(learner, descriptors) : null;
    this.arguments = new Arguments(descriptors);
    this.plans = new QueryPlans(mapping);
    this.metamodel = new UnitMetamodel(mapping);
    this.graphs = new NamedGraphs(metamodel, mapping);
    this.resultSetMappings = new ResultSetMappings(mapping);
    this.namedQueries = new NamedQueries(mapping, plans, resultSetMappings);
    new StaticMetamodels(metamodel, mapping, namedQueries::reference, graphs::get).fill();
    this.namedProcedures = new NamedProcedures(mapping);
  }

  public UnitProperties properties() {
    return properties;
  }

  public UnitMapping mapping() {
    return mapping;
  }

  public Database database() {
    return database;
  }

  public UnitValidation validation() {
    return validation;
  }

  /// The transactions of the platform; null in a unit that is resource-local.
  public @Nullable JtaPlatform jta() {
    return jta;
  }

  /// The entities in the shared cache; null when the unit has none.
  public @Nullable SharedEntities shared() {
    return shared;
  }

  /// What all share who only read; null when the unit has no shared cache.
  public @Nullable SharedGraphs sharedGraphs() {
    return sharedGraphs;
  }

  /// The stored results of queries; null when the unit has no shared cache.
  public @Nullable QueryResults results() {
    return results;
  }

  public Descriptors descriptors() {
    return descriptors;
  }

  /// The limits on time that the properties of the unit set; IllegalArgumentException when one of
  /// them is none.
  Limits limits() {
    Limits known = limits;
    if (known == null) {
      known = TimeLimits.of(properties.values(), Limits.NONE);
      limits = known;
    }
    return known;
  }

  /// Whether what is found is only read, unless a manager or a find says otherwise.
  boolean readsOnly() {
    return readsOnly;
  }

  /// What this unit has learned.
  public Learner learner() {
    return learner;
  }

  /// What its finds have learned to bring; null where nothing is learned.
  public @Nullable LearnedFinds learnedFinds() {
    return learnedFinds;
  }

  public Arguments arguments() {
    return arguments;
  }

  IdAllocators ids() {
    return ids;
  }

  public TableCatalog catalog() {
    return catalog;
  }

  public QueryPlans plans() {
    return plans;
  }

  public ResultSetMappings resultSetMappings() {
    return resultSetMappings;
  }

  public NamedProcedures namedProcedures() {
    return namedProcedures;
  }

  public NamedQueries namedQueries() {
    return namedQueries;
  }

  public synchronized TiercelCriteriaBuilder criteriaBuilder() {
    TiercelCriteriaBuilder known = criteriaBuilder;
    if (known == null) {
      known = new UnitCriteriaBuilder(metamodel);
      criteriaBuilder = known;
    }
    return known;
  }

  public NamedGraphs graphs() {
    return graphs;
  }

  /// What hints of finds say.
  public KnownHints knownHints() {
    return knownHints;
  }

  public UnitMetamodel metamodel() {
    return metamodel;
  }
}
