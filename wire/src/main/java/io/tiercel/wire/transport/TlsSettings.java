package io.tiercel.wire.transport;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
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
/// @param clientKey PEM file of its private key, PKCS #8 and not encrypted
public record TlsSettings(
    boolean verifiesCertificate,
    boolean verifiesHost,
    @Nullable String rootCert,
    @Nullable String clientCert,
    @Nullable String clientKey) {
  private static final char[] NO_PASSWORD = {};
  private static final String PROTOCOL = "postgresql";

  /// An engine for one connection to `host`.
  ///
  /// @throws UsageException if a file cannot be read or holds something else
  SSLEngine newEngine(String host, int port) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(), trustManagers(), null);
      SSLEngine engine = context.createSSLEngine(host, port);
      engine.setUseClientMode(true);
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {PROTOCOL});
      parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
      if (verifiesHost) {
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
      }
      engine.setSSLParameters(parameters);
      return engine;
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw new UsageException(
          SqlState.INVALID_PARAMETER_VALUE,
          ("cannot set up TLS: %s\n"
                  + "Hint: sslrootcert, sslcert and sslkey name PEM files; the key is PKCS #8 and"
                  + " not encrypted.")
              .formatted(e.getMessage()),
          e);
    }
  }

  private TrustManager @Nullable [] trustManagers() throws GeneralSecurityException, IOException {
    if (!verifiesCertificate) {
      return new TrustManager[] {new TrustEverybody()};
    }
    if (rootCert == null) {
      return null;
    }
    KeyStore store = emptyStore();
    int number = 0;
    for (Certificate certificate : certificates(rootCert)) {
      store.setCertificateEntry("root" + number++, certificate);
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private KeyManager @Nullable [] keyManagers() throws GeneralSecurityException, IOException {
    if (clientCert == null || clientKey == null) {
      return null;
    }
    KeyStore store = emptyStore();
    Certificate[] chain = certificates(clientCert).toArray(Certificate[]::new);
    store.setKeyEntry("client", privateKey(clientKey), NO_PASSWORD, chain);
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  private static Collection<? extends Certificate> certificates(String file)
      throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    }
  }

  private static PrivateKey privateKey(String file) throws GeneralSecurityException, IOException {
    String pem = Files.readString(Path.of(file), StandardCharsets.US_ASCII);
    String base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64));
    for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // Of another algorithm; the file does not say which.
      }
    }
    throw new InvalidKeySpecException(file + " holds no RSA, EC or EdDSA key in PKCS #8");
  }
}
