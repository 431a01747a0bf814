package io.tiercel.wire.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;

/// The certificate and private key with which we appear, from PEM files or a PKCS #12 store.
final class ClientIdentity {
  private static final char[] NO_PASSWORD = {};

  private ClientIdentity() {}

  /// Null if none is configured.
  static KeyManager @Nullable [] keyManagers(TlsSettings settings)
      throws GeneralSecurityException, IOException {
    String key = settings.clientKey();
    if (key == null) {
      return null;
    }
    String password = settings.keyPassword();
    char[] secret = password == null ? NO_PASSWORD : password.toCharArray();
    String lower = key.toLowerCase(Locale.ROOT);
    boolean isStore = lower.endsWith(".p12") || lower.endsWith(".pfx");
    if (!isStore && settings.clientCert() == null) {
      return null;
    }
    KeyStore store =
        isStore ? pkcs12(Path.of(key), secret) : pem(settings.clientCert(), key, password, secret);
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, secret);
    return factory.getKeyManagers();
  }

  private static KeyStore pkcs12(Path file, char[] password)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
    }
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        return store;
      }
    }
    throw new KeyStoreException(file + " holds no private key");
  }

  private static KeyStore pem(
      @Nullable String cert, String key, @Nullable String keyPassword, char[] secret)
      throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    Certificate[] chain = certificates(cert == null ? key : cert).toArray(Certificate[]::new);
    store.setKeyEntry("client", PrivateKeys.read(Path.of(key), keyPassword), secret, chain);
    return store;
  }

  static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  static Collection<? extends Certificate> certificates(String file)
      throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    }
  }
}
