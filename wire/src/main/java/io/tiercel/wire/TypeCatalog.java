package io.tiercel.wire;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.TypeDefinition;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The codecs of a connection: the built-in ones, and those of the enums, domains, composites and
/// extension types that its statements meet. These have other oids in each database, so they are
/// looked up in `pg_type` once, when a statement first takes or returns them.
final class TypeCatalog {
  private final Statements statements;
  private final Set<Integer> asked = new HashSet<>();
  private Codecs codecs = Codecs.builtin();

  TypeCatalog(Statements statements) {
    this.statements = statements;
  }

  Codecs codecs() {
    return codecs;
  }

  /// Looks up the types of statements just described that are not known yet, in one round trip.
  void awaitTypesOf(List<PreparedStatement> described, Flight flight) {
    var unknown = new HashSet<Integer>();
    for (PreparedStatement statement : described) {
      statement.collectOids(oid -> !codecs.isKnown(oid) && asked.add(oid), unknown);
    }
    if (unknown.isEmpty()) {
      return;
    }
    List<TypeDefinition> definitions = awaitDefinitions(List.copyOf(unknown), flight);
    codecs = codecs.with(definitions);
    described.forEach(PreparedStatement::planFormats);
  }

  private List<TypeDefinition> awaitDefinitions(List<Integer> oids, Flight flight) {
    Session session = statements.session();
    PreparedStatement query = statements.cached(TypeDefinition.QUERY);
    statements.awaitDescribed(query, flight);
    var definitions = new ArrayList<TypeDefinition>();
    boolean inScope = session.isScopeOpen();
    var found = new Flight();
    statements.bind(found, query, row -> definitions.add(definition(row)), oids);
    statements.awaitScope(inScope, found);
    if (inScope) {
      found.passTo(flight);
    }
    found.throwFailure();
    return definitions;
  }

  private static TypeDefinition definition(DataRow row) {
    return new TypeDefinition(
        oid(row, 0),
        text(row.getString(1)),
        letter(row, 2),
        letter(row, 3),
        oid(row, 4),
        oid(row, 5),
        oid(row, 6),
        letter(row, 7),
        oid(row, 8),
        oids(row.get(9, long[].class)));
  }

  private static List<Integer> oids(long @Nullable [] oids) {
    return oids == null ? List.of() : Arrays.stream(oids).mapToObj(oid -> (int) oid).toList();
  }

  private static int oid(DataRow row, int i) {
    return (int) row.getLong(i); // unsigned on the server, and kept as its bits here
  }

  private static char letter(DataRow row, int i) {
    return text(row.getString(i)).charAt(0);
  }

  private static String text(@Nullable String value) {
    return value == null || value.isEmpty() ? "?" : value;
  }
}
