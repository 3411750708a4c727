-- Functions that run with other rights than the caller's look for names in `pg_temp` last. Before, a table or a view
-- of the caller's session took the place of ours, and ran with the owner's rights.
alter function queue_audit_entry() set search_path = pg_catalog, public, pg_temp;
alter function end_audit_stretches(timestamptz, int) set search_path = pg_catalog, public, pg_temp;
revoke execute on function queue_audit_entry(), end_audit_stretches(timestamptz, int) from public;
