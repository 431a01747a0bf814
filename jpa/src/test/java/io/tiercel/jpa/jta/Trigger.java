package io.tiercel.jpa.jta;

import java.io.Serial;
import java.io.Serializable;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.NullUnmarked;

/// A resource without work of its own that does something when it is prepared or committed.
/// Enlisted last it is prepared when all others are; enlisted first it is committed when the
/// decision has been logged, and before all others. What the transaction log holds of it does
/// nothing.
@NullUnmarked
final class Trigger implements XAResource, Serializable {
  @Serial private static final long serialVersionUID = 1;

  private final transient Runnable onPrepare;
  private final transient Runnable onCommit;

  private Trigger(Runnable onPrepare, Runnable onCommit) {
    this.onPrepare = onPrepare;
    this.onCommit = onCommit;
  }

  static Trigger onPrepare(Runnable doing) {
    return new Trigger(doing, null);
  }

  static Trigger onCommit(Runnable doing) {
    return new Trigger(null, doing);
  }

  private static void run(Runnable doing) {
    if (doing != null) {
      doing.run();
    }
  }

  @Override
  public int prepare(Xid xid) {
    run(onPrepare);
    return XA_OK;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) {
    run(onCommit);
  }

  @Override
  public void start(Xid xid, int flags) {}

  @Override
  public void end(Xid xid, int flags) {}

  @Override
  public void rollback(Xid xid) {}

  @Override
  public void forget(Xid xid) {}

  @Override
  public Xid[] recover(int flag) {
    return new Xid[0];
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other == this;
  }

  @Override
  public int getTransactionTimeout() {
    return 0;
  }

  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }
}
