package io.tiercel.wire.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/// Reads the file of a private key, as OpenSSL writes them: PEM or DER of PKCS #8, encrypted or
/// not, and PEM of PKCS #1 (RSA) and SEC 1 (EC), which the JDK does not read by itself.
final class PrivateKeys {
  private static final Pattern PEM =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----(.*?)-----END", Pattern.DOTALL);

  /// `SEQUENCE { OID rsaEncryption, NULL }`
  private static final byte[] RSA_ALGORITHM =
      HexFormat.of().parseHex("300d06092a864886f70d0101010500");

  /// `OID ecPublicKey`
  private static final byte[] EC_PUBLIC_KEY = HexFormat.of().parseHex("06072a8648ce3d0201");

  private static final byte[] VERSION_0 = {Der.INTEGER, 1, 0};

  private PrivateKeys() {}

  static PrivateKey read(Path file, @Nullable String password)
      throws IOException, GeneralSecurityException {
    byte[] bytes = Files.readAllBytes(file);
    Matcher pem = PEM.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
    if (!pem.find()) {
      return fromDer(file, bytes, password);
    }
    String content = pem.group(2);
    if (content.contains("Proc-Type")) {
      throw new InvalidKeySpecException(
          file
              + " is encrypted in OpenSSL's own old way, by MD5; convert it:"
              + " openssl pkcs8 -topk8 -in OLD -out NEW");
    }
    byte[] der = Base64.getMimeDecoder().decode(content);
    return switch (pem.group(1)) {
      case "PRIVATE KEY" -> fromPkcs8(file, der);
      case "ENCRYPTED PRIVATE KEY" -> fromPkcs8(file, decrypted(file, der, password));
      case "RSA PRIVATE KEY" -> fromPkcs8(file, pkcs1AsPkcs8(der));
      case "EC PRIVATE KEY" -> fromPkcs8(file, sec1AsPkcs8(der));
      default ->
          throw new InvalidKeySpecException(
              "%s holds a %s, which is not supported; expected PKCS #8, RSA or EC"
                  .formatted(file, pem.group(1)));
    };
  }

  /// pgjdbc's `.pk8`: PKCS #8 begins with its version, what is encrypted with its algorithm.
  private static PrivateKey fromDer(Path file, byte[] der, @Nullable String password)
      throws IOException, GeneralSecurityException {
    var inner = new Der(new Der(der).read(Der.SEQUENCE));
    return fromPkcs8(file, inner.tag() == Der.INTEGER ? der : decrypted(file, der, password));
  }

  private static PrivateKey fromPkcs8(Path file, byte[] der) throws GeneralSecurityException {
    var spec = new PKCS8EncodedKeySpec(der);
    for (String algorithm : List.of("RSA", "EC", "EdDSA", "RSASSA-PSS")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // Of another algorithm; trying is simpler than reading its identifier.
      }
    }
    throw new InvalidKeySpecException(file + " holds no RSA, EC or EdDSA key");
  }

  private static byte[] decrypted(Path file, byte[] der, @Nullable String password)
      throws IOException, GeneralSecurityException {
    if (password == null) {
      throw new InvalidKeySpecException(file + " is encrypted; set sslpassword");
    }
    var info = new EncryptedPrivateKeyInfo(der);
    AlgorithmParameters parameters = info.getAlgParameters();
    // Of PBES2 only the parameters say which cipher it is; their text is its name.
    String algorithm =
        parameters != null && info.getAlgName().equals("PBES2")
            ? parameters.toString()
            : info.getAlgName();
    try {
      var key =
          SecretKeyFactory.getInstance(algorithm)
              .generateSecret(new PBEKeySpec(password.toCharArray()));
      Cipher cipher = Cipher.getInstance(algorithm);
      cipher.init(Cipher.DECRYPT_MODE, key, parameters);
      return info.getKeySpec(cipher).getEncoded();
    } catch (InvalidKeySpecException e) {
      throw new InvalidKeySpecException(file + " could not be decrypted: is sslpassword right?", e);
    }
  }

  private static byte[] pkcs1AsPkcs8(byte[] key) {
    return Der.element(Der.SEQUENCE, VERSION_0, RSA_ALGORITHM, Der.element(Der.OCTET_STRING, key));
  }

  /// `SEQUENCE { INTEGER 1, OCTET STRING key, [0] { OID curve }, [1] { public key } }`
  private static byte[] sec1AsPkcs8(byte[] key) throws InvalidKeySpecException {
    var content = new Der(new Der(key).read(Der.SEQUENCE));
    content.read(Der.INTEGER);
    content.read(Der.OCTET_STRING);
    if (!content.hasMore() || content.tag() != Der.CONTEXT_0) {
      throw new InvalidKeySpecException("the EC key does not name its curve");
    }
    byte[] algorithm = Der.element(Der.SEQUENCE, EC_PUBLIC_KEY, content.read(Der.CONTEXT_0));
    return Der.element(Der.SEQUENCE, VERSION_0, algorithm, Der.element(Der.OCTET_STRING, key));
  }
}
