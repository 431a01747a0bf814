package io.tiercel.jpa.jta;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.tiercel.jdbc.TiercelXADataSource;
import io.tiercel.jpa.jta.Accounts.Account;
import io.tiercel.testkit.DocumentedExamples;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceUnitTransactionType;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The example of `docs/jta.md`, run.
@Timeout(60)
@NullUnmarked
class JtaExampleTest {
  @Test
  void the_page_has_no_other_examples() throws IOException {
    DocumentedExamples.assertAllStandIn(
        Path.of("src/test/java/io/tiercel/jpa/jta/JtaExampleTest.java"), Path.of("../docs/jta.md"));
  }

  @Test
  void a_unit_takes_part_in_transactions_of_the_manager() throws Exception {
    Narayana.log();
    try (var database = TestServer.v18().newDatabase()) {
      String url = database.jdbcUrl();
      TransactionManager transactions = com.arjuna.ats.jta.TransactionManager.transactionManager();
      TransactionSynchronizationRegistry registry = new TransactionSynchronizationRegistryImple();
      var pool =
          AgroalDataSource.from(
              new AgroalDataSourceConfigurationSupplier()
                  .connectionPoolConfiguration(
                      settings ->
                          settings
                              .maxSize(10)
                              .transactionIntegration(
                                  new NarayanaTransactionIntegration(transactions, registry))
                              .connectionFactoryConfiguration(
                                  factory ->
                                      factory
                                          .connectionProviderClass(TiercelXADataSource.class)
                                          .jdbcUrl(url))));

      var unit = new PersistenceConfiguration("bank").managedClass(Account.class);
      unit.transactionType(PersistenceUnitTransactionType.JTA);
      unit.property("jakarta.persistence.jtaDataSource", pool);
      unit.property("tiercel.transaction.manager", transactions);
      unit.property("tiercel.transaction.registry", registry);
      unit.property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create");
      var bank = unit.createEntityManagerFactory();

      transactions.begin();
      try (var manager = bank.createEntityManager()) {
        manager.persist(new Account(1, 100));
        manager.persist(new Account(2, 0));
        transactions.commit();
      }

      long cents =
          bank.callInTransaction(
              manager ->
                  manager
                      .createQuery("select sum(a.cents) from account a", Long.class)
                      .getSingleResult());
      assertEquals(100, cents);
      bank.close();
      pool.close();
    }
  }
}
