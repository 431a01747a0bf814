package io.tiercel.jdbc.value;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;

/// A value of `inet` or `cidr`: an address and the length of its network prefix. Immutable.
///
/// @param prefixLength bits of the network, 0 to 32 or 128
public record Inet(InetAddress address, int prefixLength) {
  private static final int IPV4_BITS = 32;
  private static final int IPV6_BITS = 128;

  /// An address within its network.
  ///
  /// @throws IllegalArgumentException if the prefix is longer than the address
  public Inet {
    Objects.requireNonNull(address, "address");
    if (prefixLength < 0 || prefixLength > bits(address)) {
      throw new IllegalArgumentException(
          "prefix of %d bits, expected 0 to %d".formatted(prefixLength, bits(address)));
    }
  }

  /// A host: all bits are the prefix.
  public static Inet ofHost(InetAddress address) {
    return new Inet(address, bits(address));
  }

  /// Reads `192.168.0.1/24`, or an address alone.
  ///
  /// @throws IllegalArgumentException if that is not how the text looks
  public static Inet parse(String text) {
    int slash = text.indexOf('/');
    String literal = slash < 0 ? text : text.substring(0, slash);
    InetAddress address = InetAddress.ofLiteral(literal);
    if (address instanceof Inet4Address && literal.indexOf(':') >= 0) {
      address = mapped(address.getAddress());
    }
    return slash < 0
        ? ofHost(address)
        : new Inet(address, Integer.parseInt(text.substring(slash + 1)));
  }

  /// Java makes an IPv4 address of one that is mapped into IPv6; its prefix then would not fit.
  private static InetAddress mapped(byte[] ipv4) {
    byte[] bytes = new byte[IPV6_BITS / Byte.SIZE];
    bytes[10] = (byte) 0xFF;
    bytes[11] = (byte) 0xFF;
    System.arraycopy(ipv4, 0, bytes, bytes.length - ipv4.length, ipv4.length);
    try {
      return Inet6Address.getByAddress(null, bytes, -1);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("an address has 16 bytes", e);
    }
  }

  private static int bits(InetAddress address) {
    return address instanceof Inet4Address ? IPV4_BITS : IPV6_BITS;
  }

  /// The text that the server takes, without a scope.
  @Override
  public String toString() {
    String host = print(address);
    return prefixLength == bits(address) ? host : host + "/" + prefixLength;
  }

  /// The text of an address that the server takes: no name, no scope.
  public static String print(InetAddress address) {
    String host = address.getHostAddress();
    int scope = host.indexOf('%');
    return scope < 0 ? host : host.substring(0, scope);
  }
}
