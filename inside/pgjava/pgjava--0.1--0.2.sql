\echo Use "ALTER EXTENSION pgjava UPDATE TO '0.2'" to load this file. \quit

-- Trusted: run by a confined worker of the function's owner. Who may use it is for the administrator to say, because each
-- owner of functions costs a process.
create function java_call_handler() returns language_handler
  language c as 'MODULE_PATHNAME', 'javau_call_handler';
create function java_inline_handler(internal) returns void
  language c strict as 'MODULE_PATHNAME', 'javau_inline_handler';
create function java_validator(oid) returns void
  language c strict as 'MODULE_PATHNAME', 'javau_validator';
create trusted language java handler java_call_handler inline java_inline_handler
  validator java_validator;
comment on language java is 'Java, run behind walls by a JVM of each owner of functions';
revoke usage on language java from public;

create function workers(out pid integer, out state text, out starts integer, out started timestamptz,
    out database oid, out owner oid, out refusal text) returns setof record
  language c volatile as 'MODULE_PATHNAME', 'pgjava_workers';
create or replace view pg_stat_java as
  select w.pid, w.state, w.starts, w.started, d.datname as database,
    case when w.owner is not null then pg_catalog.pg_get_userbyid(w.owner) end as owner, w.refusal
  from workers() w left join pg_catalog.pg_database d on d.oid = w.database;

-- Code in the database. Every owner sees and changes their own jars only; the backend itself reads those that a function needs.
create table jar (
  name text primary key check (name ~ '^[A-Za-z_][A-Za-z0-9_.-]*$'),
  owner regrole not null default pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)),
  version integer not null -- the one that calls take
);

create table jar_version (
  jar text not null references jar on delete cascade,
  version integer not null,
  hash text not null generated always as (pg_catalog.encode(pg_catalog.sha256(content), 'hex')) stored,
  content bytea not null,
  install text[] not null, -- statements that make what the jar brings, and
  remove text[] not null, -- those that drop it
  installed timestamptz not null default pg_catalog.now(),
  primary key (jar, version)
);
alter table jar_version alter content set storage external; -- a jar is compressed

create table class_path (
  schema text not null,
  position integer not null,
  jar text not null references jar on delete cascade,
  primary key (schema, position)
);

create function jars_changed() returns trigger
  language c as 'MODULE_PATHNAME', 'pgjava_jars_changed';
create trigger changed after insert or update or delete or truncate on jar
  for each statement execute function jars_changed();
create trigger changed after insert or update or delete or truncate on class_path
  for each statement execute function jars_changed();

alter table jar enable row level security;
create policy own on jar using (pg_catalog.pg_has_role(owner, 'usage'));
alter table jar_version enable row level security;
create policy own on jar_version using (exists (select from jar where name = jar_version.jar));
alter table class_path enable row level security;
create policy own on class_path using (exists (select from jar where name = class_path.jar))
  with check (exists (select from jar where name = class_path.jar)
    and pg_catalog.has_schema_privilege(schema, 'create'));

select pg_catalog.pg_extension_config_dump('jar', '');
select pg_catalog.pg_extension_config_dump('jar_version', '');
select pg_catalog.pg_extension_config_dump('class_path', '');

-- The worker may not run yet, and the functions below are its own.
set local check_function_bodies = off;

create function descriptor(content bytea, out install text[], out remove text[])
  language javau immutable strict as 'io.tiercel.inside.jar.JarDescriptor.statements(byte[])';
revoke execute on function descriptor(bytea) from public;
comment on function descriptor(bytea) is 'the statements of a jar''s deployment descriptors';

create function run_statements(statements text[]) returns void language plpgsql as $$
declare
  statement text;
begin
  foreach statement in array statements loop
    execute statement;
  end loop;
end $$;

-- Makes a version the one that calls take, and the objects of the database those of that version. What both versions have
-- is replaced in place, so that views and indexes which use it can stay.
create function switch_version(jar_name text, new_version integer) returns void language plpgsql as $$
declare
  old pgjava.jar_version;
  new pgjava.jar_version;
  statement text;
begin
  select v.* into old from pgjava.jar j join pgjava.jar_version v on v.jar = j.name and v.version = j.version
    where j.name = jar_name;
  select v.* into strict new from pgjava.jar_version v where v.jar = jar_name and v.version = new_version;
  update pgjava.jar set version = new_version where name = jar_name;
  for i in 1 .. cardinality(new.install) loop
    begin
      execute new.install[i];
    exception when invalid_function_definition then -- another result type: not to be replaced in place
      execute new.remove[i];
      execute new.install[i];
    end;
  end loop;
  foreach statement in array old.remove loop
    if statement <> all (new.remove) then
      execute statement;
    end if;
  end loop;
end $$;

-- Stores a version of a jar; returns its number.
create function store_jar(jar_name text, content bytea, install text[], remove text[]) returns integer language plpgsql as $$
declare
  new_version integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pgjava.jar ' || jar_name, 0));
  select coalesce(max(v.version), 0) + 1 into new_version from pgjava.jar_version v where v.jar = jar_name;
  if new_version = 1 then
    begin
      insert into pgjava.jar (name, version) values (jar_name, 1);
    exception when unique_violation then
      raise insufficient_privilege using message = pg_catalog.format('jar "%s" belongs to another role', jar_name);
    end;
  end if;
  insert into pgjava.jar_version (jar, version, content, install, remove) values (jar_name, new_version, content, install, remove);
  -- Ten versions are enough to go back to.
  delete from pgjava.jar_version v where v.jar = jar_name and v.version <= new_version - 10
    and v.version <> (select j.version from pgjava.jar j where j.name = jar_name);
  return new_version;
end $$;

create function deploy(jar_name text, content bytea, install text[], remove text[], out version integer, out changed boolean)
  language plpgsql as $$
declare
  current pgjava.jar_version;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pgjava.jar ' || jar_name, 0));
  select v.* into current from pgjava.jar j join pgjava.jar_version v on v.jar = j.name and v.version = j.version
    where j.name = jar_name;
  changed := current.hash is null
    or (current.hash, current.install, current.remove)
      is distinct from (pg_catalog.encode(pg_catalog.sha256(content), 'hex'), install, remove);
  version := current.version;
  if changed then
    version := pgjava.store_jar(jar_name, content, install, remove);
    perform pgjava.switch_version(jar_name, version);
  end if;
end $$;
comment on function deploy(text, bytea, text[], text[]) is
  'stores a jar and installs what it brings, unless that is what is there; statement i of remove drops what statement i of install makes';

create function rollback(jar_name text) returns integer language plpgsql as $$
declare
  previous integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pgjava.jar ' || jar_name, 0));
  select max(v.version) into previous from pgjava.jar j join pgjava.jar_version v on v.jar = j.name and v.version < j.version
    where j.name = jar_name;
  if previous is null then
    raise no_data_found using message = pg_catalog.format('jar "%s" has no earlier version', jar_name);
  end if;
  perform pgjava.switch_version(jar_name, previous);
  return previous;
end $$;
comment on function rollback(text) is 'goes back to the version before the current one; returns its number';

create function undeploy(jar_name text) returns void language plpgsql as $$
declare
  statements text[];
begin
  select v.remove into statements from pgjava.jar j join pgjava.jar_version v on v.jar = j.name and v.version = j.version
    where j.name = jar_name;
  if statements is null then
    raise undefined_object using message = pg_catalog.format('there is no jar "%s"', jar_name);
  end if;
  perform pgjava.run_statements(statements);
  delete from pgjava.jar where name = jar_name;
end $$;
comment on function undeploy(text) is 'drops what a jar brought, and the jar with all of its versions';

-- The names and meanings of SQL/JRT, as PL/Java has them.
create schema sqlj;
grant usage on schema sqlj to public;
grant usage on schema pgjava to public;

create function sqlj.read_url(url text) returns bytea language plpgsql as $$
begin
  if url not like 'file:%' then
    raise feature_not_supported using
      message = pg_catalog.format('cannot read "%s": only file: is supported', url),
      hint = 'Pass the bytes of the jar instead of a URL.';
  end if;
  -- Only a superuser or a member of pg_read_server_files may.
  return pg_catalog.pg_read_binary_file(pg_catalog.regexp_replace(url, '^file:(//)?', ''));
end $$;

create function sqlj.require_absent(jar_name text) returns void language plpgsql as $$
begin
  if exists (select from pgjava.jar j where j.name = jar_name) then
    raise duplicate_object using message = pg_catalog.format('jar "%s" is installed already', jar_name),
      hint = 'sqlj.replace_jar replaces it.';
  end if;
end $$;

create function sqlj.require_present(jar_name text) returns void language plpgsql as $$
begin
  if not exists (select from pgjava.jar j where j.name = jar_name) then
    raise undefined_object using message = pg_catalog.format('there is no jar "%s"', jar_name);
  end if;
end $$;

create function sqlj.install_jar(image bytea, jar_name text, deploy boolean) returns void language plpgsql as $$
declare
  actions record;
begin
  perform sqlj.require_absent(jar_name);
  select * into actions from pgjava.descriptor(image);
  perform pgjava.store_jar(jar_name, image, actions.install, actions.remove);
  if deploy then
    perform pgjava.run_statements(actions.install);
  end if;
end $$;

create function sqlj.install_jar(url text, jar_name text, deploy boolean) returns void language sql as $$
  select sqlj.install_jar(sqlj.read_url(url), jar_name, deploy)
$$;

create function sqlj.replace_jar(image bytea, jar_name text, redeploy boolean) returns void language plpgsql as $$
declare
  actions record;
  statements text[];
  new_version integer;
begin
  perform sqlj.require_present(jar_name);
  select * into actions from pgjava.descriptor(image);
  if redeploy then
    select v.remove into statements from pgjava.jar j join pgjava.jar_version v on v.jar = j.name and v.version = j.version
      where j.name = jar_name;
    perform pgjava.run_statements(statements);
  end if;
  new_version := pgjava.store_jar(jar_name, image, actions.install, actions.remove);
  update pgjava.jar set version = new_version where name = jar_name;
  if redeploy then
    perform pgjava.run_statements(actions.install);
  end if;
end $$;

create function sqlj.replace_jar(url text, jar_name text, redeploy boolean) returns void language sql as $$
  select sqlj.replace_jar(sqlj.read_url(url), jar_name, redeploy)
$$;

create function sqlj.remove_jar(jar_name text, undeploy boolean) returns void language plpgsql as $$
declare
  statements text[];
begin
  perform sqlj.require_present(jar_name);
  if undeploy then
    select v.remove into statements from pgjava.jar j join pgjava.jar_version v on v.jar = j.name and v.version = j.version
      where j.name = jar_name;
    perform pgjava.run_statements(statements);
  end if;
  delete from pgjava.jar where name = jar_name;
end $$;

create function sqlj.get_classpath(schema_name text) returns text stable language sql as $$
  select pg_catalog.string_agg(c.jar, ':' order by c.position) from pgjava.class_path c where c.schema = schema_name
$$;

create function sqlj.set_classpath(schema_name text, path text) returns void language plpgsql as $$
declare
  names text[] := pg_catalog.string_to_array(nullif(path, ''), ':');
begin
  if not exists (select from pg_catalog.pg_namespace n where n.nspname = schema_name) then
    raise invalid_schema_name using message = pg_catalog.format('there is no schema "%s"', schema_name);
  end if;
  if not pg_catalog.has_schema_privilege(schema_name, 'create') then
    raise insufficient_privilege using message = pg_catalog.format('permission denied for schema %I', schema_name);
  end if;
  delete from pgjava.class_path where schema = schema_name;
  for i in 1 .. coalesce(cardinality(names), 0) loop
    perform sqlj.require_present(names[i]);
    insert into pgjava.class_path values (schema_name, i, names[i]);
  end loop;
end $$;

-- Lets a role bring code of its own into the database; it needs USAGE on the language as well.
create function grant_deployment(role regrole) returns void language plpgsql as $$
begin
  execute pg_catalog.format('grant select, insert, update, delete on pgjava.jar, pgjava.jar_version, pgjava.class_path to %s', role);
  execute pg_catalog.format('grant execute on function pgjava.descriptor(bytea) to %s', role);
end $$;
revoke execute on function grant_deployment(regrole) from public;
