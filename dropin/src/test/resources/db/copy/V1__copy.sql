create table loaded (id int primary key, name text);
copy loaded (id, name) from stdin;
1	one
2	\N
3	tab\there
\.
create index on loaded (name);
