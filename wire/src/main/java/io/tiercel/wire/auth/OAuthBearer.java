package io.tiercel.wire.auth;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The messages of the SASL mechanism OAUTHBEARER (RFC 7628) as PostgreSQL 18 speaks it.
///
/// ```
/// client first   n,,^Aauth=Bearer TOKEN^A^A     an empty value of auth asks for the issuer
/// server         AuthenticationOk, or
///                {"status": …, "openid-configuration": …, "scope": …}, to which we answer ^A
/// ```
public final class OAuthBearer {
  public static final String MECHANISM = "OAUTHBEARER";

  /// Ends an exchange that failed.
  public static final String KVSEP = "\u0001";

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");
  private static final Pattern MEMBER =
      Pattern.compile("\"([^\"\\\\]+)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

  private OAuthBearer() {}

  public static boolean isOffered(List<String> mechanisms) {
    return mechanisms.contains(MECHANISM);
  }

  /// Whether `token` has the form of a bearer token (RFC 6750), so that nothing else can be
  /// smuggled into the message with it.
  public static boolean isToken(String token) {
    return TOKEN.matcher(token).matches();
  }

  /// The first message; null asks the server where tokens come from.
  public static String clientFirst(@Nullable String token) {
    String credentials = token == null ? "" : "Bearer " + token;
    return "n,," + KVSEP + "auth=" + credentials + KVSEP + KVSEP;
  }

  /// A member of the JSON object that a server refuses with; null if it is not there.
  public static @Nullable String member(String json, String name) {
    Matcher matcher = MEMBER.matcher(json);
    while (matcher.find()) {
      if (matcher.group(1).equals(name)) {
        return matcher.group(2).replace("\\/", "/").replace("\\\"", "\"").replace("\\\\", "\\");
      }
    }
    return null;
  }
}
