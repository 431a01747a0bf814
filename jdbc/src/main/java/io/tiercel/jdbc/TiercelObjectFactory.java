package io.tiercel.jdbc;

import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import org.jspecify.annotations.Nullable;

/// Makes data sources from their JNDI references.
public final class TiercelObjectFactory implements ObjectFactory {
  /// For JNDI.
  public TiercelObjectFactory() {}

  @Override
  @SuppressWarnings("JdkObsolete") // the interface's own Hashtable
  public @Nullable Object getObjectInstance(
      Object object,
      @Nullable Name name,
      @Nullable Context context,
      @Nullable Hashtable<?, ?> environment) {
    if (!(object instanceof Reference reference)) {
      return null;
    }
    BaseDataSource source = empty(reference.getClassName());
    if (source != null) {
      source.take(reference);
    }
    return source;
  }

  private static @Nullable BaseDataSource empty(String className) {
    if (className.equals(TiercelDataSource.class.getName())) {
      return new TiercelDataSource();
    }
    if (className.equals(TiercelConnectionPoolDataSource.class.getName())) {
      return new TiercelConnectionPoolDataSource();
    }
    return className.equals(TiercelXADataSource.class.getName()) ? new TiercelXADataSource() : null;
  }
}
