-- Who did what. Rows are only ever added; they outlive the people in them, so nothing is referenced.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  actor_user_id bigint,
  action text not null,
  target_type text,
  target_id text,
  details jsonb not null default '{}',
  ip text,
  request_id text
);
create index audit_log_time on audit_log (created_at);
create index audit_log_actor on audit_log (actor_user_id, created_at);
create index audit_log_target on audit_log (target_type, target_id, created_at);

-- Rows stay as they were written. Only the address of somebody who left is cleared.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.ip is null then
    new.ip := old.ip;
    if new is not distinct from old then
      new.ip := null;
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
