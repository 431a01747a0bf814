package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/// `inet` and `cidr`. In binary (`network_send` of the server):
///
/// | offset | type | meaning                                |
/// |--------|------|----------------------------------------|
/// | 0      | byte | family: 2 for IPv4, 3 for IPv6         |
/// | 1      | byte | bits of the network prefix             |
/// | 2      | byte | 1 for `cidr`                           |
/// | 3      | byte | length of the address, 4 or 16         |
/// | 4      |      | the address, most significant first    |
///
/// Read as the server's text or as [InetAddress], which leaves the prefix out.
final class Addresses {
  private static final int HEADER = 4;
  private static final int IPV4 = 2;
  private static final int IPV6 = 3;
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  private Addresses() {}

  static TypeCodec inet() {
    return codec("inet", false);
  }

  static TypeCodec cidr() {
    return codec("cidr", true);
  }

  private static TypeCodec codec(String typeName, boolean isCidr) {
    return ScalarCodec.of(typeName, String.class)
        .sentAsText()
        .parses(
            String.class,
            (source, offset, length) -> print(typeName, isCidr, source, offset, length),
            text -> text)
        .parses(
            InetAddress.class,
            (source, offset, length) -> address(address(typeName, source, offset, length)),
            Addresses::parseAddress)
        .reads(byte[].class, Texts::copy, Texts::copy)
        .prints(String.class, (value, out) -> encode(typeName, isCidr, value, out), value -> value)
        .prints(
            InetAddress.class,
            (value, out) -> encode(isCidr, value.getAddress(), -1, out),
            value -> print(value.getAddress()))
        .build();
  }

  private static byte[] address(String typeName, byte[] source, int offset, int length) {
    int family = length < HEADER ? 0 : source[offset];
    int bytes = family == IPV4 ? IPV4_BYTES : family == IPV6 ? IPV6_BYTES : -1;
    if (bytes < 0
        || length != HEADER + bytes
        || source[offset + 3] != bytes
        || (source[offset + 1] & 0xFF) > bytes * Byte.SIZE) {
      throw Faults.malformed(typeName, "family %d in %d bytes".formatted(family, length));
    }
    return Arrays.copyOfRange(source, offset + HEADER, offset + length);
  }

  /// Always of the family of the bytes: an IPv4 address mapped into IPv6 stays one of IPv6.
  private static InetAddress address(byte[] bytes) {
    try {
      return bytes.length == IPV4_BYTES
          ? InetAddress.getByAddress(bytes)
          : Inet6Address.getByAddress(null, bytes, -1);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("an address has 4 or 16 bytes", e);
    }
  }

  private static InetAddress parseAddress(String text) {
    int slash = text.indexOf('/');
    return address(parse(slash < 0 ? text : text.substring(0, slash)));
  }

  private static byte[] parse(String literal) {
    InetAddress address = InetAddress.ofLiteral(literal);
    byte[] bytes = address.getAddress();
    if (address instanceof Inet4Address && literal.indexOf(':') >= 0) {
      byte[] mapped = new byte[IPV6_BYTES];
      mapped[10] = (byte) 0xFF;
      mapped[11] = (byte) 0xFF;
      System.arraycopy(bytes, 0, mapped, IPV6_BYTES - IPV4_BYTES, IPV4_BYTES);
      return mapped;
    }
    return bytes;
  }

  private static void encode(String typeName, boolean isCidr, String text, WriteBuffer out) {
    int slash = text.indexOf('/');
    try {
      encode(
          isCidr,
          parse(slash < 0 ? text : text.substring(0, slash)),
          slash < 0 ? -1 : Integer.parseInt(text.substring(slash + 1)),
          out);
    } catch (IllegalArgumentException e) {
      throw new CodecException(
          SqlState.INVALID_TEXT_REPRESENTATION,
          "cannot write a String of %d characters as %s in binary\nHint: expected address or address/bits"
              .formatted(text.length(), typeName),
          e);
    }
  }

  /// @param prefix -1 for all bits
  private static void encode(boolean isCidr, byte[] address, int prefix, WriteBuffer out) {
    int bits = address.length * Byte.SIZE;
    if (prefix > bits) {
      throw new IllegalArgumentException("a prefix of " + prefix + " bits");
    }
    out.putByte(address.length == IPV4_BYTES ? IPV4 : IPV6)
        .putByte(prefix < 0 ? bits : prefix)
        .putByte(isCidr ? 1 : 0)
        .putByte(address.length)
        .putBytes(address);
  }

  private static String print(
      String typeName, boolean isCidr, byte[] source, int offset, int length) {
    byte[] address = address(typeName, source, offset, length);
    int prefix = source[offset + 1] & 0xFF;
    String text = print(address);
    return isCidr || prefix != address.length * Byte.SIZE ? text + "/" + prefix : text;
  }

  /// As the server prints an address; neither a host name nor a scope.
  private static String print(byte[] address) {
    var to = new StringBuilder();
    if (address.length == IPV4_BYTES) {
      dotted(address, 0, to);
    } else {
      words(address, to);
    }
    return to.toString();
  }

  private static void dotted(byte[] address, int from, StringBuilder to) {
    for (int i = 0; i < IPV4_BYTES; i++) {
      if (i > 0) {
        to.append('.');
      }
      to.append(address[from + i] & 0xFF);
    }
  }

  /// Eight words, of which the first of the longest runs of zeros, two at least, becomes `::`. The
  /// last two are dotted where only zeros, or zeros and `ffff`, stand before them.
  private static void words(byte[] address, StringBuilder to) {
    int[] words = new int[IPV6_BYTES / 2];
    for (int i = 0; i < words.length; i++) {
      words[i] = BinaryInts.readShort(address, 2 * i) & 0xFFFF;
    }
    int run = longestZeros(words);
    int runLength = run < 0 ? 0 : zeros(words, run);
    boolean endsDotted = run == 0 && (runLength == 6 || (runLength == 5 && words[5] == 0xFFFF));
    int i = 0;
    while (i < words.length) {
      if (i == run) {
        to.append("::");
        i += runLength;
        continue;
      }
      if (i > 0 && i != run + runLength) {
        to.append(':');
      }
      if (i == 6 && endsDotted) {
        dotted(address, 2 * i, to);
        return;
      }
      to.append(Integer.toHexString(words[i++]));
    }
  }

  /// Where it begins, -1 if there is no run of two.
  private static int longestZeros(int[] words) {
    int best = -1;
    int bestLength = 1;
    for (int i = 0; i < words.length; i++) {
      int length = zeros(words, i);
      if (length > bestLength) {
        best = i;
        bestLength = length;
      }
      i += length;
    }
    return best;
  }

  private static int zeros(int[] words, int from) {
    int to = from;
    while (to < words.length && words[to] == 0) {
      to++;
    }
    return to - from;
  }
}
