package io.tiercel.inside.protocol;

/// The types of frames.
public final class FrameType {
  public static final byte HELLO = 'H';
  public static final byte ATTACH = 'A';
  public static final byte DEFINE = 'D';
  public static final byte DEFINED = 'f';
  public static final byte CALL = 'C';
  public static final byte RESULT = 'R';
  public static final byte ROWS = 'S';
  public static final byte FETCH = 'F';
  public static final byte ERROR = 'E';
  public static final byte LOG = 'L';
  public static final byte PREPARE = 'P';
  public static final byte PREPARED = 'p';
  public static final byte EXECUTE = 'X';
  public static final byte EXECUTED = 'x';
  public static final byte FORGET = 'Y';
  public static final byte SAVEPOINT = 'B';
  public static final byte RELEASE = 'O';
  public static final byte ROLLBACK = 'K';
  public static final byte DONE = 'd';
  public static final byte COMMIT = 'M';
  public static final byte ABORT = 'N';
  public static final byte TRANSITION = 'T';
  public static final byte JAR = 'J';
  public static final byte CONTENT = 'j';
  public static final byte MESSAGES = 'V';
  public static final byte ANSWERS = 'v';
  public static final byte FORGET_GROUPS = 'G';

  /// Flag of [#ROWS] and [#ANSWERS]: no more follow.
  public static final int LAST = 0x01;

  private FrameType() {}
}
