package io.tiercel.jpa.id;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.PersistenceException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// The id allocators of a unit, one for each generated id. Safe for any number of threads.
public final class IdAllocators {
  private final ConcurrentHashMap<Object, IdBlocks> blocks = new ConcurrentHashMap<>();

  /// The next id of a generated kind as a `Long`, or a `UUID`. May ask the database, through the
  /// session, for a block of values.
  public Object next(EntityDescriptor type, Session session) {
    Object value = generate(type, session);
    Class<?> columnType = type.mapping.id().column().columnType();
    if (value instanceof Long number && columnType != Long.class) {
      return narrow(number, columnType, type);
    }
    return columnType == String.class ? value.toString() : value;
  }

  private static Object narrow(long number, Class<?> columnType, EntityDescriptor type) {
    if (columnType == Integer.class) {
      return Math.toIntExact(number);
    }
    if (columnType == Short.class && number == (short) number) {
      return (short) number;
    }
    if (columnType == String.class) {
      return Long.toString(number);
    }
    if (columnType == BigInteger.class) {
      return BigInteger.valueOf(number);
    }
    if (columnType == BigDecimal.class) {
      return BigDecimal.valueOf(number);
    }
    throw new PersistenceException(
        "cannot make the generated value %d an id of %s, which is a %s"
            .formatted(number, type, columnType.getName()));
  }

  /// Asks before it makes any, as it is called for each new instance.
  private IdBlocks blocks(IdGeneration.Sequence of) {
    IdBlocks known = blocks.get(of.sequence());
    return known != null
        ? known
        : blocks.computeIfAbsent(
            of.sequence(),
            key -> SequenceSource.ofSequence(of.sequence().sql(), of.initialValue()));
  }

  private Object generate(EntityDescriptor type, Session session) {
    return switch (type.mapping.idGeneration()) {
      case IdGeneration.Sequence sequence -> blocks(sequence).next(session);
      case IdGeneration.Identity() ->
          blocks
              .computeIfAbsent(
                  type.root,
                  key ->
                      SequenceSource.ofIdentity(
                          type.root.table().sql(), type.mapping.id().column().name()))
              .next(session);
      case IdGeneration.Counter counter ->
          blocks
              .computeIfAbsent(
                  List.of(counter.table(), counter.key()), key -> CounterSource.blocks(counter))
              .next(session);
      case IdGeneration.Uuid() -> TimeOrderedUuid.next();
      case IdGeneration.Assigned() ->
          throw new IllegalStateException("the application assigns the id of " + type);
    };
  }
}
