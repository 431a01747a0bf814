package io.tiercel.jpa.jta;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.tiercel.jdbc.TiercelXADataSource;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.NullUnmarked;

/// A real transaction manager, with pools that enlist their connections. A JVM has one of it.
@NullUnmarked
final class Narayana {
  private static final String NODE = "tiercel-test";
  private static final TransactionSynchronizationRegistry REGISTRY =
      new TransactionSynchronizationRegistryImple();

  private static final Logger LOGGER = Logger.getLogger("com.arjuna");

  private static Path log;

  private Narayana() {}

  /// The directory of the transaction log, one for all tests of a JVM.
  static synchronized Path log() {
    if (log == null) {
      try {
        logIn(Files.createTempDirectory(Path.of("target"), "narayana"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return log;
  }

  /// Names the directory of the transaction log; to be called before anything else.
  static synchronized void logIn(Path directory) {
    log = directory;
    // It tells of every failure that a test provokes.
    LOGGER.setLevel(Level.OFF);
    BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class)
        .setObjectStoreDir(directory.toString());
    for (String store : List.of("stateStore", "communicationStore")) {
      BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
          .setObjectStoreDir(directory.toString());
    }
    try {
      arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(NODE);
    } catch (CoreEnvironmentBeanException e) {
      throw new IllegalStateException(e);
    }
    var jta = jtaPropertyManager.getJTAEnvironmentBean();
    jta.setXaRecoveryNodes(List.of(NODE));
    jta.setOrphanSafetyInterval(1);
    recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryBackoffPeriod(1);
  }

  static TransactionManager manager() {
    log();
    return com.arjuna.ats.jta.TransactionManager.transactionManager();
  }

  /// By reflection: it declares an exception whose class needs the module java.rmi, which this one
  /// does not require.
  static void resume(Transaction suspended) throws ReflectiveOperationException {
    TransactionManager.class.getMethod("resume", Transaction.class).invoke(manager(), suspended);
  }

  static TransactionSynchronizationRegistry registry() {
    return REGISTRY;
  }

  /// A pool over our XADataSource.
  static AgroalDataSource pool(String url) {
    try {
      return AgroalDataSource.from(
          new AgroalDataSourceConfigurationSupplier()
              .connectionPoolConfiguration(
                  pool ->
                      pool.maxSize(5)
                          .acquisitionTimeout(Duration.ofSeconds(10))
                          .transactionIntegration(
                              new NarayanaTransactionIntegration(manager(), registry()))
                          .connectionFactoryConfiguration(
                              factory ->
                                  factory
                                      .connectionProviderClass(TiercelXADataSource.class)
                                      .jdbcUrl(url))));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Ends what a failure has left, as the recovery of a server does all the time.
  ///
  /// @param urls of the databases that may know of it
  static void recover(String... urls) {
    RecoveryManager recovery = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
    var helpers = List.of(urls).stream().map(Helper::new).toList();
    XARecoveryModule module =
        recovery.getModules().stream()
            .filter(XARecoveryModule.class::isInstance)
            .map(XARecoveryModule.class::cast)
            .findFirst()
            .orElseThrow();
    helpers.forEach(module::addXAResourceRecoveryHelper);
    try {
      recovery.scan();
      recovery.scan();
    } finally {
      helpers.forEach(module::removeXAResourceRecoveryHelper);
      helpers.forEach(Helper::close);
    }
  }

  private static final class Helper implements XAResourceRecoveryHelper {
    private final XAConnection connection;

    Helper(String url) {
      var source = new TiercelXADataSource();
      source.setUrl(url);
      try {
        connection = source.getXAConnection();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public boolean initialise(String properties) {
      return true;
    }

    @Override
    public XAResource[] getXAResources() throws SQLException {
      return new XAResource[] {connection.getXAResource()};
    }

    void close() {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
