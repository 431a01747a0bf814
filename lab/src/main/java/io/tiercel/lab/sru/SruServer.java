package io.tiercel.lab.sru;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tiercel.json.sru.SruAnswer;
import io.tiercel.json.sru.SruService;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Answers SRU by HTTP, GET and POST of a form, with the JDK's own server and a virtual thread for
/// each request.
public final class SruServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("io.tiercel.sru");
  private static final int MOST_BYTES = 1 << 20;
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int TOO_LARGE = 413;
  private static final int FAILED = 500;
  private static final int BUSY = 503;

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Connections connections;
  private final SruService service;

  private SruServer(
      InetSocketAddress address,
      String path,
      ConnectionConfig config,
      IntFunction<SruService> service)
      throws IOException {
    http = HttpServer.create(address, 0);
    this.service = service.apply(http.getAddress().getPort());
    connections = new Connections(config);
    http.setExecutor(threads);
    http.createContext(path, this::handle);
  }

  /// Starts to listen.
  ///
  /// @param address where; port 0 takes any that is free
  /// @param path of the URL, with its first slash
  /// @param service is given the port that was taken
  public static SruServer start(
      InetSocketAddress address,
      String path,
      ConnectionConfig config,
      IntFunction<SruService> service)
      throws IOException {
    var server = new SruServer(address, path, config, service);
    server.http.start();
    return server;
  }

  /// Where it listens.
  public InetSocketAddress address() {
    return http.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> parameters = parameters(exchange);
      if (parameters != null) {
        answer(exchange, parameters);
      }
    }
  }

  private void answer(HttpExchange exchange, Map<String, String> parameters) throws IOException {
    Connection connection = null;
    try {
      connection = connections.take();
      send(exchange, OK, service.answer(connection, parameters));
    } catch (WireException e) {
      LOG.log(System.Logger.Level.WARNING, "a request could not be answered", e);
      send(exchange, FAILED, service.failure(parameters, "the database could not answer"));
    } catch (TimeoutException e) {
      send(exchange, BUSY, service.failure(parameters, String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      send(exchange, BUSY, service.failure(parameters, "the service is being closed"));
    } finally {
      if (connection != null) {
        connections.giveBack(connection);
      }
    }
  }

  /// The parameters of a request; null where it was answered for what it is.
  private static @Nullable Map<String, String> parameters(HttpExchange exchange)
      throws IOException {
    String encoded = exchange.getRequestURI().getRawQuery();
    switch (exchange.getRequestMethod()) {
      case "GET", "HEAD" -> {}
      case "POST" -> {
        try (InputStream body = exchange.getRequestBody()) {
          byte[] form = body.readNBytes(MOST_BYTES + 1);
          if (form.length > MOST_BYTES) {
            exchange.sendResponseHeaders(TOO_LARGE, -1);
            return null;
          }
          encoded = new String(form, StandardCharsets.UTF_8);
        }
      }
      default -> {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD, POST");
        exchange.sendResponseHeaders(METHOD_NOT_ALLOWED, -1);
        return null;
      }
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    try {
      for (String pair : encoded == null ? new String[0] : encoded.split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          parameters.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
        }
      }
    } catch (IllegalArgumentException e) {
      exchange.sendResponseHeaders(BAD_REQUEST, -1); // an escape that is none
      return null;
    }
    return parameters;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static void send(HttpExchange exchange, int status, SruAnswer answer) throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.contentType());
    boolean hasBody = !exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, hasBody ? body.length : -1);
    if (hasBody) {
      exchange.getResponseBody().write(body);
    }
  }

  /// Stops listening; requests under way have a second.
  @Override
  public void close() {
    http.stop(1);
    threads.close();
    connections.close();
  }
}
