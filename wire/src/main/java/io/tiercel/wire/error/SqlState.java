package io.tiercel.wire.error;

/// The SQLSTATE codes that the client raises itself or decides by; the server knows many more. The
/// names are those of PostgreSQL's appendix "PostgreSQL Error Codes".
public final class SqlState {
  public static final String CONNECTION_EXCEPTION = "08000";
  public static final String CLIENT_UNABLE_TO_CONNECT = "08001";
  public static final String CONNECTION_DOES_NOT_EXIST = "08003";
  public static final String SERVER_REJECTED_CONNECTION = "08004";
  public static final String CONNECTION_FAILURE = "08006";
  public static final String TRANSACTION_RESOLUTION_UNKNOWN = "08007";
  public static final String PROTOCOL_VIOLATION = "08P01";
  public static final String FEATURE_NOT_SUPPORTED = "0A000";
  public static final String DATA_EXCEPTION = "22000";
  public static final String NUMERIC_VALUE_OUT_OF_RANGE = "22003";
  public static final String NULL_VALUE_NOT_ALLOWED = "22004";
  public static final String DATETIME_FIELD_OVERFLOW = "22008";
  public static final String CHARACTER_NOT_IN_REPERTOIRE = "22021";
  public static final String INVALID_PARAMETER_VALUE = "22023";
  public static final String INVALID_TEXT_REPRESENTATION = "22P02";
  public static final String INVALID_BINARY_REPRESENTATION = "22P03";
  public static final String BAD_COPY_FILE_FORMAT = "22P04";
  public static final String INVALID_SQL_STATEMENT_NAME = "26000";
  public static final String INVALID_PASSWORD = "28P01";
  public static final String INVALID_AUTHORIZATION = "28000";
  public static final String DATATYPE_MISMATCH = "42804";
  public static final String UNDEFINED_COLUMN = "42703";
  public static final String AMBIGUOUS_OR_WRONG_PARAMETER = "07001";
  public static final String PROGRAM_LIMIT_EXCEEDED = "54000";
  public static final String OBJECT_NOT_IN_PREREQUISITE_STATE = "55000";
  public static final String QUERY_CANCELED = "57014";

  private SqlState() {}
}
