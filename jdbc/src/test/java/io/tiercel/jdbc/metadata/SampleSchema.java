package io.tiercel.jdbc.metadata;

/// A schema with everything that the metadata methods have to tell about.
public final class SampleSchema {
  private static final String[] DDL = {
    "create schema shop",
    "create schema \"Od%d_s\"",
    "create domain shop.price as numeric(10,2) not null check (value >= 0)",
    "create domain short_text as varchar(7) default 'x'",
    "create type shop.color as enum ('red', 'green')",
    "create type shop.address as (street varchar(40), zip int, places shop.color[])",
    "create type mood as enum ('ok', 'bad')",
    """
    create table shop.customer (
      id int generated always as identity primary key, name varchar(100) not null,
      born date, email text unique, note char(3), score numeric(6,3) default 1.5,
      home shop.address, favorite shop.color default 'red', limits shop.price,
      tags text[], grid int[][], prices numeric(8,2)[], at timestamptz(3) default now(),
      at2 timestamp, clock time(0), clock_tz timetz, span interval(3), flag bool default false,
      big int8, small int2, r real, d double precision, raw bytea, bits bit(5), vbits varbit(9),
      u uuid, js json, jb jsonb, x xml, m money, ip inet, r4 int4range, o oid, nm name, c "char",
      any_numeric numeric, neg numeric(3, -2), dom short_text, mood mood, gone int,
      doubled numeric generated always as (score * 2) stored, iv interval)
    """,
    "alter table shop.customer drop column gone",
    "alter table shop.customer add column late int",
    "comment on table shop.customer is 'who buys'",
    "comment on column shop.customer.name is 'full name'",
    "create table shop.counter (s serial, b bigserial, sm smallserial, primary key (b, s))",
    "create sequence shop.seq",
    "create table shop.plain_nextval (n int default nextval('shop.seq'), t text)",
    """
    create table shop.orders (customer int references shop.customer on delete cascade,
      b bigint, s int, a int unique,
      constraint c_fk foreign key (b, s) references shop.counter (b, s)
        on update set null on delete set default deferrable initially deferred,
      constraint self_fk foreign key (a) references shop.orders (a)
        on update restrict deferrable)
    """,
    "create index orders_expression on shop.orders (lower(b::text), a desc) include (s)"
        + " where a > 3",
    "create index orders_hash on shop.orders using hash (a)",
    "create unique index orders_unique on shop.orders (b, a)",
    "comment on index shop.orders_hash is 'fast'",
    "create index customer_gin on shop.customer using gin (tags)",
    "create index \"Quoted ix\" on shop.counter (s)",
    "create table \"Od%d_s\".\"T%_\" (\"Col\"\"q\" int not null unique, \"c%_\" text,"
        + " \"back\\slash\" int)",
    "create index on \"Od%d_s\".\"T%_\" (\"Col\"\"q\", \"c%_\")",
    "create table shop.parted (k int, v text, primary key (k)) partition by range (k)",
    "create table shop.parted_1 partition of shop.parted for values from (0) to (10)",
    "create table shop.parted_2 partition of shop.parted for values from (10) to (20)",
    "create table shop.to_parted (k int references shop.parted (k))",
    "create table shop.base (a int)",
    "create table shop.derived (b int) inherits (shop.base)",
    "create table shop.typed of shop.address",
    "create view shop.v as select id, name from shop.customer",
    "create materialized view shop.mv as select id, name from shop.customer",
    "create unlogged table shop.unlogged (a int)",
    "create foreign data wrapper fdw",
    "create server srv foreign data wrapper fdw",
    "create foreign table shop.ft (a int, b text) server srv",
    "create function shop.add(a int, b int) returns int language sql as 'select a + b'",
    "comment on function shop.add(int, int) is 'adds'",
    "create function shop.add(a numeric) returns numeric language sql as 'select a'",
    "create function shop.noname(int, text) returns void language sql as ''",
    "create function shop.outs(in i int, inout io text, out o numeric) language sql"
        + " as 'select io, 1.0'",
    "create function shop.tab(i int) returns table (a int, b text) language sql"
        + " as 'select 1, null::text'",
    "create function shop.set(i int) returns setof text language sql as 'select null::text'",
    "create function shop.comp() returns shop.address language sql as 'select null::shop.address'",
    "create function shop.variadic_f(variadic v int[]) returns shop.color language sql"
        + " as 'select null::shop.color'",
    "create function shop.trig() returns trigger language plpgsql as 'begin return new; end'",
    "create aggregate shop.agg(int) (sfunc = int4pl, stype = int)",
    "create procedure shop.proc(in a int, inout b text) language sql as 'select b'",
    "create procedure shop.bare() language sql as ''",
    "comment on procedure shop.bare() is 'does nothing'",
    "comment on type shop.color is 'a color'",
    "comment on domain shop.price is 'a price'",
    "comment on type shop.address is 'an address'",
    "do 'begin create role metadata_reader; exception when duplicate_object then null; end'",
    "grant select, insert on shop.customer to metadata_reader",
    "grant update (name), select (name) on shop.customer to metadata_reader with grant option",
    "grant select on shop.v to public",
  };

  private SampleSchema() {}

  /// The statements that make it.
  public static String[] ddl() {
    return DDL.clone();
  }
}
