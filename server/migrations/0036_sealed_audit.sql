-- The audit log in three parts: what happened (sealed, never changed), what names people in it (can be erased), and the
-- seals. `audit_log` shows the first two as one.
alter table audit_log rename to audit_entries;
alter table audit_entries
  -- Bind what names people to the entry without repeating it: erasing that breaks no seal.
  add column address_hash text,
  add column names_hash text;
drop trigger audit_log_append_only on audit_entries;
drop function refuse_audit_change();

-- What names people in an entry: the address it came from, and the details that could. The salts go with what they
-- salt: without them, an address could be guessed back from its hash.
create table audit_names (
  entry_id bigint primary key,
  ip text,
  ip_salt text,
  details jsonb,
  details_salt text
);

create function audit_names_hash(salt text, named text) returns text language sql stable as $$
  select encode(sha256(convert_to(salt || ' ' || named, 'UTF8')), 'hex')
$$;
create function audit_entry_hash(e audit_entries) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    e.id, (extract(epoch from e.created_at) * 1000000)::bigint, e.actor_user_id, e.action, e.target_type, e.target_id,
    e.details, e.request_id, e.address_hash, e.names_hash)::text, 'UTF8')), 'hex')
$$;

insert into audit_names (entry_id, ip, ip_salt, details, details_salt)
  select id, ip, md5(random()::text || id), named, md5(random()::text || id)
  from (select id, ip, case when details ? 'reason' then jsonb_build_object('reason', details -> 'reason') end as named
    from audit_entries) as entries
  where ip is not null or named is not null;
update audit_entries e set
  address_hash = audit_names_hash(n.ip_salt, n.ip),
  names_hash = audit_names_hash(n.details_salt, n.details::text),
  details = e.details - 'reason'
  from audit_names n where n.entry_id = e.id;
alter table audit_entries drop column ip;

create view audit_log as
  select e.id, e.created_at, e.actor_user_id, e.action, e.target_type, e.target_id,
    e.details || coalesce(n.details, '{}') as details, n.ip, e.request_id
  from audit_entries e left join audit_names n on n.entry_id = e.id;

-- What the sealer has not reached yet. A queue, and no number of the last one: entries commit in any order.
create table audit_unsealed (entry_id bigint primary key);
insert into audit_unsealed select id from audit_entries;

create table audit_seals (
  number bigint primary key,
  entry_ids bigint[] not null,
  entry_hashes text[] not null,
  previous text not null,
  hash text not null,
  sealed_at timestamptz not null
);
create function audit_seal_hash(number bigint, entry_ids bigint[], entry_hashes text[], previous text)
  returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(number, entry_ids, entry_hashes, previous)::text, 'UTF8')), 'hex')
$$;

create function queue_audit_entry() returns trigger language plpgsql security definer
  set search_path from current as $$
begin
  insert into audit_unsealed values (new.id);
  return null;
end
$$;
create trigger audit_entries_queue after insert on audit_entries for each row execute function queue_audit_entry();

-- Nothing written is changed, by whomever. Only whole sealed stretches end, by the function below.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('drumbeat.audit_ends', true) = 'on' then return old; end if;
  raise exception 'The audit log is append-only';
end
$$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_change();
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_audit_change();
create trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_audit_change();

-- Ends the oldest sealed stretches, at most so many, whose every entry is older than `before` and than three years. The
-- first seal that stays holds the hash of the last that went: the anchor of the chain. Returns how many ended.
create function end_audit_stretches(before timestamptz, most int) returns int language plpgsql security definer
  set search_path from current as $$
declare
  seal audit_seals;
  ended int := 0;
begin
  perform set_config('drumbeat.audit_ends', 'on', true);
  for seal in select * from audit_seals order by number limit most loop
    exit when not exists (select 1 from audit_seals where number > seal.number);
    exit when exists (
      select 1 from audit_entries
      where id = any (seal.entry_ids) and created_at >= least(before, now() - interval '3 years'));
    delete from audit_names where entry_id = any (seal.entry_ids);
    delete from audit_entries where id = any (seal.entry_ids);
    delete from audit_seals where number = seal.number;
    ended := ended + 1;
  end loop;
  perform set_config('drumbeat.audit_ends', 'off', true);
  return ended;
end
$$;

-- The list of staff: newest first, and narrowed to an action.
create index audit_entries_action on audit_entries (action, id desc);
create index audit_entries_actor_id on audit_entries (actor_user_id, id desc);
create index audit_entries_target_id on audit_entries (target_type, target_id, id desc);
