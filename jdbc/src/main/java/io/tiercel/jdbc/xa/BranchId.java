package io.tiercel.jdbc.xa;

import java.util.Arrays;
import java.util.Base64;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/// The name of a transaction's branch, as PostgreSQL keeps it: `format_gtrid_bqual`, the latter two
/// in base64. This is pgjdbc's spelling, so either driver can finish what the other has prepared.
record BranchId(int formatId, String gtrid, String bqual) implements Xid {
  private static final int PARTS = 3;

  static BranchId of(Xid xid) {
    Base64.Encoder encoder = Base64.getEncoder();
    return new BranchId(
        xid.getFormatId(),
        encoder.encodeToString(xid.getGlobalTransactionId()),
        encoder.encodeToString(xid.getBranchQualifier()));
  }

  /// The branch of that name; null if the name is not one of ours.
  static @Nullable BranchId parse(String gid) {
    String[] parts = gid.split("_", -1);
    if (parts.length != PARTS) {
      return null;
    }
    try {
      var id = new BranchId(Integer.parseInt(parts[0]), parts[1], parts[2]);
      return Arrays.equals(id.getGlobalTransactionId(), new byte[0]) ? null : id;
    } catch (IllegalArgumentException e) {
      return null; // of somebody else
    }
  }

  /// The name, as a literal of SQL.
  String literal() {
    return "'%d_%s_%s'".formatted(formatId, gtrid, bqual);
  }

  @Override
  public int getFormatId() {
    return formatId;
  }

  @Override
  public byte[] getGlobalTransactionId() {
    return Base64.getDecoder().decode(gtrid);
  }

  @Override
  public byte[] getBranchQualifier() {
    return Base64.getDecoder().decode(bqual);
  }
}
