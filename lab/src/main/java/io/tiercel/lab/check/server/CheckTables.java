package io.tiercel.lab.check.server;

import java.util.List;

/// The tables that are written and read.
final class CheckTables {
  /// Those that nodes follow.
  static final List<String> CACHED =
      List.of(
          "item",
          "note",
          "shelf",
          "line",
          "tag",
          "shelf_tag",
          "shelf_mark",
          "coin",
          "crate",
          "thing",
          "piece",
          "label",
          "crate_label",
          "crate_word",
          "rate");

  /// No foreign keys: elements are written and truncated in any order.
  static final String[] CREATE = {
    "create table item (id int primary key, log text not null, version int not null,"
        + " stamp int not null, pair int not null, name text not null unique)",
    "create table note (id int primary key, code text not null unique, bucket int not null,"
        + " body text not null)",
    "create table ballast (id int primary key, n int not null)",
    "insert into ballast select n, 0 from generate_series(1, 50000) n",
    "create table shelf (id int primary key)",
    "insert into shelf values (0)",
    "create table line (id bigint primary key, shelf_id int not null, place int not null,"
        + " token text not null)",
    // A place that was given away twice is a collection that lacked somebody's element.
    "create unique index on line (shelf_id, place) where shelf_id > 0",
    "create table tag (id bigint primary key, place int not null, token text not null)",
    "create table shelf_tag (shelf_id int, tag_id bigint, primary key (shelf_id, tag_id))",
    "create table shelf_mark (shelf_id int, mark text, primary key (shelf_id, mark))",
    "create table coin (id int primary key, log text not null, pair int not null)",
    "create table crate (id int primary key)",
    "insert into crate select generate_series(1, 6)",
    "create table thing (id int primary key, crate_id int not null, price int not null)",
    "create table piece (id int primary key, name text not null, crate_id int)",
    "insert into piece select n, 'piece ' || n, n % 6 + 1 from generate_series(1, 12) n",
    "create table label (id int primary key, name text not null)",
    "insert into label select n, 'label ' || n from generate_series(1, 8) n",
    "create table crate_label (crate_id int, label_id int, primary key (crate_id, label_id))",
    "create table crate_word (crate_id int, word text, primary key (crate_id, word))",
    "create table rate (id int primary key, band int not null, amount int not null)"
  };

  private CheckTables() {}
}
