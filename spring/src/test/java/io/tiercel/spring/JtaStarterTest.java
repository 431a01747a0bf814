package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.tiercel.jdbc.TiercelXADataSource;
import io.tiercel.spring.sample.Application;
import io.tiercel.spring.sample.Books;
import io.tiercel.spring.sample.Catalogue;
import io.tiercel.spring.sample.Writer;
import io.tiercel.spring.sample.Writers;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnitTransactionType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The sample application with Spring's transaction manager for JTA over Narayana.
@NullUnmarked // a null where none is expected fails the test by itself
class JtaStarterTest {
  private static final Logger NARAYANA = Logger.getLogger("com.arjuna");

  @Configuration
  static class Jta {
    private final jakarta.transaction.TransactionManager transactions =
        com.arjuna.ats.jta.TransactionManager.transactionManager();
    private final TransactionSynchronizationRegistryImple registry =
        new TransactionSynchronizationRegistryImple();

    @Bean
    JtaTransactionManager transactionManager() {
      var manager =
          new JtaTransactionManager(
              com.arjuna.ats.jta.UserTransaction.userTransaction(), transactions);
      manager.setTransactionSynchronizationRegistry(registry);
      return manager;
    }

    @Bean(destroyMethod = "close")
    AgroalDataSource dataSource(Environment environment) throws SQLException {
      return AgroalDataSource.from(
          new AgroalDataSourceConfigurationSupplier()
              .connectionPoolConfiguration(
                  pool ->
                      pool.maxSize(10)
                          .transactionIntegration(
                              new NarayanaTransactionIntegration(transactions, registry))
                          .connectionFactoryConfiguration(
                              factory ->
                                  factory
                                      .connectionProviderClass(TiercelXADataSource.class)
                                      .jdbcUrl(environment.getProperty("spring.datasource.url")))));
    }
  }

  @BeforeAll
  static void log() throws Exception {
    NARAYANA.setLevel(Level.SEVERE);
    String directory = Files.createTempDirectory(Path.of("target"), "narayana").toString();
    BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class).setObjectStoreDir(directory);
    for (String store : List.of("stateStore", "communicationStore")) {
      BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
          .setObjectStoreDir(directory);
    }
  }

  private static ConfigurableApplicationContext run(String url) {
    return new SpringApplicationBuilder(Application.class, Jta.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.datasource.url=" + url,
            "spring.main.banner-mode=off",
            "logging.level.root=warn")
        .run();
  }

  @Test
  void repositories_and_jdbc_take_part_in_transactions_of_jta() {
    try (var database = TestServer.v18().newDatabase();
        var context = run(database.jdbcUrl())) {
      var factory = context.getBean(EntityManagerFactory.class);
      assertEquals(
          PersistenceUnitTransactionType.JTA,
          factory.unwrap(EntityManagerFactory.class).getTransactionType());
      var manager = context.getBean(PlatformTransactionManager.class);
      assertInstanceOf(JtaTransactionManager.class, manager);
      Writers writers = context.getBean(Writers.class);
      Books books = context.getBean(Books.class);
      var jdbc = context.getBean(JdbcTemplate.class);
      var transaction = new TransactionTemplate(manager);

      transaction.executeWithoutResult(
          status -> {
            Writer writer = new Writer("Nan Shepherd");
            writer.write("The Living Mountain", 1977);
            writers.saveAndFlush(writer);
            assertEquals(1, jdbc.queryForObject("select count(*) from book", Integer.class));
          });
      assertEquals(1, books.count());
      context.getBean(Catalogue.class).retitle("The Living Mountain", "Mountain");
      assertTrue(books.existsByTitle("Mountain"));
      assertEquals("Nan Shepherd", context.getBean(Catalogue.class).writerOf("Mountain"));

      assertThrows(
          IllegalStateException.class, () -> context.getBean(Catalogue.class).fail("Nobody"));
      assertTrue(writers.findByName("Nobody").isEmpty());

      transaction.executeWithoutResult(
          status -> {
            jdbc.update("insert into writer values (1000, 0, 'by jdbc')");
            writers.save(new Writer("by jpa"));
            status.setRollbackOnly();
          });
      assertEquals(1, writers.count());
    }
  }

  @Test
  void an_inner_transaction_is_one_of_its_own() {
    try (var database = TestServer.v18().newDatabase();
        var context = run(database.jdbcUrl())) {
      Writers writers = context.getBean(Writers.class);
      var manager = context.getBean(PlatformTransactionManager.class);
      var outer = new TransactionTemplate(manager);
      var inner = new TransactionTemplate(manager);
      inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
      outer.executeWithoutResult(
          status -> {
            writers.save(new Writer("outer"));
            inner.executeWithoutResult(own -> writers.save(new Writer("inner")));
            status.setRollbackOnly();
          });
      assertEquals(List.of("inner"), writers.findAll().stream().map(Writer::getName).toList());

      assertThrows(
          OptimisticLockingFailureException.class,
          () ->
              outer.executeWithoutResult(
                  status -> {
                    Writer mine = writers.findByName("inner").orElseThrow();
                    mine.setName("slow");
                    inner.executeWithoutResult(
                        own -> writers.findByName("inner").orElseThrow().setName("fast"));
                    writers.flush();
                  }));
      assertEquals(List.of("fast"), writers.findAll().stream().map(Writer::getName).toList());
    }
  }
}
