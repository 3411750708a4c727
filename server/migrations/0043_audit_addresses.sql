-- Lines of the audit log stay as they were written, but for the network address of somebody who left, which is cleared.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.ip is null then
    new.ip := old.ip;
    if new is not distinct from old then
      new.ip := null;
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only';
end $$;
