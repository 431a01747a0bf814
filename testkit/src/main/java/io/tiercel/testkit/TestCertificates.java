package io.tiercel.testkit;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Certificates for TLS tests, made once per JVM by the JDK's own keytool and written as PEM.
///
/// @param authority the certificate authority that signed the server's certificate
/// @param stranger an authority that signed nothing: trusting it alone must refuse the server
/// @param serverCertificate for `localhost` and 127.0.0.1, not for any other name
/// @param serverKey its private key, PKCS #8
/// @param clientCertificate of the user `certified`
/// @param clientKey its private key, PKCS #8
/// @param store all of them, PKCS #12; the entries are named `authority`, `stranger`, `server` and
///     `client`, the password is [#STORE_PASSWORD]
public record TestCertificates(
    Path authority,
    Path stranger,
    Path serverCertificate,
    Path serverKey,
    Path clientCertificate,
    Path clientKey,
    Path store) {
  /// Opens the store and its entries.
  public static final String STORE_PASSWORD = "changeit";

  private static final char[] PASSWORD = STORE_PASSWORD.toCharArray();
  private static final int PEM_LINE = 64;

  /// The certificates of this JVM; the files live as long as it does. Safe for any thread.
  public static TestCertificates get() {
    return Holder.CERTIFICATES;
  }

  private static final class Holder {
    static final TestCertificates CERTIFICATES = create();
  }

  private static TestCertificates create() {
    try {
      Path directory = TemporaryDirectory.create("tiercel-tls");
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> TemporaryDirectory.delete(directory), "tls-files"));
      Path store = directory.resolve("keys.p12");
      generate(store, "authority", "CN=Tiercel test authority", List.of("-ext", "bc:c"));
      generate(store, "stranger", "CN=Tiercel test stranger", List.of("-ext", "bc:c"));
      generate(
          store,
          "server",
          "CN=localhost",
          List.of("-signer", "authority", "-ext", "san=dns:localhost,ip:127.0.0.1"));
      generate(store, "client", "CN=certified", List.of("-signer", "authority"));
      return writePem(store, directory);
    } catch (IOException e) {
      throw new UncheckedIOException("could not make certificates", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("could not read the certificates keytool made", e);
    }
  }

  private static void generate(Path store, String alias, String name, List<String> further)
      throws IOException {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    var command = new ArrayList<>(List.of(keytool.toString(), "-genkeypair", "-alias", alias));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-sigalg", "SHA256withECDSA", "-validity", "365", "-dname", name));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", new String(PASSWORD)));
    command.addAll(further);
    Commands.run(command);
  }

  private static TestCertificates writePem(Path store, Path directory)
      throws IOException, GeneralSecurityException {
    var keys = KeyStore.getInstance("PKCS12");
    try (var in = new FileInputStream(store.toFile())) {
      keys.load(in, PASSWORD);
    }
    return new TestCertificates(
        certificate(keys, "authority", directory),
        certificate(keys, "stranger", directory),
        certificate(keys, "server", directory),
        key(keys, "server", directory),
        certificate(keys, "client", directory),
        key(keys, "client", directory),
        store);
  }

  private static Path key(KeyStore keys, String alias, Path directory)
      throws IOException, GeneralSecurityException {
    byte[] encoded = keys.getKey(alias, PASSWORD).getEncoded();
    return pem(directory.resolve(alias + ".key"), "PRIVATE KEY", encoded);
  }

  private static Path certificate(KeyStore keys, String alias, Path directory)
      throws IOException, GeneralSecurityException {
    byte[] encoded = keys.getCertificate(alias).getEncoded();
    return pem(directory.resolve(alias + ".crt"), "CERTIFICATE", encoded);
  }

  private static Path pem(Path file, String type, byte[] content) throws IOException {
    var lines = Base64.getMimeEncoder(PEM_LINE, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(type, lines, type));
  }
}
