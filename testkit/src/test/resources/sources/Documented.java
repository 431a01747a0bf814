/// Has a comment.
public class Documented {
  class NotPublic {}
}
