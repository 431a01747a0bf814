package io.tiercel.jpa.jta;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;

/// A completion as `jakarta.transaction` calls it.
record Synchronized(JtaPlatform.Completion completion) implements Synchronization {
  @Override
  public void beforeCompletion() {
    completion.before();
  }

  @Override
  public void afterCompletion(int status) {
    completion.after(status == Status.STATUS_COMMITTED);
  }
}
