package io.tiercel.jpa.mapping;

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

  /// An identity column; its own sequence is asked for values in blocks, so that inserts batch.
  record Identity() implements IdGeneration {}

  /// A random or time-ordered UUID made in the client.
  record Uuid() implements IdGeneration {}
}
