package io.tiercel.jpa.request;

import io.tiercel.jpa.sql.ProcedureDeclaration;
import io.tiercel.jpa.statement.NamedQueries;
import io.tiercel.jpa.statement.QueryArguments;
import io.tiercel.jpa.statement.QueryArguments.QueryParameter;
import io.tiercel.jpa.statement.QuerySettings;
import io.tiercel.jpa.unit.ManagerState;
import jakarta.persistence.LockModeType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A stored procedure as the source of a query's parameters and settings; it is run by its
/// [TiercelProcedureQuery].
record ProcedureSource(ProcedureDeclaration declaration) implements QuerySource {
  @Override
  public String text() {
    return declaration.procedure();
  }

  @Override
  public boolean isNative() {
    return true;
  }

  @Override
  public NamedQueries.Named named(QuerySettings settings) {
    throw new IllegalStateException("a stored procedure query is named by its declaration");
  }

  @Override
  public List<QueryParameter> parameters() {
    return declaration.parameters().stream()
        .map(parameter -> new QueryParameter(parameter.key(), parameter.type(), false))
        .toList();
  }

  @Override
  public boolean isSelect() {
    return true;
  }

  @Override
  public void tellShared(ManagerState state) {
    state.context().writesAny();
  }

  @Override
  public Statement statement(
      QueryArguments arguments,
      @Nullable Integer first,
      @Nullable Integer max,
      LockModeType lock,
      String lockSuffix) {
    throw new IllegalStateException("a stored procedure query is run by execute()");
  }
}
