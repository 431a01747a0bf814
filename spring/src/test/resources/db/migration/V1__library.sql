create sequence writer_seq increment by 50;
create sequence book_seq increment by 50;
create sequence note_seq increment by 50;

create table writer (
  id bigint primary key,
  version integer not null,
  name varchar(255) unique
);

create table book (
  id bigint primary key,
  version integer not null,
  title varchar(255),
  published integer not null,
  shelf_mark varchar(255),
  writer_id bigint not null references writer
);
create index on book (writer_id);

create sequence letter_seq increment by 50;

create table letter (
  id bigint primary key,
  stamp varchar(255),
  text varchar(255)
);

create table genre (
  code varchar(255) primary key,
  version integer,
  name varchar(255)
);

create table note (
  id bigint primary key,
  version integer not null,
  text varchar(255),
  created timestamptz,
  changed timestamptz,
  author varchar(255)
);
