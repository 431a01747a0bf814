package io.tiercel.jpa.statement;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeStatementsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "(select 1) union (select 2)",
        "/* update /* nested */ */ -- delete\n select 1",
        "values (1), (2)",
        "table product",
        "show all",
        "explain update product set name = 'a'",
        "call settle(1)",
        "update product set name = 'a' returning id",
        "with gone as (delete from product returning *) select count(*) from gone",
        "with recursive up (id) as (select 1 union all select id + 1 from up) select * from up",
        "with a as (select 1), update as (select 2) select * from a, update",
        "with \"update\" as materialized (select 1) table \"update\"",
        "with a as (select 1) update product set name = 'a' from a returning id",
        "(with a as (select 1) select * from a)",
        "with recursive t (a, b) as (select 1, 2 union all select a, b from t) "
            + "cycle a, b set looped using path select * from t",
        "",
        "select 'never closed",
      })
  void it_may_have_rows(String sql) {
    assertTrue(NativeStatements.mayHaveRows(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update product set name = 'a'",
        "  -- select\n delete from product",
        "/* select /* 1 */ */ delete from product",
        "INSERT into product values ('returning')",
        "update product set name = $$returning$$ -- returning",
        "update product set name = \"returning\"",
        "insert into product select id from (select 1 as id) as returning_none",
        "with a as (select 1) update product set name = 'a' from a",
        "with a as (select 1)delete from product using a",
        "With a as (insert into product values (1) returning id) Insert into log select id from a",
        "with recursive select_all as (select 1), b as not materialized (select 2) "
            + "merge into product using b on true when matched then do nothing",
        "with values as (select 1) update product set name = 'a'",
        "lock table product",
        "truncate product",
      })
  void it_has_none(String sql) {
    assertFalse(NativeStatements.mayHaveRows(sql));
  }
}
