package io.tiercel.spring;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.jta.JtaTransactionManager;

/// What the provider has to know of the transactions of JTA that Spring takes part in. A class of
/// its own, so that applications without `jakarta.transaction` never load it.
final class JtaSettings {
  private JtaSettings() {}

  /// Nothing where Spring found no transaction manager: then the provider looks into JNDI.
  static Map<String, Object> of(JtaTransactionManager spring) {
    Map<String, Object> properties = new HashMap<>();
    var registry = spring.getTransactionSynchronizationRegistry();
    var manager = spring.getTransactionManager();
    put(properties, "tiercel.transaction.manager", manager == null ? registry : manager);
    put(properties, "tiercel.transaction.registry", registry);
    return properties;
  }

  private static void put(Map<String, Object> properties, String name, @Nullable Object value) {
    if (value != null) {
      properties.put(name, value);
    }
  }
}
