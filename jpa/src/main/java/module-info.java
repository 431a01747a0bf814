import io.tiercel.jpa.TiercelPersistenceProvider;
import org.jspecify.annotations.NullMarked;

/// The Jakarta Persistence 3.2 provider.
@NullMarked
module io.tiercel.jpa {
  requires static io.tiercel.jdbc; // for those who ask for a java.sql.Connection
  requires static jakarta.cdi; // for those who give a BeanManager
  requires static jakarta.transaction; // for units of transaction type JTA
  requires static jakarta.validation; // for those who have a Bean Validation provider
  requires static org.jspecify;
  requires io.tiercel.wire;
  requires transitive io.tiercel.cache; // for those who unwrap its statistics
  requires java.naming;
  requires java.sql;
  requires java.xml;
  requires transitive jakarta.persistence;

  exports io.tiercel.jpa;
  exports io.tiercel.jpa.bean;
  exports io.tiercel.jpa.criteria.extension;
  exports io.tiercel.jpa.error;
  exports io.tiercel.jpa.format;
  exports io.tiercel.jpa.history;
  exports io.tiercel.jpa.access; // generated subclasses of entities implement LazyInstance

  uses io.tiercel.wire.spi.ServerLocator;

  provides jakarta.persistence.spi.PersistenceProvider with
      TiercelPersistenceProvider;
}
