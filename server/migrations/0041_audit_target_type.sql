-- The audit log narrowed to a kind of target: without it, a rare kind is looked for through every entry.
create index audit_entries_target_type on audit_entries (target_type, id desc);
