package io.tiercel.inside;

import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A server whose worker the test brings, and who may be that.
final class OtherWorker {
  private OtherWorker() {}

  /// A server without a launcher, which the caller closes.
  ///
  /// @param timeoutSeconds `pgjava.start_timeout`
  static TestServer server(InsideServer shared, int timeoutSeconds) throws IOException {
    var options =
        InsideServer.withLibraries(TestServerOptions.defaults(), shared.libraries())
            .setting("pgjava.start_timeout", Integer.toString(timeoutSeconds));
    TestServer server = shared.server().startAnother(options);
    if (!serverUser(server).equals(System.getProperty("user.name"))) {
      server.execute(
          "alter system set pgjava.worker_user = '%s'".formatted(System.getProperty("user.name")),
          "select pg_reload_conf()");
    }
    return server;
  }

  /// Where the server looks for its worker.
  static Path socket(TestServer server) {
    return server.unixSocketDirectory().resolve(".s.PGJAVA." + server.port());
  }

  /// Whom the server runs as: not us, where we are root.
  static String serverUser(TestServer server) throws IOException {
    return Files.getOwner(server.unixSocketDirectory()).getName();
  }
}
