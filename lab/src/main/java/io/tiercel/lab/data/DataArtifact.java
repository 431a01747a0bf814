package io.tiercel.lab.data;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.zip.ZipException;

/// A data set published as a Maven artifact: the coordinates, and the script inside the jar.
///
/// @param coordinates `group:artifact:version`, for messages
/// @param resource the name of the script within the jar
public record DataArtifact(String coordinates, String resource) {
  public static final DataArtifact FOODMART =
      new DataArtifact("net.hydromatic:foodmart-data-hsqldb:0.5", "foodmart.script");
  public static final DataArtifact CHINOOK =
      new DataArtifact("net.hydromatic:chinook-data-hsqldb:0.2", "chinook.script");

  /// Opens the script. Never null; throws [DataException] when the artifact is not on the class
  /// path or its jar is damaged.
  InputStream open() {
    URL url = DataArtifact.class.getClassLoader().getResource(resource);
    if (url == null) {
      throw new DataException(
          """
          cannot find %s of %s on the class path
          Hint: start the tour with ./tiercel, which fetches the artifact; behind a proxy, set it in \
          ~/.m2/settings.xml."""
              .formatted(resource, coordinates));
    }
    try {
      // A cached jar handle would outlive a jar replaced after a damaged download.
      var connection = url.openConnection();
      connection.setUseCaches(false);
      return connection.getInputStream();
    } catch (IOException e) {
      throw damaged(url.toString(), e);
    }
  }

  /// The error for a script that cannot be read to its end.
  DataException damaged(String what, Exception cause) {
    String reason = cause instanceof ZipException ? "its jar is damaged" : "it could not be read";
    return new DataException(
        """
        could not read %s of %s: %s (%s: %s)
        Hint: delete the artifact's directory %s in your local Maven repository (~/.m2/repository) \
        and run again; Maven fetches it anew."""
            .formatted(
                resource, coordinates, reason, what, cause.getMessage(), repositoryDirectory()),
        cause);
  }

  private String repositoryDirectory() {
    String[] parts = coordinates.split(":", -1);
    return parts[0].replace('.', '/') + "/" + parts[1] + "/" + parts[2];
  }
}
