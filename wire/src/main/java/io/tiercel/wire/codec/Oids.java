package io.tiercel.wire.codec;

/// Type oids.
public final class Oids {
  public static final int BOOL = 16;
  public static final int BYTEA = 17;
  public static final int CHAR = 18;
  public static final int NAME = 19;
  public static final int INT8 = 20;
  public static final int INT2 = 21;
  public static final int INT4 = 23;
  public static final int TEXT = 25;
  public static final int JSON = 114;
  public static final int XML = 142;
  public static final int FLOAT4 = 700;
  public static final int FLOAT8 = 701;
  public static final int UNKNOWN = 705;
  public static final int BPCHAR = 1042;
  public static final int VARCHAR = 1043;

  private Oids() {}
}
