package io.tiercel.inside.jar;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Classes and resources of jars of the database. Its name is `jar` and the jars' names. Safe for
/// any thread.
public final class JarLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final List<JarEntries> jars;

  JarLoader(String name, List<JarEntries> jars, ClassLoader parent) {
    super(name, parent);
    this.jars = List.copyOf(jars);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    for (JarEntries jar : jars) {
      byte[] content = jar.file(file);
      if (content != null) {
        return defineClass(name, content, 0, content.length);
      }
    }
    throw new ClassNotFoundException(name);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    List<URL> all = urls(name);
    return all.isEmpty() ? null : all.getFirst();
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    return Collections.enumeration(urls(name));
  }

  private List<URL> urls(String name) {
    List<URL> urls = new ArrayList<>();
    for (int i = 0; i < jars.size(); i++) {
      byte[] content = jars.get(i).file(name);
      if (content != null) {
        urls.add(url(i, name, content));
      }
    }
    return urls;
  }

  /// A URL that carries its content: there is no file that it could name.
  private static URL url(int jar, String name, byte[] content) {
    try {
      String path = new URI(null, null, "/" + jar + "/" + name, null).getRawPath();
      return URL.of(URI.create("pgjava:" + path), new Handler(content));
    } catch (java.net.URISyntaxException | MalformedURLException e) {
      throw new IllegalArgumentException("cannot name resource " + name, e);
    }
  }

  private static final class Handler extends URLStreamHandler {
    private final byte[] content;

    Handler(byte[] content) {
      this.content = content;
    }

    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {
          // there is nothing to connect to
        }

        @Override
        public long getContentLengthLong() {
          return content.length;
        }

        @Override
        public InputStream getInputStream() throws IOException {
          return new ByteArrayInputStream(content);
        }
      };
    }
  }
}
