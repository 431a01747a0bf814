package io.tiercel.jpa.jta;

import jakarta.persistence.PersistenceException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.util.Map;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/// Finds the transactions of the platform: what the unit names, or the registry that a Jakarta EE
/// server keeps in JNDI.
public final class JtaPlatforms {
  /// A `jakarta.transaction.TransactionManager` or `TransactionSynchronizationRegistry`, or the
  /// JNDI name of one.
  public static final String MANAGER = "tiercel.transaction.manager";

  /// A `jakarta.transaction.TransactionSynchronizationRegistry` object beside a
  /// `TransactionManager`.
  public static final String REGISTRY = "tiercel.transaction.registry";

  private static final String REGISTRY_NAME = "java:comp/TransactionSynchronizationRegistry";
  private static final String USER_TRANSACTION_NAME = "java:comp/UserTransaction";

  private JtaPlatforms() {}

  /// The transactions that a unit takes part in.
  ///
  /// @param properties those of the unit
  /// @throws PersistenceException when there is none, or what is there is something else
  public static JtaPlatform find(String unitName, Map<String, Object> properties) {
    try {
      return Found.of(unitName, properties.get(MANAGER), properties.get(REGISTRY));
    } catch (NoClassDefFoundError e) {
      throw new PersistenceException(
          "persistence unit \"%s\" has transaction type JTA, but jakarta.transaction is not there\nHint: add jakarta.transaction:jakarta.transaction-api and a transaction manager, or set the type to RESOURCE_LOCAL."
              .formatted(unitName),
          e);
    }
  }

  /// Apart, so that the class above loads without `jakarta.transaction`.
  private static final class Found {
    private Found() {}

    static JtaPlatform of(String unitName, @Nullable Object manager, @Nullable Object registry) {
      Object given = manager == null || manager.equals("") ? REGISTRY_NAME : manager;
      Object found = given instanceof String name ? named(unitName, name) : given;
      return switch (found) {
        case TransactionManager transactions ->
            new ManagerPlatform(transactions, registry(unitName, registry));
        case TransactionSynchronizationRegistry alone ->
            new RegistryPlatform(alone, () -> userTransaction(unitName));
        default ->
            throw new PersistenceException(
                "property %s of persistence unit \"%s\" must be a TransactionManager or a TransactionSynchronizationRegistry of jakarta.transaction, or the JNDI name of one, got a %s"
                    .formatted(MANAGER, unitName, found.getClass().getName()));
      };
    }

    private static @Nullable TransactionSynchronizationRegistry registry(
        String unitName, @Nullable Object value) {
      if (value == null || value instanceof TransactionSynchronizationRegistry) {
        return (TransactionSynchronizationRegistry) value;
      }
      throw new PersistenceException(
          "property %s of persistence unit \"%s\" must be a jakarta.transaction.TransactionSynchronizationRegistry, got a %s"
              .formatted(REGISTRY, unitName, value.getClass().getName()));
    }

    private static Object named(String unitName, String name) {
      try {
        return lookUp(name);
      } catch (NamingException e) {
        throw new PersistenceException(
            "could not find the transaction manager of persistence unit \"%s\" in JNDI as \"%s\": %s\nHint: set property %s to a TransactionManager or a TransactionSynchronizationRegistry, or the transaction type to RESOURCE_LOCAL."
                .formatted(unitName, name, e.getMessage(), MANAGER),
            e);
      }
    }

    private static UserTransaction userTransaction(String unitName) {
      try {
        if (lookUp(USER_TRANSACTION_NAME) instanceof UserTransaction transaction) {
          return transaction;
        }
        throw new PersistenceException(USER_TRANSACTION_NAME + " is no UserTransaction");
      } catch (NamingException e) {
        throw new PersistenceException(
            "cannot begin a transaction for persistence unit \"%s\": %s is not in JNDI (%s)\nHint: begin it before, or set property %s to a TransactionManager."
                .formatted(unitName, USER_TRANSACTION_NAME, e.getMessage(), MANAGER),
            e);
      }
    }

    @SuppressWarnings("BanJNDI") // the names are the platform's or the unit's own declaration
    private static Object lookUp(String name) throws NamingException {
      Object found = new InitialContext().lookup(name);
      if (found == null) {
        throw new NamingException("nothing is bound to it");
      }
      return found;
    }
  }
}
