package io.tiercel.jpa.schema.action;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.schema.SchemaGenerator;
import io.tiercel.jpa.schema.SchemaStatement;
import io.tiercel.jpa.schema.ScriptSource;
import io.tiercel.jpa.settings.UnitProperties;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The statements of each schema action: made from the mapping, read from scripts, or both (Jakarta
/// Persistence 3.2, section 9.4: the properties `…create-source` and `…drop-source`).
final class SchemaSources {
  static final String LOAD_SCRIPT = "jakarta.persistence.sql-load-script-source";
  private static final String PRODUCT = "jakarta.persistence.database-product-name";

  private final UnitProperties properties;
  private final Supplier<SchemaGenerator> generator;
  private final @Nullable ScriptSource createScript;
  private final @Nullable ScriptSource dropScript;
  private final @Nullable ScriptSource loadScript;

  /// @param generator asked only for statements made from the mapping
  SchemaSources(
      UnitProperties properties, ClassLoader loader, Supplier<SchemaGenerator> generator) {
    this.properties = properties;
    this.generator = generator;
    this.createScript = script(PersistenceConfiguration.SCHEMAGEN_CREATE_SCRIPT_SOURCE, loader);
    this.dropScript = script(PersistenceConfiguration.SCHEMAGEN_DROP_SCRIPT_SOURCE, loader);
    this.loadScript = script(LOAD_SCRIPT, loader);
  }

  private @Nullable ScriptSource script(String property, ClassLoader loader) {
    Object source = properties.values().get(property);
    boolean named = source != null && !(source instanceof String text && text.isBlank());
    return source != null && named ? new ScriptSource(property, source, loader) : null;
  }

  /// The values of the source properties.
  private enum Source {
    METADATA,
    SCRIPT,
    METADATA_THEN_SCRIPT,
    SCRIPT_THEN_METADATA
  }

  /// Without the property a script, if there is one, is all.
  private Source source(String property, @Nullable ScriptSource script) {
    String value = properties.text(property);
    if (value == null || value.isBlank()) {
      return script == null ? Source.METADATA : Source.SCRIPT;
    }
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "metadata" -> Source.METADATA;
      case "script" -> Source.SCRIPT;
      case "metadata-then-script" -> Source.METADATA_THEN_SCRIPT;
      case "script-then-metadata" -> Source.SCRIPT_THEN_METADATA;
      default ->
          throw new PersistenceException(
              "property %s must be metadata, script, metadata-then-script or script-then-metadata, got \"%s\""
                  .formatted(property, value));
    };
  }

  /// @param present tables and sequences that are there and stay as they are
  List<SchemaStatement> create(boolean schemas, Supplier<Set<Table>> present) {
    return statements(
        PersistenceConfiguration.SCHEMAGEN_CREATE_SOURCE,
        PersistenceConfiguration.SCHEMAGEN_CREATE_SCRIPT_SOURCE,
        createScript,
        UnaryOperator.identity(),
        () -> {
          List<String> created = generator.get().create(present.get());
          return schemas ? List.of(generator.get().createSchemas(), created) : List.of(created);
        });
  }

  List<SchemaStatement> drop(boolean schemas) {
    return statements(
        PersistenceConfiguration.SCHEMAGEN_DROP_SOURCE,
        PersistenceConfiguration.SCHEMAGEN_DROP_SCRIPT_SOURCE,
        dropScript,
        SchemaStatement::asDrop,
        () -> schemas ? List.of(dropped(), generator.get().dropSchemas()) : List.of(dropped()));
  }

  private List<String> dropped() {
    return generator.get().drop();
  }

  private List<SchemaStatement> statements(
      String sourceProperty,
      String scriptProperty,
      @Nullable ScriptSource script,
      UnaryOperator<SchemaStatement> kind,
      Supplier<List<List<String>>> metadata) {
    Source source = source(sourceProperty, script);
    if (source == Source.METADATA) {
      return ofMapping(metadata.get());
    }
    if (script == null) {
      throw new PersistenceException(
          "property %s of persistence unit \"%s\" asks for a script, but %s names none"
              .formatted(sourceProperty, properties.unitName(), scriptProperty));
    }
    List<SchemaStatement> scripted = script.statements().stream().map(kind).toList();
    List<SchemaStatement> statements = new ArrayList<>();
    switch (source) {
      case METADATA, SCRIPT -> statements.addAll(scripted);
      case METADATA_THEN_SCRIPT -> {
        statements.addAll(ofMapping(metadata.get()));
        statements.addAll(scripted);
      }
      case SCRIPT_THEN_METADATA -> {
        statements.addAll(scripted);
        statements.addAll(ofMapping(metadata.get()));
      }
    }
    return statements;
  }

  private static List<SchemaStatement> ofMapping(List<List<String>> statements) {
    return statements.stream().flatMap(List::stream).map(SchemaStatement::ofMapping).toList();
  }

  /// What fills the tables; empty when nothing is to be loaded.
  List<SchemaStatement> load() {
    return loadScript == null ? List.of() : loadScript.statements();
  }

  List<SchemaStatement> truncate() {
    return ofMapping(List.of(List.of(generator.get().truncate())));
  }

  /// Scripts are written for PostgreSQL only, of any version that is supported.
  void checkProduct() {
    String product = properties.text(PRODUCT, "PostgreSQL").strip();
    if (!product.equalsIgnoreCase("PostgreSQL")) {
      throw new PersistenceException(
          "property %s of persistence unit \"%s\" is \"%s\", but schemas are generated for PostgreSQL only"
              .formatted(PRODUCT, properties.unitName(), product));
    }
  }
}
