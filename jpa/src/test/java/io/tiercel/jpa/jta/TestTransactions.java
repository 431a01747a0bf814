package io.tiercel.jpa.jta;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tiercel.jdbc.TiercelXADataSource;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.NullUnmarked;

/// A transaction manager of the size that tests need: one phase for one resource, two for several,
/// synchronizations, no recovery, no nesting. With it a DataSource as servers offer them: one
/// physical connection a transaction, whatever number of handles.
@NullUnmarked
final class TestTransactions implements TransactionManager {
  @SuppressWarnings("ThreadLocalUsage") // each test has a manager of its own
  private final ThreadLocal<Global> current = new ThreadLocal<>();

  private int transactions;

  private record Name(String global, int branch) implements Xid {
    @Override
    public int getFormatId() {
      return 1;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return global.getBytes(UTF_8);
    }

    @Override
    public byte[] getBranchQualifier() {
      return new byte[] {(byte) branch};
    }
  }

  private record Branch(XAResource resource, Xid xid) {}

  final class Global implements Transaction {
    private final String id = "tiercel test %d %d".formatted(System.nanoTime(), ++transactions);
    private final List<Branch> branches = new ArrayList<>();
    private final List<Synchronization> synchronizations = new ArrayList<>();
    private final List<Synchronization> interposed = new ArrayList<>();
    private final Map<DataSource, Connection> connections = new HashMap<>();
    private final List<XAConnection> physical = new ArrayList<>();
    private int status = Status.STATUS_ACTIVE;

    @Override
    public void commit() throws RollbackException, SystemException {
      Exception why = null;
      for (var synchronization : both()) {
        if (why == null && status == Status.STATUS_ACTIVE) {
          try {
            synchronization.beforeCompletion();
          } catch (RuntimeException e) {
            why = e;
          }
        }
      }
      if (why == null && status == Status.STATUS_ACTIVE) {
        try {
          finish();
          over(Status.STATUS_COMMITTED);
          return;
        } catch (XAException e) {
          why = e;
        }
      }
      rollback();
      var failure = new RollbackException("rolled back instead of committed");
      failure.initCause(why);
      throw failure;
    }

    private List<Synchronization> both() {
      var both = new ArrayList<>(synchronizations);
      both.addAll(interposed);
      return both;
    }

    private void finish() throws XAException {
      for (var branch : branches) {
        branch.resource().end(branch.xid(), XAResource.TMSUCCESS);
      }
      if (branches.size() > 1) {
        for (var branch : branches) {
          branch.resource().prepare(branch.xid());
        }
      }
      for (var branch : branches) {
        branch.resource().commit(branch.xid(), branches.size() == 1);
      }
    }

    @Override
    public void rollback() throws SystemException {
      for (var branch : branches) {
        try {
          branch.resource().end(branch.xid(), XAResource.TMFAIL);
        } catch (XAException e) {
          // It has ended already.
        }
        try {
          branch.resource().rollback(branch.xid());
        } catch (XAException e) {
          // It rolled back by itself.
        }
      }
      over(Status.STATUS_ROLLEDBACK);
    }

    private void over(int ended) throws SystemException {
      status = ended;
      try {
        for (var connection : physical) {
          connection.close();
        }
      } catch (SQLException e) {
        throw new SystemException(e.getMessage());
      }
      both().forEach(synchronization -> synchronization.afterCompletion(ended));
      if (current.get() == this) {
        current.remove();
      }
    }

    @Override
    public boolean enlistResource(XAResource resource) {
      try {
        var xid = new Name(id, branches.size());
        resource.start(xid, XAResource.TMNOFLAGS);
        branches.add(new Branch(resource, xid));
        return true;
      } catch (XAException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public boolean delistResource(XAResource resource, int flag) {
      return true;
    }

    @Override
    public int getStatus() {
      return status;
    }

    @Override
    public void registerSynchronization(Synchronization synchronization) {
      synchronizations.add(synchronization);
    }

    @Override
    public void setRollbackOnly() {
      status = Status.STATUS_MARKED_ROLLBACK;
    }
  }

  private Global required() {
    return Objects.requireNonNull(current.get(), "no transaction");
  }

  @Override
  public void begin() {
    if (current.get() != null) {
      throw new IllegalStateException("no nesting");
    }
    current.set(new Global());
  }

  @Override
  public void commit() throws RollbackException, SystemException {
    required().commit();
  }

  @Override
  public void rollback() throws SystemException {
    required().rollback();
  }

  @Override
  public int getStatus() {
    return current.get() == null ? Status.STATUS_NO_TRANSACTION : required().getStatus();
  }

  @Override
  public Global getTransaction() {
    return current.get();
  }

  @Override
  public void setRollbackOnly() {
    required().setRollbackOnly();
  }

  @Override
  public Transaction suspend() {
    var suspended = current.get();
    current.remove();
    return suspended;
  }

  @Override
  public void resume(Transaction transaction) {
    current.set((Global) transaction);
  }

  @Override
  public void setTransactionTimeout(int seconds) {
    throw new UnsupportedOperationException("no timeouts");
  }

  /// What a server offers to providers.
  TransactionSynchronizationRegistry registry() {
    return new TransactionSynchronizationRegistry() {
      @Override
      public Object getTransactionKey() {
        return current.get();
      }

      @Override
      public int getTransactionStatus() {
        return getStatus();
      }

      @Override
      public void registerInterposedSynchronization(Synchronization synchronization) {
        required().interposed.add(synchronization);
      }

      @Override
      public boolean getRollbackOnly() {
        return getStatus() == Status.STATUS_MARKED_ROLLBACK;
      }

      @Override
      public void setRollbackOnly() {
        TestTransactions.this.setRollbackOnly();
      }

      @Override
      public void putResource(Object key, Object value) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Object getResource(Object key) {
        throw new UnsupportedOperationException();
      }
    };
  }

  /// Enlists its connections in the transaction of the thread; outside of one they commit by
  /// themselves.
  DataSource dataSource(String url) {
    var xa = new TiercelXADataSource();
    xa.setURL(url);
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection" -> connection((DataSource) proxy, xa);
                  case "toString" -> "the JTA DataSource of the test";
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private Connection connection(DataSource dataSource, TiercelXADataSource xa) throws SQLException {
    var transaction = current.get();
    if (transaction == null) {
      var physical = xa.getXAConnection();
      return handle(physical.getConnection(), physical::close);
    }
    var shared = transaction.connections.get(dataSource);
    if (shared == null) {
      var physical = xa.getXAConnection();
      transaction.physical.add(physical);
      transaction.enlistResource(physical.getXAResource());
      shared = physical.getConnection();
      transaction.connections.put(dataSource, shared);
    }
    return handle(shared, () -> {});
  }

  private interface Closing {
    void close() throws SQLException;
  }

  private static Connection handle(Connection shared, Closing closing) {
    return (Connection)
        Proxy.newProxyInstance(
            TestTransactions.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (method.getName().equals("close")) {
                closing.close();
                return null;
              }
              try {
                return method.invoke(shared, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
