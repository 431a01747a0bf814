package io.tiercel.jdbc.metadata;

/// The functions of JDBC 4.3, appendix C, that the function escape offers.
final class FunctionNames {
  static final String NUMERIC =
      "abs,acos,asin,atan,atan2,ceiling,cos,cot,degrees,exp,floor,log,log10,mod,pi,power,radians,"
          + "rand,round,sign,sin,sqrt,tan,truncate";

  static final String STRING =
      "ascii,char,char_length,character_length,concat,insert,lcase,left,length,locate,ltrim,"
          + "octet_length,position,repeat,replace,right,rtrim,space,substring,ucase";

  static final String SYSTEM = "database,ifnull,user";

  static final String TIME_DATE =
      "curdate,current_date,current_time,current_timestamp,curtime,dayname,dayofmonth,dayofweek,"
          + "dayofyear,extract,hour,minute,month,monthname,now,quarter,second,timestampadd,"
          + "timestampdiff,week,year";

  private FunctionNames() {}
}
