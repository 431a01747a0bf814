create table half_done (id int);
insert into nowhere values (1);
