// Not a doc comment.
public class Undocumented {
  public class Nested {}
}
