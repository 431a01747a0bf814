insert into item (id, name) values (3, 'it''s a ? mark');
update item set price = 3 where id = 3;
create view cheap as select * from item where price < 2;
create type mood as enum ('sad', 'ok', 'happy');
