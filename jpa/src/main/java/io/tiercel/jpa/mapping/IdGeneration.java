package io.tiercel.jpa.mapping;

import java.util.List;

/// Where an entity's id comes from (Jakarta Persistence 3.2, section 11.1.20).
public sealed interface IdGeneration {

  /// The application sets it before `persist`.
  record Assigned() implements IdGeneration {}

  /// A sequence whose increment is the allocation size; one value covers a block of ids.
  ///
  /// @param sequence the sequence, with its schema
  /// @param allocationSize ids per value of the sequence, at least 1
  /// @param initialValue the first id, for generated schemas
  /// @param options SQL text for generated schemas, put after `create sequence …`, empty for none
  record Sequence(Table sequence, int allocationSize, long initialValue, String options)
      implements IdGeneration {}

  /// A row of a table that counts ids (section 11.1.53): its value is the last id handed out.
  ///
  /// @param table the table of counters, with its schema
  /// @param keyColumn holds the names of counters
  /// @param valueColumn holds their values
  /// @param key this counter's name
  /// @param initialValue the value of a counter that no row is there for yet
  /// @param allocationSize ids taken at once, at least 1
  /// @param indexes declared by the annotation, for generated schemas
  /// @param options SQL text for generated schemas, put after `create table …`, empty for none
  record Counter(
      Table table,
      Column keyColumn,
      Column valueColumn,
      String key,
      long initialValue,
      int allocationSize,
      List<EntityMapping.Index> indexes,
      String options)
      implements IdGeneration {
    public Counter {
      indexes = List.copyOf(indexes);
    }
  }

  /// An identity column; its own sequence is asked for values in blocks, so that inserts batch.
  record Identity() implements IdGeneration {}

  /// A random or time-ordered UUID made in the client.
  record Uuid() implements IdGeneration {}
}
