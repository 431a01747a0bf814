-- A comment; with a semicolon
create table item (
  id int primary key,
  name text not null, -- another 'one
  price numeric(10, 2)
);
create table audit (at timestamptz default now(), what text);
/* a block /* nested */ ; comment */
insert into item values (1, 'bolt', 1.5), (2, 'semi;colon', 2);
