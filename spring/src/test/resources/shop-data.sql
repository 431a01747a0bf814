create table loaded_by_script as select count(*) as parties from party;
