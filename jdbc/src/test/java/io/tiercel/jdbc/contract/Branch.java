package io.tiercel.jdbc.contract;

import java.nio.charset.StandardCharsets;
import javax.transaction.xa.Xid;

/// A branch of a distributed transaction, as a manager names it.
record Branch(int getFormatId, String global, String branch) implements Xid {
  @Override
  public byte[] getGlobalTransactionId() {
    return global.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] getBranchQualifier() {
    return branch.getBytes(StandardCharsets.UTF_8);
  }
}
