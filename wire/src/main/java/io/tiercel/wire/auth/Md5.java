package io.tiercel.wire.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// AuthenticationMD5Password: `"md5" + md5(md5(password + user) + salt)`, in hexadecimal.
/// Deprecated by PostgreSQL itself; kept for servers that still ask for it.
public final class Md5 {
  private Md5() {}

  /// The text to answer with.
  public static String response(String user, String password, byte[] salt) {
    MessageDigest md5 = digest();
    md5.update(password.getBytes(StandardCharsets.UTF_8));
    md5.update(user.getBytes(StandardCharsets.UTF_8));
    String inner = HexFormat.of().formatHex(md5.digest());
    md5.update(inner.getBytes(StandardCharsets.US_ASCII));
    md5.update(salt);
    return "md5" + HexFormat.of().formatHex(md5.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no MD5; use scram-sha-256 in pg_hba.conf", e);
    }
  }
}
