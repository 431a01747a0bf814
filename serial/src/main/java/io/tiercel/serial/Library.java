package io.tiercel.serial;

/// What a format needs on the class path, and nothing else does.
enum Library {
  JACKSON("tools.jackson.databind.json.JsonMapper", "tools.jackson.core:jackson-databind"),
  JACKSON_XML(
      "tools.jackson.dataformat.xml.XmlMapper", "tools.jackson.dataformat:jackson-dataformat-xml"),
  KRYO("com.esotericsoftware.kryo.Kryo", "com.esotericsoftware:kryo"),
  FORY("org.apache.fory.Fory", "org.apache.fory:fory-core");

  private final String className;
  private final String artifact;

  Library(String className, String artifact) {
    this.className = className;
    this.artifact = artifact;
  }

  /// @param converter that needs it
  /// @throws GraphException when it is not there
  void require(Class<?> converter) {
    try {
      Class.forName(className, false, Library.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      throw new GraphException(
          "%s needs %s, which is not on the class path".formatted(converter.getName(), artifact),
          "add the dependency %s; tiercel-serial brings none of its formats' libraries"
              .formatted(artifact),
          e);
    }
  }
}
