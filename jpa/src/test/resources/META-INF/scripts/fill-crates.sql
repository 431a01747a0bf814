-- A comment; with a semicolon.
insert into crate (id, label) values (1, 'one; and /* no comment');

insert into crate (id, label) values (2, $q$two; 'quoted'$q$);
