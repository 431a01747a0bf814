package io.tiercel.wire.transport;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// How a TLS session is set up: whom to trust, and as whom to appear. Immutable.
///
/// @param verifiesCertificate whether a trusted authority must have signed the server's certificate
/// @param verifiesHost whether it must be for the host that was asked for
/// @param rootCert PEM file of trusted authorities, null for those of the JDK
/// @param clientCert PEM file of our certificate chain
/// @param clientKey file of its private key, or a PKCS #12 store (`.p12`, `.pfx`) of both
/// @param keyPassword opens the key or the store, if it is encrypted
public record TlsSettings(
    boolean verifiesCertificate,
    boolean verifiesHost,
    @Nullable String rootCert,
    @Nullable String clientCert,
    @Nullable String clientKey,
    @Nullable String keyPassword) {
  private static final String PROTOCOL = "postgresql";
  private static final int MAX_CONTEXTS = 16;

  /// Contexts are costly: they read files, the JDK's authorities among them. Guarded by itself.
  private static final Map<ContextKey, SSLContext> CONTEXTS =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ContextKey, SSLContext> eldest) {
          return size() > MAX_CONTEXTS;
        }
      };

  /// A context serves as long as its files are what they were, so renewed certificates count.
  private record ContextKey(TlsSettings settings, List<Long> modified) {}

  /// An engine for one connection to `host`.
  ///
  /// @throws UsageException if a file cannot be read or holds something else
  SSLEngine newEngine(String host, int port) {
    try {
      SSLEngine engine = context().createSSLEngine(host, port);
      engine.setUseClientMode(true);
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {PROTOCOL});
      parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
      nameServer(parameters, host);
      if (verifiesHost) {
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
      }
      engine.setSSLParameters(parameters);
      return engine;
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw new UsageException(
          SqlState.INVALID_PARAMETER_VALUE,
          ("cannot set up TLS: %s\n"
                  + "Hint: sslrootcert and sslcert name PEM files, sslkey a PEM or DER file of"
                  + " PKCS #8, PKCS #1 or SEC 1, or a PKCS #12 store; sslpassword opens it.")
              .formatted(e.getMessage() == null ? e : e.getMessage()),
          e);
    }
  }

  /// As libpq, names the server (SNI) whenever it is asked for by name; the JDK leaves out names
  /// without a dot.
  private static void nameServer(SSLParameters parameters, String host) {
    if (isName(host)) {
      try {
        parameters.setServerNames(List.of(new SNIHostName(host)));
      } catch (IllegalArgumentException e) {
        // Not a name by the rules of DNS, such as one with an underscore: go without.
        parameters.setServerNames(List.of());
      }
    }
  }

  private static boolean isName(String host) {
    try {
      InetAddress.ofLiteral(host);
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  private SSLContext context() throws GeneralSecurityException, IOException {
    var key = new ContextKey(this, modificationTimes());
    synchronized (CONTEXTS) {
      SSLContext known = CONTEXTS.get(key);
      if (known != null) {
        return known;
      }
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(ClientIdentity.keyManagers(this), trustManagers(), null);
    synchronized (CONTEXTS) {
      CONTEXTS.put(key, context);
    }
    return context;
  }

  private List<Long> modificationTimes() throws IOException {
    var times = new ArrayList<Long>();
    for (String file : new @Nullable String[] {rootCert, clientCert, clientKey}) {
      times.add(file == null ? 0 : Files.getLastModifiedTime(Path.of(file)).toMillis());
    }
    return times;
  }

  private TrustManager @Nullable [] trustManagers() throws GeneralSecurityException, IOException {
    if (!verifiesCertificate) {
      return new TrustManager[] {new TrustEverybody()};
    }
    if (rootCert == null) {
      return null;
    }
    KeyStore store = ClientIdentity.emptyStore();
    int number = 0;
    for (Certificate certificate : ClientIdentity.certificates(rootCert)) {
      store.setCertificateEntry("root" + number++, certificate);
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  /// Never the password.
  @Override
  public String toString() {
    return "TlsSettings[rootCert=%s, clientCert=%s, clientKey=%s]"
        .formatted(rootCert, clientCert, clientKey);
  }
}
