create function answer() returns int language plpgsql as $$
begin
  -- a ; inside
  return 42;
end;
$$;

create function audit_item() returns trigger language plpgsql as $body$
begin
  insert into audit (what) values (tg_op || ' ' || new.name);
  return new;
end
$body$;

create trigger audited after insert or update on item for each row execute function audit_item();
