package io.tiercel.lab.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GateProxyTest {
  @Test
  void what_the_server_says_is_kept_while_the_gate_is_shut_and_comes_in_order() throws IOException {
    try (var echo = new EchoServer();
        var proxy = GateProxy.to(echo.address());
        var socket = new Socket(proxy.address().getAddress(), proxy.address().getPort())) {
      socket.getOutputStream().write(1);
      assertEquals(1, socket.getInputStream().read());
      proxy.shut();
      socket.getOutputStream().write(2);
      socket.setSoTimeout(100);
      assertThrows(SocketTimeoutException.class, () -> socket.getInputStream().read());
      socket.getOutputStream().write(3);
      proxy.open();
      socket.setSoTimeout(20_000);
      assertEquals(2, socket.getInputStream().read());
      assertEquals(3, socket.getInputStream().read());
    }
  }
}
